/**
 * Where events are kept. The engine's own hidden index series is the durable form; a list is the form for tests, and
 * the oracle of the other. One contract suite: `event-store.contract.ts`.
 */
import type { JsonObject } from "../../core/json.ts";
import type { WriteItem } from "../../documents/documents.ts";
import type { SearchCaller } from "../../search/search-service.ts";

/** An event as it is kept, and as the interface shows it. Never changed. */
export interface StoredEvent {
  /** UUID in lower case with dashes. */
  readonly pk: string;
  readonly action: string;
  readonly app: string;
  /** `{pk, username, email}`; empty for events of the server itself. */
  readonly user: JsonObject;
  readonly context: JsonObject;
  readonly client_ip: string | null;
  /** ISO 8601 with milliseconds, UTC. */
  readonly created: string;
  readonly expires: string;
}

/** What events must be; all of it. */
export interface EventCondition {
  readonly action?: string | undefined;
  /** Stands anywhere in the action, in whatever case. */
  readonly actionPart?: string | undefined;
  readonly clientIp?: string | undefined;
  /** Of who did it. */
  readonly username?: string | undefined;
  readonly userPk?: number | undefined;
  /** `context.username`, the name that somebody tried to sign in with. */
  readonly triedUsername?: string | undefined;
  /** `context.model.…`; of several keys any one will do. */
  readonly modelPk?: readonly string[] | undefined;
  readonly modelName?: string | undefined;
  readonly modelApp?: string | undefined;
  /** `context.authorized_application.pk`. */
  readonly authorizedApplication?: string | undefined;
  /**
   * Terms, split at blanks and commas: each stands, in whatever case, in user, action, app, context (as JSON), address
   * or pk.
   */
  readonly search?: string | undefined;
}

/** What lists may be ordered by. */
export const EVENT_ORDERING = ["pk", "user", "action", "app", "client_ip", "created", "expires"] as const;

/** A page of a list. */
export interface EventQuery extends EventCondition {
  /**
   * Of EVENT_ORDERING, `-` in front for descending. Ties: the newest first, or as the order by time goes. Without a
   * value: last in ascending order.
   */
  readonly ordering: readonly string[];
  readonly from: number;
  readonly size: number;
}

/** How often an application was used. */
export interface ApplicationUse {
  /** The four fields that name it, as its newest event does. */
  readonly application: JsonObject;
  readonly events: number;
  /** Different users, exactly. */
  readonly users: number;
}

/** What was asked to be kept and cannot be, whatever is done. */
export interface RefusedEvent {
  readonly event: StoredEvent;
  readonly reason: string;
}

/** Events as documents that somebody else writes. */
export interface EventDocuments {
  readonly items: readonly WriteItem[];
  /** To be called when they were written, or may have been. */
  written(): void;
}

/** The events. Every reading shows what was appended before. */
export interface EventStore {
  /** Durable when it resolves; what is there already is left alone. Rejects when nothing can be written now. */
  append(events: readonly StoredEvent[]): Promise<readonly RefusedEvent[]>;
  /** The documents of events, for who writes them in a batch of their own; undefined where there are none. */
  documents(events: readonly StoredEvent[]): Promise<EventDocuments | undefined>;
  get(pk: string): Promise<StoredEvent | undefined>;
  /** Rejects when its caller goes away. */
  list(query: EventQuery, caller?: SearchCaller): Promise<{ count: number; events: StoredEvent[] }>;
  /**
   * Uses of applications (`context.authorized_application`), most first, at most `size`. Rejects when its caller goes
   * away.
   */
  applicationUses(condition: EventCondition, size: number, caller?: SearchCaller): Promise<ApplicationUse[]>;
  /** Events with an age of [h, h + 1) hours, for h from 0 to 23. */
  perHour(condition: EventCondition, nowMs: number): Promise<number[]>;
  /** Removes what expired; answers how many. Stops early when told. */
  removeExpired(nowMs: number, signal?: AbortSignal): Promise<number>;
}
