import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { KubeConfig, type V1Pod } from "@kubernetes/client-node";
import type { Kubelet } from "./docker-kubelet.ts";

const PODS = /^\/api\/v1\/namespaces\/([^/]+)\/pods(?:\/([^/]+))?(?:\/(log))?$/;

export interface ApiServer {
  config: KubeConfig;
  /** What was asked for, as `verb resource`. */
  readonly used: ReadonlySet<string>;
  close(): Promise<void>;
}

/**
 * The part of the Kubernetes API that the provider uses, with its paths, objects, versions, watch events and errors. Pods
 * are carried out by the kubelet that it is given.
 */
export async function startApiServer(kubelet: Kubelet): Promise<ApiServer> {
  const pods = new Map<string, V1Pod>();
  const watchers = new Set<{ selector: string; response: ServerResponse }>();
  const history: { version: number; type: string; pod: V1Pod }[] = [];
  const used = new Set<string>();
  let version = 1;

  const matches = (pod: V1Pod, selector: string) =>
    selector
      .split(",")
      .filter(Boolean)
      .every((term) => {
        const [key = "", value] = term.split("=");
        return pod.metadata?.labels?.[key] === value;
      });

  function publish(type: "ADDED" | "MODIFIED" | "DELETED", before: V1Pod): void {
    version += 1;
    const pod = { ...before, metadata: { ...before.metadata, resourceVersion: String(version) } };
    const name = pod.metadata.name ?? "";
    if (type === "DELETED") pods.delete(name);
    else pods.set(name, pod);
    history.push({ version, type, pod });
    for (const { selector, response } of watchers)
      if (matches(pod, selector)) response.write(`${JSON.stringify({ type, object: pod })}\n`);
  }

  function create(body: V1Pod, namespace: string): V1Pod {
    const name = body.metadata?.name ?? "";
    const metadata = { ...body.metadata, namespace, uid: randomUUID(), creationTimestamp: new Date() };
    const pod: V1Pod = { ...body, metadata, status: { phase: "Pending" } };
    publish("ADDED", pod);
    const update = (change: Partial<V1Pod>) => {
      const now = pods.get(name);
      if (now?.metadata?.uid === metadata.uid) publish("MODIFIED", { ...now, ...change });
    };
    const { spec } = pod;
    if (spec) update({ spec: { ...spec, nodeName: "node-1" } });
    kubelet
      .start(pod, (status) => update(status ? { status } : {}))
      .then(() => (pods.has(name) ? undefined : kubelet.stop(name)))
      .catch((error: unknown) => update({ status: { phase: "Failed", message: String(error) } }));
    return pods.get(name) ?? pod;
  }

  async function remove(name: string): Promise<V1Pod | null> {
    const pod = pods.get(name);
    if (!pod) return null;
    await kubelet.stop(name);
    publish("DELETED", pod);
    return pod;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://api");
    const send = (code: number, body: unknown) => {
      response.writeHead(code, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    const missing = () =>
      send(404, { kind: "Status", code: 404, reason: "NotFound", message: "pods not found" });
    if (url.pathname === "/version" || url.pathname === "/version/")
      return send(200, {
        ...{ major: "1", minor: "34", gitVersion: "v1.34.0", gitCommit: "", gitTreeState: "", buildDate: "" },
        ...{ goVersion: "", compiler: "", platform: "" },
      });
    if (url.pathname.endsWith("/events")) {
      used.add("list events");
      return send(200, { kind: "EventList", apiVersion: "v1", metadata: {}, items: [] });
    }
    const [, namespace, name, part] = PODS.exec(url.pathname) ?? [];
    if (!namespace) return missing();
    const selector = url.searchParams.get("labelSelector") ?? "";
    if (part === "log") {
      used.add("get pods/log");
      response.writeHead(200, { "content-type": "text/plain" });
      return void response.end(await kubelet.log(name ?? "").catch(() => ""));
    }
    if (!name && request.method === "GET" && url.searchParams.get("watch") === "true") {
      used.add("watch pods");
      const since = Number(url.searchParams.get("resourceVersion") ?? 0);
      response.writeHead(200, { "content-type": "application/json" });
      response.flushHeaders();
      for (const { type, pod, version: at } of history)
        if (at > since && matches(pod, selector))
          response.write(`${JSON.stringify({ type, object: pod })}\n`);
      const watcher = { selector, response };
      watchers.add(watcher);
      return void response.on("close", () => watchers.delete(watcher));
    }
    if (!name && request.method === "GET") {
      used.add("list pods");
      const items = [...pods.values()].filter((pod) => matches(pod, selector));
      return send(200, {
        kind: "PodList",
        apiVersion: "v1",
        metadata: { resourceVersion: String(version) },
        items,
      });
    }
    if (!name) {
      used.add("create pods");
      return send(201, create(await bodyOf(request), namespace));
    }
    if (request.method === "DELETE") {
      used.add("delete pods");
      const removed = await remove(name);
      return removed ? send(200, removed) : missing();
    }
    const pod = pods.get(name);
    used.add(request.method === "PATCH" ? "patch pods" : "get pods");
    if (!pod) return missing();
    if (request.method === "PATCH") {
      const { metadata } = await bodyOf(request);
      publish("MODIFIED", {
        ...pod,
        metadata: { ...pod.metadata, labels: { ...pod.metadata?.labels, ...metadata?.labels } },
      });
    }
    return send(200, pods.get(name));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500, { "content-type": "application/json" });
      response.end(JSON.stringify({ kind: "Status", code: 500, message: String(error) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const config = new KubeConfig();
  config.loadFromClusterAndUser(
    { name: "test", server: `http://127.0.0.1:${port}`, skipTLSVerify: true },
    { name: "test", token: "t" },
  );
  return {
    config,
    used,
    async close() {
      for (const { response } of watchers) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await kubelet.close();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<V1Pod> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}
