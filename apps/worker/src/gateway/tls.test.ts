import { expect, test, vi } from "vitest";
import { startGateway } from "../testing/gateway-server.ts";
import { makeTestCertificate } from "../testing/test-certificate.ts";
import { explainFailure } from "./explain-failure.ts";
import { createGatewayClients } from "./gateway-client.ts";

const WRONG = "00".repeat(32);

async function failureOf(baseUrl: string, fingerprint?: string) {
  const { bulk, ready } = createGatewayClients({ baseUrl, token: "right", fingerprint });
  try {
    await ready();
    await bulk.putThumbnails({ workerId: "wrk_1" }, { timeoutMs: 5_000 });
  } catch (error) {
    return explainFailure(error, baseUrl);
  }
  throw new Error("the call was expected to fail");
}

test("a worker talks under TLS to the server whose certificate it was given", async () => {
  const certificate = await makeTestCertificate();
  const putThumbnails = vi.fn(async () => ({}));
  await using gateway = await startGateway({
    heartbeatIntervalMs: 50,
    tls: certificate,
    service: { putThumbnails },
  });
  const { fingerprint } = certificate;
  const { bulk, ready } = createGatewayClients({ baseUrl: gateway.baseUrl, token: "right", fingerprint });
  await ready();
  await bulk.putThumbnails({ workerId: "wrk_1" });
  expect(putThumbnails).toHaveBeenCalledOnce();
});

test("another certificate is refused before anything is sent, and the message says what may be the matter", async () => {
  const seen: string[] = [];
  await using gateway = await startGateway({
    heartbeatIntervalMs: 50,
    tls: await makeTestCertificate(),
    onAuthorization: (header) => void seen.push(header),
  });
  const { kind, error } = await failureOf(gateway.baseUrl, WRONG);
  expect(kind).toBe("refused");
  expect(error).toMatchObject({
    code: "forbidden",
    message: expect.stringContaining("not 0000000000000000…"),
    fix: expect.stringContaining("Workers page"),
  });
  expect(seen).toEqual([]);
});

test("a self-made certificate without a fingerprint is refused, with what to do", async () => {
  await using gateway = await startGateway({ heartbeatIntervalMs: 50, tls: await makeTestCertificate() });
  const { kind, error } = await failureOf(gateway.baseUrl);
  expect({ kind, message: error.message, fix: error.fix }).toEqual({
    kind: "refused",
    message: `No authority that this machine trusts vouches for the certificate at 127.0.0.1:${gateway.port}.`,
    fix: expect.stringContaining("#sha256:"),
  });
});

test("http to a server under TLS, and https to one without, are told apart", async () => {
  await using secure = await startGateway({ heartbeatIntervalMs: 50, tls: await makeTestCertificate() });
  expect(await failureOf(`http://127.0.0.1:${secure.port}`)).toMatchObject({
    kind: "refused",
    error: { message: `127.0.0.1:${secure.port} speaks TLS only.` },
  });
  await using plain = await startGateway({ heartbeatIntervalMs: 50 });
  expect(await failureOf(`https://127.0.0.1:${plain.port}`, WRONG)).toMatchObject({
    kind: "refused",
    error: { message: `127.0.0.1:${plain.port} does not speak TLS.` },
  });
});

test("a server that takes the address over later with another certificate gets nothing either", async () => {
  const certificate = await makeTestCertificate();
  const first = await startGateway({ heartbeatIntervalMs: 50, tls: certificate });
  const { baseUrl, port } = first;
  const clients = createGatewayClients({ baseUrl, token: "right", fingerprint: certificate.fingerprint });
  await clients.ready();
  await first[Symbol.asyncDispose]();
  const seen: string[] = [];
  await using _other = await startGateway({
    heartbeatIntervalMs: 50,
    port,
    tls: await makeTestCertificate(),
    onAuthorization: (header) => void seen.push(header),
  });
  // Said of a worker that has long been in as of one that is new: not which authorities it trusts, but what has changed.
  const refusal = await explainFailure(await clients.ready().catch((error: unknown) => error), baseUrl);
  expect(refusal).toMatchObject({
    kind: "refused",
    error: {
      code: "forbidden",
      message: expect.stringContaining(`not ${certificate.fingerprint.slice(0, 16)}…`),
    },
  });
  await expect(clients.bulk.putThumbnails({ workerId: "wrk_1" })).rejects.toThrow(/certificate/);
  expect(seen).toEqual([]);
});
