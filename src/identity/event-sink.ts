/** Where the identity interface tells what happened. What stores it is not its business. */
import type { JsonObject } from "../core/json.ts";
import type { WriteItem } from "../documents/documents.ts";
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

/** Makes a change of records, with documents of events in the same batch. */
export type ChangeWith = (along: readonly WriteItem[]) => Promise<void>;

export interface EventSink {
  /** Takes an event; never throws, and never keeps the caller waiting. */
  record(event: IdentityEvent): void;
}

/** Takes events together with the changes that they tell of. */
export interface ChangeSink extends EventSink {
  /** Makes a change, and keeps what is told of it: both are durable at once. Rejects as the change does. */
  recordWith(events: readonly IdentityEvent[], change: ChangeWith): Promise<void>;
}
