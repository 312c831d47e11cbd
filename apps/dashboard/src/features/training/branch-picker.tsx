"use client";
import { StateIcon } from "@deskrl/ui";
import { clsx } from "clsx";
import type { Training } from "../../lib/api/types.ts";
import { currentPhase, inOrder, phaseLook, storyOf } from "./phases.logic.ts";

/** Which branch the phase bar and its buttons are about: one button for each seed and arm. */
export function BranchPicker(props: {
  training: Training;
  chosen: string;
  onChoose: (branchId: string) => void;
}) {
  const { training, chosen, onChoose } = props;
  const { branches, phases } = training;
  const arms = new Set(branches.map(({ arm }) => arm)).size > 1;
  return (
    <div
      className="flex items-center gap-1 overflow-x-auto text-xs sm:flex-wrap"
      role="radiogroup"
      aria-label="Branch"
    >
      {inOrder(branches).map((branch) => {
        const story = storyOf(branch, branches, phases);
        const named = currentPhase(story) ?? story.at(-1);
        const look = named ? phaseLook(named.phase.state) : null;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a radio input cannot hold a glyph and two words
          <button
            key={branch.id}
            type="button"
            role="radio"
            aria-checked={branch.id === chosen}
            data-hue={look?.hue}
            onClick={() => onChoose(branch.id)}
            className={clsx(
              "focus-ring inline-flex h-6 shrink-0 items-center gap-1.5 rounded-md border px-2",
              branch.id === chosen ? "border-accent bg-accent-soft" : "border-line hover:bg-raised",
            )}
          >
            <span className="font-medium">{arms ? branch.arm : `seed ${branch.seed}`}</span>
            {arms && <span className="text-faint">seed {branch.seed}</span>}
            {named && look && (
              <span className="inline-flex items-center gap-1 text-hue">
                <StateIcon glyph={look.glyph} size={11} />
                {named.name}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}
