import type { TaskStep } from "@deskrl/domain";
import type { Problem } from "../suites/malformed.ts";
import { apiOutage } from "./api-outage.ts";
import { changeWallpaper } from "./change-wallpaper.ts";
import { execute } from "./execute.ts";
import { executeWithVerification } from "./execute-with-verification.ts";
import { launch } from "./launch.ts";
import { onlySimulated } from "./only-simulated.ts";
import { open } from "./open.ts";
import { saveDocuments } from "./save-documents.ts";
import { sleep } from "./sleep.ts";
import type { StepType } from "./step-type.ts";
import { uploadFile } from "./upload-file.ts";
import { activateWindow, closeWindow } from "./windows.ts";
import { writeFiles } from "./write-files.ts";

/**
 * Set-up and postconfig steps by the names OSWorld gives them; `save_documents`, `write_files`,
 * `api_outage` and `only_simulated` are ours.
 */
export const STEP_TYPES: ReadonlyMap<string, StepType> = new Map([
  ["upload_file", uploadFile],
  ["open", open],
  ["launch", launch],
  ["execute", execute],
  ["command", execute],
  ["execute_with_verification", executeWithVerification],
  ["sleep", sleep],
  ["activate_window", activateWindow],
  ["close_window", closeWindow],
  ["change_wallpaper", changeWallpaper],
  ["save_documents", saveDocuments],
  ["api_outage", apiOutage],
  ["write_files", writeFiles],
  ["only_simulated", onlySimulated],
]);

const NEEDS_NETWORK = "it needs the internet, which desktops do not have";

/** Steps OSWorld knows that cannot be carried out here, with the reason and the way out. */
const UNSUPPORTED: ReadonlyMap<string, { why: string; fix: string }> = new Map([
  ["download", { why: NEEDS_NETWORK, fix: "put the file into the suite's files folder and use upload_file" }],
  ["chrome_open_tabs", { why: NEEDS_NETWORK, fix: "upload an HTML file and open it with `open`" }],
  ["chrome_close_tabs", { why: NEEDS_NETWORK, fix: "leave the step out" }],
  ["googledrive", { why: NEEDS_NETWORK, fix: "leave the task out" }],
  ["login", { why: NEEDS_NETWORK, fix: "leave the task out" }],
  ["proxy", { why: NEEDS_NETWORK, fix: "leave the step out" }],
  ["update_browse_history", { why: "no browser history can be prepared", fix: "leave the task out" }],
]);

/** What is wrong with one step; empty when it can be run. `field` says where it stands, such as `config.0`. */
export function checkStep(step: TaskStep, field: string): Problem[] {
  const type = STEP_TYPES.get(step.type);
  if (type) return type.check(step.parameters).map((p) => ({ ...p, field: `${field}.${p.field}` }));
  const known = UNSUPPORTED.get(step.type);
  return [
    known
      ? {
          field: `${field}.type`,
          message: `\`${step.type}\` is not supported: ${known.why}`,
          received: step.type,
          fix: known.fix,
        }
      : {
          field: `${field}.type`,
          message: "unknown step type",
          received: step.type,
          fix: `use one of ${[...STEP_TYPES.keys()].join(", ")}`,
        },
  ];
}
