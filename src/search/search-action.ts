/**
 * The interface of a call: one thing that the search side is asked for, one file in `actions/`, one line in
 * `actions.ts`.
 */
import type { ContextSource } from "./shard/search-shard.ts";
import type { SharedMemory } from "./shard/request-accounts.ts";
import type { Turn } from "./shard/request-control.ts";
import type { ResolvedReference, SearchAction } from "./search-service.ts";
import type { SearcherRegistry } from "./shard/searcher-registry.ts";
import type { SearchSettings } from "./search-settings.ts";

/** What a call runs with. */
export interface CallRuntime {
  readonly registry: SearcherRegistry;
  readonly contexts: ContextSource;
  readonly nodeId: string;
  readonly turn: Turn;
  /** 1 when the call was cancelled. */
  readonly control: Int32Array | undefined;
  /** What the bodies of the call refer to, as far as that is known. */
  readonly references: readonly ResolvedReference[] | undefined;
  readonly settings: SearchSettings;
  /** What requests take their memory from; undefined: nobody counts. */
  readonly memory: SharedMemory | undefined;
  /** Now, in milliseconds, the same for the whole call. */
  readonly nowMs: number;
  /** Milliseconds since main received the call. */
  readonly tookMs: () => number;
  readonly warn: (message: string) => void;
  /** Tells of damage in a source file of a shard. */
  readonly damaged: (uuid: string, shard: number, file: string) => void;
}

/** What a call answers; `body` is rendered by the thread. */
export interface CallAnswer {
  readonly status: number;
  readonly body: unknown;
  /** See SearchAnswer; false when absent. */
  readonly isCacheable?: boolean;
  /** See SearchAnswer; none when absent. */
  readonly groups?: readonly (readonly string[])[];
}

/** A call. Yields when others should have their turn; throws RequestError for what the caller can act on. */
export interface CallKind {
  readonly name: string;
  run(call: SearchAction, runtime: CallRuntime): Generator<void, CallAnswer>;
}
