import { EnvironmentTemplate } from "@deskrl/domain";
import { expect, test } from "vitest";
import { labelValue } from "./pod-labels.ts";
import { podContent, podSpec, tokenOf } from "./pod-spec.ts";

const template = EnvironmentTemplate.parse({
  name: "office",
  provider: "kubernetes",
  image: "deskrl/desktop:1",
});
const make = (change: Partial<Parameters<typeof podSpec>[0]> = {}) =>
  podSpec({ template, placement: {}, name: "p1", token: "secret", ownerId: "wrk_1", lease: "l1", ...change });

test("a guest gets no rights: no account, no privilege, no capability but those it needs to give itself up", () => {
  const { spec } = make();
  expect(spec).toMatchObject({
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    restartPolicy: "Never",
    securityContext: { seccompProfile: { type: "RuntimeDefault" } },
  });
  for (const sharing of ["hostNetwork", "hostPID", "hostIPC", "serviceAccountName"])
    expect(spec).not.toHaveProperty(sharing);
  const [container] = spec?.containers ?? [];
  expect(container?.securityContext).toEqual({
    privileged: false,
    allowPrivilegeEscalation: false,
    runAsUser: 0,
    capabilities: { drop: ["ALL"], add: ["NET_ADMIN", "SETUID", "SETGID", "SETPCAP"] },
  });
  expect(spec?.volumes?.map(({ name, emptyDir }) => [name, emptyDir])).toEqual([
    ["shm", { medium: "Memory", sizeLimit: "1024Mi" }],
    ["tmp", { medium: "Memory", sizeLimit: "512Mi" }],
    ["var-tmp", { medium: "Memory", sizeLimit: "64Mi" }],
  ]);
});

test("limits are the template's, and what is asked for is the share of them that the administrator set", () => {
  const resources = (share?: number) =>
    make(share === undefined ? {} : { placement: { requestShare: share } }).spec?.containers[0]?.resources;
  expect(resources()).toEqual({
    limits: { cpu: "2000m", memory: "1536Mi", "ephemeral-storage": "4Gi" },
    requests: { cpu: "1000m", memory: "768Mi", "ephemeral-storage": "512Mi" },
  });
  expect(resources(1)?.requests).toMatchObject({ cpu: "2000m", memory: "1536Mi" });
});

test("labels say whose it is, and the placement stands where the scheduler reads it", () => {
  const placement = {
    nodeSelector: { "deskrl.desktops": "true" },
    tolerations: [{ key: "desktops", operator: "Exists", effect: "NoSchedule" }],
    priorityClassName: "low",
    imagePullSecrets: ["registry"],
  };
  const { metadata, spec } = make({ placement });
  expect(metadata).toEqual({
    name: "p1",
    labels: {
      "app.kubernetes.io/name": "deskrl-desktop",
      "deskrl.owner": "wrk_1",
      "deskrl.environment": "warm",
      "deskrl.lease": "l1",
      "deskrl.content": podContent(template, placement),
      "deskrl.network": "none",
    },
  });
  const { imagePullSecrets, ...same } = placement;
  expect(spec).toMatchObject({ ...same, imagePullSecrets: imagePullSecrets.map((name) => ({ name })) });
});

test("content tells desktops that cannot stand for each other apart, and nothing of one pod changes it", () => {
  const content = podContent(template, {});
  expect(make({ name: "p2", token: "other", lease: "l2" }).metadata?.labels?.["deskrl.content"]).toBe(
    content,
  );
  for (const change of [{ image: "deskrl/desktop:2" }, { memoryMib: 2048 }, { network: "internet" as const }])
    expect(podContent({ ...template, ...change }, {})).not.toBe(content);
});

test("the token is read back from the pod, and from no other", () => {
  expect(tokenOf(make())).toBe("secret");
  expect(tokenOf({ spec: { containers: [{ name: "other" }] } })).toBeNull();
});

test.each([
  ["wrk_01", "wrk_01"],
  ["a b/c", "a-b-c"],
  ["-_x_-", "x"],
  ["x".repeat(80), "x".repeat(63)],
])("%j becomes the label value %j", (text, value) => expect(labelValue(text)).toBe(value));
