/** What is known of an async search, while it runs and afterwards. */
import type { JsonObject } from "../core/json.ts";

/** Shards by what became of them. */
export interface ShardCounts {
  readonly total: number;
  readonly successful: number;
  readonly skipped: number;
  readonly failed: number;
}

/** What a search came to. */
export interface AsyncSearchOutcome {
  /** Of the answer: of the search, or of what is wrong with it. */
  readonly status: number;
  /** The answer of the search as JSON text; undefined: it failed before any shard was asked. */
  readonly response: string | undefined;
  /** How the response shows names of aggregations and totals. */
  readonly form: ResponseForm;
  readonly error: JsonObject | undefined;
  readonly shards: ShardCounts;
  readonly warnings: readonly string[];
}

/** Forms of a response that a caller chooses (`typed_keys`, `rest_total_hits_as_int`). */
export interface ResponseForm {
  readonly typedKeys: boolean;
  readonly totalsAsNumbers: boolean;
}

/** A search as it stands. */
export interface AsyncSearchRecord extends AsyncSearchOutcome {
  readonly id: string;
  /** Who may see it: nobody else is told that it is there. */
  readonly owner: string;
  readonly isRunning: boolean;
  readonly isPartial: boolean;
  /** Milliseconds since 1970. */
  readonly startMs: number;
  readonly expirationMs: number;
  /** Undefined: it runs, or has failed. */
  readonly completionMs: number | undefined;
}

/** Keeps records across restarts. Bounded: what is too large is refused with RequestError 400. */
export interface AsyncSearchStore {
  put(name: string, record: AsyncSearchRecord): Promise<void>;
  get(name: string): Promise<AsyncSearchRecord | undefined>;
  /** Moves the end of a record; answers whether it is there. */
  extend(name: string, expirationMs: number): Promise<boolean>;
  /** Answers whether it was there. */
  delete(name: string): Promise<boolean>;
  /** Deletes what expired before a moment; answers how many that were. */
  deleteExpired(beforeMs: number, signal: AbortSignal): Promise<number>;
}
