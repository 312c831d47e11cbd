import { expect, test } from "vitest";
import { parseDockerHost } from "./docker-host.ts";

test.each([
  ["unix:///run/user/1000/docker.sock", { socketPath: "/run/user/1000/docker.sock" }],
  ["tcp://127.0.0.1:2376", { host: "127.0.0.1", port: 2376 }],
  ["tcp://[::1]:2375", { host: "::1", port: 2375 }],
  ["tcp://localhost", { host: "localhost", port: 2375 }],
])("%s is a connection to an engine of this machine", (value, connection) => {
  expect(parseDockerHost(value)).toEqual(connection);
});

test.each([
  "unix://docker.sock",
  "tcp://10.0.0.7:2375",
  "ssh://user@host",
  "npipe:////./pipe/docker",
  "what",
])("%s is refused, with what to write instead", (value) => {
  expect(() => parseDockerHost(value)).toThrowError(
    expect.objectContaining({
      code: "invalid_input",
      where: "DOCKER_HOST",
      fix: expect.stringContaining("unix://"),
    }),
  );
});
