"""The guest server: what a worker asks of the desktop it runs in. The contract is packages/protocol/src/guest.ts."""
