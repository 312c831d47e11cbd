import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { loadWorkerCertificate } from "./worker-certificate.ts";
import { needsTls, workerDoor } from "./worker-door.ts";

const folders: string[] = [];
async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "deskrl-tls-"));
  folders.push(made);
  return made;
}
afterEach(async () => {
  for (const made of folders.splice(0)) await rm(made, { recursive: true, force: true });
});

test("a certificate is made once and stays the same, and its key is nobody else's to read", async () => {
  const dataDir = await folder();
  const first = await loadWorkerCertificate({ dataDir });
  expect(first.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  expect(await loadWorkerCertificate({ dataDir })).toEqual(first);
  expect((await stat(join(dataDir, "tls", "key.pem"))).mode & 0o077).toBe(0);
  expect((await loadWorkerCertificate({ dataDir: await folder() })).fingerprint).not.toBe(first.fingerprint);
});

test("a certificate that cannot be read is told, and not silently replaced by one that no worker knows", async () => {
  const dataDir = await folder();
  await loadWorkerCertificate({ dataDir });
  const path = join(dataDir, "tls", "certificate.pem");
  await writeFile(path, "half");
  await expect(loadWorkerCertificate({ dataDir })).rejects.toMatchObject({
    code: "conflict",
    where: path,
    fix: expect.stringContaining("every worker must join again"),
  });
});

test.each([
  ["127.0.0.1", "auto", false],
  ["0.0.0.0", "auto", true],
  ["10.0.0.5", "auto", true],
  ["127.0.0.1", "always", true],
  ["0.0.0.0", "never", false],
] as const)("%s with %s: TLS is %s", (host, mode, expected) => {
  expect(needsTls({ host, mode })).toBe(expected);
});

const machine = () => ["10.0.0.5", "control"];
const tls = { fingerprint: "ab" };

test("a port on every address is told by the addresses of the machine, with the certificate to pin", () => {
  expect(workerDoor({ host: "0.0.0.0", port: 4401, tls, address: null, machine })).toEqual({
    addresses: ["https://10.0.0.5:4401", "https://control:4401"],
    fingerprint: "ab",
    thisMachineOnly: false,
  });
});

test("a port of this machine alone is told as that, unless something in front leads there", () => {
  const here = { host: "127.0.0.1", port: 4401, tls: null, machine };
  expect(workerDoor({ ...here, address: null })).toMatchObject({
    addresses: ["http://127.0.0.1:4401"],
    thisMachineOnly: true,
  });
  expect(workerDoor({ ...here, address: "https://rl.example.com:443" })).toMatchObject({
    addresses: ["https://rl.example.com:443"],
    thisMachineOnly: false,
  });
});
