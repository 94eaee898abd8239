/**
 * The interface of a call: one thing that the search side is asked for, one file in `actions/`, one line in
 * `actions.ts`.
 */
import type { CallReads } from "./shard/read-counts.ts";
import type { AnswerPages } from "../core/answer-pages.ts";
import type { ContextSource } from "./shard/search-shard.ts";
import type { ShareSearch } from "./shard/shared-search.ts";
import type { SharedMemory } from "./shard/request-accounts.ts";
import type { ScrollCursor } from "./scroll-cursor.ts";
import type { Turn } from "./shard/request-control.ts";
import type { ResolvedReference, SearchAction } from "./search-service.ts";
import type { SearcherRegistry } from "./shard/searcher-registry.ts";
import type { SlowPhase } from "./slow-phases.ts";
import type { SearchSettings } from "./search-settings.ts";

/** What a call runs with. */
export interface CallRuntime {
  readonly registry: SearcherRegistry;
  readonly contexts: ContextSource;
  readonly nodeId: string;
  readonly turn: Turn;
  /** What the call reads of fields. */
  readonly reads: CallReads;
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
  /** Tells of a phase that took longer than its index allows. */
  readonly slow: (phase: SlowPhase) => void;
  /** Work from which on a search is shared. */
  readonly largeWork: number;
  /** Shares a large search with other threads; undefined: there are none. */
  readonly share: ShareSearch | undefined;
  /** Where large answers are written. */
  readonly pages: AnswerPages;
  /** Tells of damage in a source file of a shard. */
  readonly damaged: (uuid: string, shard: number, file: string) => void;
}

/** What a call answers; `body` is rendered by the thread. */
export interface CallAnswer {
  readonly status: number;
  readonly body: unknown;
  /** See SearchAnswer; false when absent. */
  readonly isCacheable?: boolean;
  /** See SearchAnswer. */
  readonly cursor?: ScrollCursor | undefined;
  /** See SearchAnswer; none when absent. */
  readonly groups?: readonly (readonly string[])[];
  /** See SearchAnswer; none when absent. */
  readonly usages?: readonly (string | undefined)[];
}

/** A call. What is special about it stands in its file, and travels with each request up to the port of a thread. */
export interface CallKind {
  readonly name: string;
  /** Whether the statistics of shards count it as a search. */
  readonly counted?: boolean;
  /** Whether all that it does is counted as work (`work.ts`), so that it runs where it arrived when that is little. */
  readonly quick?: boolean;
  /**
   * Which of its answers the request cache keeps: all, or those without hits, where the request does not say itself;
   * absent: none.
   */
  readonly cacheable?: "all" | "without-hits";
  /** Yields when others should have their turn; throws RequestError for what the caller can act on. */
  run(call: SearchAction, runtime: CallRuntime): Generator<void, CallAnswer>;
}
