import type { Hands } from "../oracle/hands.ts";
import type { Goal, Steps } from "../types.ts";
import { DOCUMENTS } from "../world.ts";
import type { GoalKind } from "./goal-kind.ts";
import { fileName } from "./sheet-goals.ts";

type Made = Omit<Goal, "kind">;

/** A goal of the file manager. It has no API, so it is done by mouse and keys in every style. */
function inFolder(goal: Pick<Made, "words" | "apply"> & { act: (hands: Hands) => Steps }): Made {
  return {
    tool: null,
    words: goal.words,
    saves: [],
    apply: goal.apply,
    *solve(hands) {
      yield* hands.front(DOCUMENTS);
      yield* goal.act(hands);
    },
  };
}

/** Deletes a file that the folder shows. */
function* remove(hands: Hands, name: string): Steps {
  yield* hands.click("icon", name);
  yield* hands.keys("delete");
}

/** Takes a file into a folder by cutting or copying it. */
function intoFolder(keep: boolean): GoalKind["make"] {
  return (world) => {
    const path = world.takeFile();
    const folder = world.random.pick(world.folders);
    const name = fileName(path);
    return inFolder({
      words: { file: name, folder: fileName(folder) },
      apply(state) {
        const model = state.files.get(path);
        if (!model) throw new Error(`${path} is there`);
        state.files.set(`${folder}/${name}`, model);
        if (!keep) state.files.delete(path);
      },
      *act(hands) {
        yield* hands.click("icon", name);
        yield* hands.keys("ctrl", keep ? "c" : "x");
        yield* hands.click("icon", fileName(folder), 2);
        yield* hands.keys("ctrl", "v");
      },
    });
  };
}

export const FILE_GOALS: Readonly<Record<string, GoalKind>> = {
  "file-rename": {
    wordings: {
      train: [
        "rename {file} to {new}",
        "give the file {file} the new name {new}",
        "change the name of {file} to {new}",
        "call the file {file} {new} instead",
      ],
      heldOut: ["from now on {file} has to be named {new}", "let {file} bear the name {new}"],
    },
    make(world) {
      const path = world.takeFile();
      const name = `${world.newName()}.txt`;
      return inFolder({
        words: { file: fileName(path), new: name },
        apply(state) {
          const model = state.files.get(path);
          if (!model) throw new Error(`${path} is there`);
          state.files.delete(path);
          state.files.set(`${DOCUMENTS}/${name}`, model);
        },
        *act(hands) {
          yield* hands.click("icon", fileName(path));
          yield* hands.keys("f2");
          yield* hands.fill(name, { enter: true });
        },
      });
    },
  },
  "file-delete": {
    wordings: {
      train: [
        "delete the file {file}",
        "remove {file} from Documents",
        "erase the file {file} in the Documents folder",
        "delete {file}, which is no longer needed",
      ],
      heldOut: ["get rid of the file {file}", "{file} can be thrown away"],
    },
    make(world) {
      const path = world.takeFile();
      return inFolder({
        words: { file: fileName(path) },
        apply: (state) => void state.files.delete(path),
        act: (hands) => remove(hands, fileName(path)),
      });
    },
  },
  "file-delete-largest": {
    wordings: {
      train: [
        "delete the largest file in Documents",
        "remove the biggest file of the Documents folder",
        "in Documents, delete the file that takes up the most space",
        "erase the largest of the files in Documents",
      ],
      heldOut: [
        "get rid of the file in Documents with the most bytes",
        "throw away the bulkiest file of Documents",
      ],
    },
    make(world) {
      const path = world.addLargest();
      return inFolder({
        words: {},
        apply: (state) => void state.files.delete(path),
        act: (hands) => remove(hands, fileName(path)),
      });
    },
  },
  "file-move": {
    wordings: {
      train: [
        "move {file} into the folder {folder}",
        "put the file {file} into {folder}",
        "move the file {file} to the folder {folder}, so that it is no longer in Documents itself",
        "shift {file} from Documents into its folder {folder}",
      ],
      heldOut: ["{file} belongs into the folder {folder}, take it there", "relocate {file} to {folder}"],
    },
    make: intoFolder(false),
  },
  "file-copy": {
    wordings: {
      train: [
        "copy {file} into the folder {folder}",
        "put a copy of {file} into {folder}",
        "make a copy of the file {file} in the folder {folder}",
        "copy the file {file} to {folder} and keep the original",
      ],
      heldOut: ["duplicate {file} into the folder {folder}", "let {folder} have a copy of {file} too"],
    },
    make: intoFolder(true),
  },
  "folder-new": {
    wordings: {
      train: [
        'make a folder "{folder}" in Documents',
        'create a new folder named "{folder}" in Documents',
        'in Documents, add a folder called "{folder}"',
        'create the folder "{folder}" inside Documents',
      ],
      heldOut: ['Documents needs a further folder, "{folder}"', 'set up a directory "{folder}" in Documents'],
    },
    make(world) {
      const name = world.newFolderName();
      return inFolder({
        words: { folder: name },
        apply: (state) => void state.folders.add(`${DOCUMENTS}/${name}`),
        *act(hands) {
          yield* hands.keys("ctrl", "shift", "n");
          yield* hands.fill(name, { enter: true });
        },
      });
    },
  },
};
