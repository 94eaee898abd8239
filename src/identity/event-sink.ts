/** Where the identity interface tells what happened. What stores it is not its business. */
import type { JsonObject } from "../core/json.ts";
import type { EventAction } from "./events/event-actions.ts";

/** Who did something. */
export interface EventUser {
  readonly pk: number;
  readonly username: string;
  readonly email: string;
}

/** Something that was done, as it is told. */
export interface IdentityEvent {
  readonly action: EventAction;
  /** Dotted name of what tells it, `wardex.identity.core.users`. */
  readonly app: string;
  /** Who did it; undefined: the server itself. */
  readonly user: EventUser | undefined;
  /** What lies under names of secrets is masked before it is kept (`cleanContext`). */
  readonly context: JsonObject;
  /** Address of the client; undefined for events of the server itself. */
  readonly clientIp: string | undefined;
  readonly createdMs: number;
}

export interface EventSink {
  /** Takes an event; never throws, and never keeps the caller waiting. */
  record(event: IdentityEvent): void;
}
