/** Which group: its phase, the iteration, and its index in it. */
export interface GroupPlace {
  phaseId: string;
  iteration: number;
  index: number;
}

export const groupKey = ({ phaseId, iteration, index }: GroupPlace): string =>
  `${phaseId}:${iteration}:${index}`;

/** The group an address names; null when it names none. */
export function parseGroupKey(key: string): GroupPlace | null {
  const [phaseId, iteration, index] = key.split(":");
  const numbers = [Number(iteration), Number(index)];
  const [first, second] = numbers;
  const good = phaseId?.startsWith("ph_") && numbers.every((each) => Number.isInteger(each) && each >= 0);
  return good && first !== undefined && second !== undefined && phaseId
    ? { phaseId, iteration: first, index: second }
    : null;
}
