import { randomBytes } from "node:crypto";
import type { Actor } from "@deskrl/domain";

export interface ViewTicket {
  actor: Actor;
  environmentId: string;
  /** Input is let through while the actor holds control. */
  control: boolean;
  expiresAt: Date;
}

export const VIEW_TICKET_TTL_MS = 60_000;

export interface ViewTicketStoreOptions {
  clock?: () => Date;
  newToken?: () => string;
}

/** Tickets for the live view. Each opens one view, once, within its minute; a restart forgets them all. */
export class ViewTicketStore {
  readonly #tickets = new Map<string, ViewTicket>();
  readonly #clock: () => Date;
  readonly #newToken: () => string;

  constructor({
    clock = () => new Date(),
    newToken = () => randomBytes(24).toString("base64url"),
  }: ViewTicketStoreOptions = {}) {
    this.#clock = clock;
    this.#newToken = newToken;
  }

  issue(ticket: Omit<ViewTicket, "expiresAt">): { token: string; expiresAt: Date } {
    const token = this.#newToken();
    const expiresAt = new Date(this.#clock().getTime() + VIEW_TICKET_TTL_MS);
    this.#tickets.set(token, { ...ticket, expiresAt });
    return { token, expiresAt };
  }

  /** The ticket, which is used up by this; null when it is unknown, used or expired. */
  redeem(token: string): ViewTicket | null {
    const ticket = this.#tickets.get(token);
    this.#tickets.delete(token);
    return ticket && ticket.expiresAt > this.#clock() ? ticket : null;
  }

  /** Tickets that can still be used, of one actor or of all. */
  waiting(actorId?: string): number {
    const now = this.#clock();
    let count = 0;
    for (const { actor, expiresAt } of this.#tickets.values())
      if (expiresAt > now && (actorId === undefined || actor.id === actorId)) count += 1;
    return count;
  }

  /** Forgets what has expired; returns how many. */
  sweep(): number {
    const now = this.#clock();
    let swept = 0;
    for (const [token, ticket] of this.#tickets) {
      if (ticket.expiresAt > now) continue;
      this.#tickets.delete(token);
      swept += 1;
    }
    return swept;
  }
}
