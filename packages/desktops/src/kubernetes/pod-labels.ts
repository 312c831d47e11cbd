import { WARM } from "../docker/labels.ts";

/** Labels on every pod of ours. Clean-up touches labelled pods only; what they say is all there is to a restart. */
export const POD_LABELS = {
  app: "app.kubernetes.io/name",
  owner: "deskrl.owner",
  environment: "deskrl.environment",
  lease: "deskrl.lease",
  content: "deskrl.content",
  generation: "deskrl.generation",
  used: "deskrl.used",
  network: "deskrl.network",
} as const;

export const POD_APP = "deskrl-desktop";

/** Selects the pods of one owner. */
export function ownerSelector(ownerId: string): string {
  return `${POD_LABELS.owner}=${labelValue(ownerId)}`;
}

/** Brings a text to what a label may hold: 63 characters, of which the first and last are letters or digits. */
export function labelValue(text: string): string {
  return text
    .replaceAll(/[^a-zA-Z0-9_.-]/g, "-")
    .slice(0, 63)
    .replaceAll(/^[^a-zA-Z0-9]+|[^a-zA-Z0-9]+$/g, "");
}

/** Labels of a pod that nobody has yet. */
export function warmLabels(values: { ownerId: string; lease: string; content: string; network: string }) {
  return {
    [POD_LABELS.app]: POD_APP,
    [POD_LABELS.owner]: labelValue(values.ownerId),
    [POD_LABELS.environment]: WARM,
    [POD_LABELS.lease]: labelValue(values.lease),
    [POD_LABELS.content]: values.content,
    [POD_LABELS.network]: values.network,
  };
}
