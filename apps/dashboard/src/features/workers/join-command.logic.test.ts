import { expect, it } from "vitest";
import { joinCommand, likelyAddress } from "./join-command.logic.ts";

const door = {
  addresses: ["https://10.0.0.5:4401", "https://control:4401"],
  fingerprint: "ab".repeat(32),
  thisMachineOnly: false,
};

it("takes the host that this page was opened at, unless that is the machine itself", () => {
  expect(likelyAddress(door, "control")).toBe("https://control:4401");
  expect(likelyAddress(door, "rl.example.com")).toBe("https://rl.example.com:4401");
  expect(likelyAddress(door, "localhost")).toBe("https://10.0.0.5:4401");
  const own = { addresses: ["http://127.0.0.1:4401"], fingerprint: null, thisMachineOnly: true };
  expect(likelyAddress(own, "rl.example.com")).toBe("http://127.0.0.1:4401");
});

it("carries address, certificate and token in one command", () => {
  const { fingerprint } = door;
  expect(joinCommand({ address: "https://10.0.0.5:4401", fingerprint, token: "t", desktops: 8 })).toBe(
    `npm run worker -- --join 'https://10.0.0.5:4401#sha256:${fingerprint}' --token t --desktops 8`,
  );
  expect(joinCommand({ address: "http://127.0.0.1:4401", fingerprint: null, token: "t", desktops: 1 })).toBe(
    "npm run worker -- --join 'http://127.0.0.1:4401' --token t --desktops 1",
  );
});
