import { accessibilityTree, clipboard, openWindows, unsavedDocuments } from "./desktop-state.ts";
import type { GetterType } from "./getter-type.ts";
import { listDirectory } from "./list-directory.ts";
import { rule } from "./rule.ts";
import { cloudFile, suiteFile } from "./suite-file.ts";
import { vmCommandLine } from "./vm-command-line.ts";
import { vmFile } from "./vm-file.ts";

/** Getters by the names OSWorld gives them; `suite_file`, `clipboard`, `open_windows` and `unsaved_documents` are ours. */
export const GETTER_TYPES: ReadonlyMap<string, GetterType> = new Map([
  ["vm_file", vmFile],
  ["vm_command_line", vmCommandLine],
  ["rule", rule],
  ["suite_file", suiteFile],
  ["cloud_file", cloudFile],
  ["list_directory", listDirectory],
  ["accessibility_tree", accessibilityTree],
  ["open_windows", openWindows],
  ["clipboard", clipboard],
  ["unsaved_documents", unsavedDocuments],
]);
