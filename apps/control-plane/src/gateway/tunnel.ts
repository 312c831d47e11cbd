/** One byte stream to a desktop, carried by its worker. */
export interface Tunnel {
  /** Bytes of the desktop. Taking none holds the desktop back. Ends when either side closes. */
  readonly incoming: AsyncIterable<Uint8Array>;
  /** Sends bytes to the desktop; resolves when there is room for more. */
  send(bytes: Uint8Array): Promise<void>;
  close(): void;
}
