/** What one cluster contributes to a search over several, as plain data: it comes from here or over a link. */
import type { PortableError } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import type { ProfiledFetch } from "../hits/fetch/fetch-profiler.ts";
import type { SearchStep } from "./scroll-cursor.ts";
import type { SearchTarget } from "./search-service.ts";
import type { ShardProfile, ShardResult } from "./shard-result.ts";

/** A search of a client on the indices of one cluster. */
export interface ClusterSearch {
  /** As the client sent it. */
  readonly body: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly targets: readonly SearchTarget[];
  /** The name by which whoever asks calls the cluster; undefined: it asks itself. */
  readonly cluster: string | undefined;
  /** Whether nothing but the number of hits is asked for. */
  readonly counts: boolean;
  /** What it is a step of. */
  readonly step?: SearchStep | undefined;
  /** Whether shards that all fail are told one by one, as a part of those of all clusters. */
  readonly byShard?: boolean;
}

/** A document as it is shown, by its place: the shard's place among the results, its segment and its number there. */
export interface ShownDocument {
  readonly place: number;
  readonly segment: number;
  readonly doc: number;
  /** JSON text, so that numbers stay as they are written. */
  readonly shown: string;
}

/** How many hits a shard found, and the places in the shard of those that it sent. */
export interface ShardPage {
  readonly found: number;
  readonly docs: readonly number[];
}

/** What a cluster found. */
export interface ClusterAnswer {
  readonly tookMs: number;
  readonly nodeId: string;
  readonly shards: number;
  readonly skipped: number;
  /** What each shard found; of its hits those that may be among the first of all clusters. */
  readonly results: readonly ShardResult[];
  readonly documents: readonly ShownDocument[];
  /** Of a step of a scroll: what its cursor needs to know of each result, by its place. */
  readonly pages?: readonly ShardPage[] | undefined;
  /** What is measured beside the query phase, by the place of the shard. */
  readonly measured: readonly (
    | { readonly nearest: readonly ShardProfile[]; readonly fetch: ProfiledFetch | undefined }
    | undefined
  )[];
  readonly reducePhases: number;
  /** The fields that aggregations are of, as the first index that answered has them; undefined: there are none. */
  readonly mapping: JsonObject | undefined;
}

/** What became of the part of a cluster. */
export interface ClusterOutcome {
  /** Undefined: this cluster. */
  readonly alias: string | undefined;
  /** What was asked of it, without its name. */
  readonly expression: string;
  readonly outcome: ClusterAnswer | { readonly error: PortableError };
  /** Whether the search is not to go on without it (`skip_unavailable: false`); false when absent. */
  readonly isNeeded?: boolean;
}
