/** Labels on every container and network of ours. Clean-up touches labelled things only. */
export const LABELS = {
  owner: "deskrl.owner",
  environment: "deskrl.environment",
  lease: "deskrl.lease",
  content: "deskrl.content",
  network: "deskrl.network",
} as const;

/** Value of the environment label of a container that was made before anyone asked for it. */
export const WARM = "warm";

export interface LabelValues {
  ownerId: string;
  /** The process that made it, so that a later one can tell whether its maker still lives. */
  lease: string;
  /** Hash of what it was made from; only equal contents can stand for each other. */
  content: string;
}

/** Labels are fixed for a container's life, so the environment a warm one is given to later stands in its name. */
export function containerLabels({ ownerId, lease, content }: LabelValues): Record<string, string> {
  return {
    [LABELS.owner]: ownerId,
    [LABELS.environment]: WARM,
    [LABELS.lease]: lease,
    [LABELS.content]: content,
  };
}

/** Name of a container that nobody has yet. */
export function warmName(unique: string): string {
  return `deskrl-warm-${unique}`;
}

/** Name of a container that is an environment's desktop. */
export function environmentName(environmentId: string, generation: number): string {
  return `deskrl-${environmentId.replaceAll(/[^a-zA-Z0-9_.-]/g, "-")}-g${generation}`;
}
