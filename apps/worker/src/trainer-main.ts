import { embeddedBackend } from "./trainer/embedded-backend.ts";
import { runAsChild } from "./trainer/run-as-child.ts";

await runAsChild(embeddedBackend);
