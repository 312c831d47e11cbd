import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as kubernetes from "@kubernetes/client-node";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { PROVIDER_RIGHTS } from "./provider-rights.ts";

const FOLDER = fileURLToPath(new URL("../../../../infra/kubernetes/", import.meta.url));
const Manifest = z.looseObject({
  kind: z.string(),
  apiVersion: z.string(),
  metadata: z.looseObject({
    name: z.string(),
    namespace: z.string().optional(),
    labels: z.record(z.string(), z.string()).optional(),
  }),
});
type Manifest = z.infer<typeof Manifest>;
const Attributes = z.array(z.object({ name: z.string(), baseName: z.string(), type: z.string() }));

const files = readdirSync(FOLDER).filter((file) => file.endsWith(".yaml"));
const read = (file: string) => readFileSync(`${FOLDER}${file}`, "utf8");
const base = z.object({ resources: z.array(z.string()) }).parse(parse(read("kustomization.yaml")));
const manifests: Manifest[] = base.resources.flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => Manifest.parse(document.toJS())),
);

/** Fields of a value that the API's type does not have, as paths. */
function unknownFields(value: unknown, type: string, path: string): string[] {
  const list = /^Array<(.+)>$/.exec(type)?.[1];
  if (list) {
    if (!Array.isArray(value)) return [`${path} is no list`];
    return value.flatMap((item, index) => unknownFields(item, list, `${path}[${index}]`));
  }
  const model: unknown = Reflect.get(kubernetes, type);
  if (typeof model !== "function" || typeof Reflect.get(model, "getAttributeTypeMap") !== "function")
    return [];
  if (typeof value !== "object" || value === null) return [`${path} is no ${type}`];
  const attributes = Attributes.parse(Reflect.get(model, "getAttributeTypeMap").call(model));
  return Object.entries(value).flatMap(([key, part]) => {
    const attribute = attributes.find(({ baseName }) => baseName === key);
    return attribute ? unknownFields(part, attribute.type, `${path}.${key}`) : [`${path}.${key} is unknown`];
  });
}

const specOf = (kind: string, name: string) => {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return found;
};

test("every file is part of the base, and every manifest fits the API's types field by field", () => {
  expect(files.filter((file) => file !== "kustomization.yaml").sort()).toEqual(base.resources.toSorted());
  expect(manifests.length).toBeGreaterThan(15);
  expect(
    manifests.flatMap((one) => unknownFields(one, `V1${one.kind}`, `${one.kind} ${one.metadata.name}`)),
  ).toEqual([]);
});

test("the check of fields finds a misspelt one", () => {
  const spec = { replicas: 1, template: { spec: { containers: [{ name: "a", imgae: "b" }] } } };
  expect(unknownFields({ spec }, "V1Deployment", "Deployment")).toEqual([
    "Deployment.spec.template.spec.containers[0].imgae is unknown",
  ]);
});

test("everything says that it is part of this system, and lies in one of its two namespaces", () => {
  for (const { kind, metadata } of manifests) {
    expect(metadata.labels?.["app.kubernetes.io/part-of"], `${kind} ${metadata.name}`).toBe("deskrl");
    if (kind !== "Namespace") expect(metadata.namespace).toMatch(/^deskrl(-desktops)?$/);
  }
});

const Rule = z.object({
  apiGroups: z.array(z.string()),
  resources: z.array(z.string()),
  verbs: z.array(z.string()),
});

test("the worker's Role holds exactly the rights that the provider uses, and nothing for the whole cluster", () => {
  const rules = z.array(Rule).parse(specOf("Role", "deskrl-worker").rules);
  expect(rules.flatMap(({ apiGroups }) => apiGroups)).toEqual(rules.map(() => ""));
  const granted = rules.flatMap(({ resources, verbs }) =>
    resources.flatMap((resource) => verbs.map((verb) => `${verb} ${resource}`)),
  );
  expect(granted.toSorted()).toEqual(PROVIDER_RIGHTS.toSorted());
  expect(manifests.filter(({ kind }) => kind.startsWith("Cluster"))).toEqual([]);
});

const Workload = z.looseObject({
  spec: z.looseObject({
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    template: z.looseObject({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.looseObject({
        serviceAccountName: z.string().optional(),
        automountServiceAccountToken: z.boolean().optional(),
        securityContext: z.looseObject({ runAsNonRoot: z.literal(true) }),
        containers: z.array(
          z.looseObject({
            securityContext: z.looseObject({
              allowPrivilegeEscalation: z.literal(false),
              capabilities: z.object({ drop: z.tuple([z.literal("ALL")]) }),
            }),
            resources: z.object({ requests: z.object({}).loose(), limits: z.object({}).loose() }),
          }),
        ),
      }),
    }),
  }),
});

test("no process of ours runs as root, and only the worker has an account of the cluster", () => {
  const workloads = manifests.filter(({ kind }) => kind === "Deployment" || kind === "StatefulSet");
  expect(workloads.map(({ metadata }) => metadata.name).sort()).toEqual([
    "control-plane",
    "dashboard",
    "postgres",
    "worker",
  ]);
  for (const manifest of workloads) {
    const { spec } = Workload.parse(manifest);
    expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
    const { serviceAccountName, automountServiceAccountToken } = spec.template.spec;
    if (manifest.metadata.name === "worker") expect(serviceAccountName).toBe("worker");
    else expect([serviceAccountName, automountServiceAccountToken]).toEqual([undefined, false]);
  }
});

test("a desktop reaches nothing unless its task asks for a network, and is reached by workers only", () => {
  expect(specOf("NetworkPolicy", "desktops").spec).toMatchObject({
    podSelector: {},
    policyTypes: ["Ingress", "Egress"],
    egress: [],
    ingress: [
      {
        from: [{ podSelector: { matchLabels: { "app.kubernetes.io/name": "worker" } } }],
        ports: [{ protocol: "TCP", port: 7000 }],
      },
    ],
  });
  expect(specOf("NetworkPolicy", "desktops-with-internet").spec).toMatchObject({
    podSelector: { matchLabels: { "deskrl.network": "internet" } },
    policyTypes: ["Egress"],
  });
});
