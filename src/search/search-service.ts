/**
 * Searching, as the operations see it. The request goes to one search thread as text and comes back as response bytes;
 * main never parses a query. Plain data only.
 */
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import type { SearcherDescriptor } from "../documents/documents.ts";
import type { IndexAccess } from "../access/index-access.ts";
import type { KeptSet, ShardQueryCacheCounts } from "../query/query-cache/query-cache.ts";
import type { PortableError } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import type { CallAnalysis } from "./analyze/analyze-task.ts";
import type { CustomsFollower } from "./search-customs.ts";

/** What a search runs on: concrete indices, with what aliases and roles add. */
export interface SearchTarget {
  readonly uuid: string;
  readonly index: string;
  /** Filters of the aliases by which it was reached; all must match. */
  readonly filters: readonly JsonObject[];
  /** What the caller may see of it; undefined: everything. Not optional, so that nobody forgets to ask. */
  readonly access: IndexAccess | undefined;
  /** Shard numbers to search (routing); undefined: all. */
  readonly shards?: readonly number[] | undefined;
}

/** The index that a field of runtime type `lookup` names, as the caller sees it, or why it does not; plain data. */
export type LookupTargets = { readonly targets: readonly SearchTarget[] } | { readonly error: PortableError };

/** How the response object becomes bytes. */
export interface RenderOptions {
  readonly filterPath: string | undefined;
  readonly pretty: boolean;
  readonly human: boolean;
  /** Media type of the response: `json`, `yaml`, `cbor`, `smile`. */
  readonly format: "json" | "yaml" | "cbor" | "smile";
}

/** One request to the search side. */
export interface SearchAction {
  /** `search`, `count`, `msearch`, `explain`, `validate` …: an entry of the list in `search/calls.ts`. */
  readonly call: string;
  /** Concrete targets; msearch: those of each item. */
  readonly targets: readonly (readonly SearchTarget[])[];
  /**
   * By name, the indices that fields of runtime type `lookup` of the targets or the bodies may name; absent: there are
   * none.
   */
  readonly lookups?: readonly (Readonly<Record<string, LookupTargets>> | undefined)[] | undefined;
  /** What `analyze` is made of, where that is not an index of the targets. */
  readonly analysis?: CallAnalysis | undefined;
  /** Body (or bodies of msearch items) as JSON text; empty when none. */
  readonly bodies: readonly string[];
  /** Query string parameters of each item, unparsed, path parameters included. */
  readonly parameters: readonly Readonly<Record<string, string>>[];
  readonly render: RenderOptions;
  /** Shared word: 0 running, 1 cancelled. Put in by the lane that runs the call. */
  readonly control: Int32Array | undefined;
  /** When main received the request, on the monotonic clock, for `took`. */
  readonly startedMs: number;
}

/** The answer, ready to be sent. */
export interface SearchAnswer {
  readonly status: number;
  readonly body: Uint8Array;
  /** Deprecation warnings for the header. */
  readonly warnings: readonly string[];
  /** Whether the same request has this answer until something changes on its indices. */
  readonly isCacheable: boolean;
}

/** The search side of one thread. */
export interface SearchThread extends CustomsFollower {
  /** Takes over the metadata of an index (mapping, settings). */
  applyIndex(metadata: IndexMetadata): void;
  removeIndex(uuid: string): void;
  /** Uses this searcher for calls from now on; the one before is released when no call runs on it any more. */
  publish(searcher: SearcherDescriptor): void;
  call(request: SearchAction): Promise<SearchAnswer>;
  /** Takes over a set of the query cache that another thread has made. */
  takeSet(kept: KeptSet): void;
  /** Called with each set that the query cache makes. */
  onSetKept: (kept: KeptSet) => void;
  /** Lets go of the sets that the query cache keeps for an index. */
  clearQueryCache(uuid: string): void;
  /** What the query cache did, by shard; forgotten with the index. */
  queryCacheCounts(): readonly ShardQueryCacheCounts[];
  /** Called when a generation of a shard is no longer used on this thread. */
  onRelease: (uuid: string, shard: number, generation: number) => void;
  /** Called when a source file of a shard turns out to be damaged. */
  onDamage: (uuid: string, shard: number, file: string) => void;
}
