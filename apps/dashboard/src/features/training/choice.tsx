/** One of several ways, with a sentence on what it means. */
export function Choice(props: {
  name: string;
  title: string;
  note: string;
  checked: boolean;
  onChange: () => void;
}) {
  return (
    <label className="flex cursor-pointer items-start gap-2 rounded-md border border-line px-2.5 py-1.5 has-[:checked]:border-accent has-[:checked]:bg-accent-soft">
      <input
        type="radio"
        name={props.name}
        checked={props.checked}
        onChange={props.onChange}
        className="mt-0.5 accent-accent"
      />
      <span>
        <span className="font-medium text-sm">{props.title}</span>
        <span className="block text-muted text-xs">{props.note}</span>
      </span>
    </label>
  );
}
