/** Whether the suggestion may act by itself. */
export function SuggestionSwitch({
  checked,
  onChange,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className="flex items-start gap-2 text-sm">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-3.5 accent-accent"
      />
      <span>
        Let the suggestion act
        <span className="block text-muted text-xs">
          With the automatic plan: RL ends early, and Entropulse follows, as soon as the evidence suggests it.
        </span>
      </span>
    </label>
  );
}
