/** The interface of a fetch phase: one part of a hit, one file, one line in `phases.ts`. */
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { IndexAccess } from "../../access/index-access.ts";
import type { JsonWriter } from "../../compat/json/json-writer.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import type { Plan, Query, SearcherView } from "../../query/query.ts";
import type { ShardHit } from "../collect/shard-hit.ts";
import type { Rescorer } from "../rescore/rescorer.ts";
import type { SortKey } from "../sort/sort-key.ts";
import type { FetchedDocument } from "./fetched-document.ts";
import type { FetchProfiler } from "./fetch-profiler.ts";
import type { HitOptions } from "./hit-options.ts";
import type { HitLookups } from "./lookup-fields.ts";
import type { RecordFiles } from "./record-files.ts";

/** Adds one part of a hit. */
export interface FetchPhase {
  /** The option that requests it, or the member that it adds to the hit, as documented. */
  readonly name: string;
  /** Rejects, with a RequestError 400, options that an index does not support, even without any hits. */
  readonly check?: (request: Readonly<HitOptions>, mapping: MappingView) => void;
  /**
   * Plans the phase for the hits of a shard; undefined: not requested. Called only when the shard has a hit. Throws
   * RequestError 400.
   */
  readonly prepare: (request: Readonly<HitOptions>, shard: FetchShard) => AddToHit | undefined;
  /**
   * As `prepare`, for hits that are written at once; undefined: hits with these options are objects. Absent: they are
   * whenever the phase has something to add.
   */
  readonly prepareWritten?: (request: Readonly<HitOptions>, shard: FetchShard) => WriteToHit | undefined;
  /** What the profile calls it; undefined, or absent: it shows no time of its own. */
  readonly profiledAs?: (request: Readonly<HitOptions>, shard: FetchShard) => string | undefined;
  /** Of the phase that shows sources: whether it shows them as they are. */
  readonly showsWhole?: (request: Readonly<HitOptions>, shard: FetchShard) => boolean;
}

/** Adds members to a hit, which then stays as it is until rendered. Throws RequestError 400. */
export type AddToHit = (hit: RenderedHit, document: FetchedDocument) => void;

/** Writes the members of a hit, as `AddToHit` adds them. */
export type WriteToHit = (writer: JsonWriter, document: WrittenDocument) => void;

/** What is known of the document of a hit that is written at once. */
export interface WrittenDocument {
  readonly hit: ShardHit;
  readonly reader: SegmentReader;
  readonly doc: number;
}

/** A hit as rendered, its members in the order in which they were added. */
export type RenderedHit = Record<string, unknown>;

/** A shard whose hits are fetched, with the request's queries as planned for it. */
export interface FetchShard {
  readonly view: SearcherView;
  /** The mapping as visible to the caller. */
  readonly mapping: MappingView;
  readonly access: IndexAccess | undefined;
  readonly records: RecordFiles;
  /** So many hits are shown that their records are not worth keeping. */
  readonly scans: boolean;
  /** The request's query alone; `plan` also includes the filters of aliases. */
  readonly query: Query;
  readonly plan: Plan;
  readonly postFilter: Plan | undefined;
  /** `highlight_query` of each highlighted field. */
  readonly highlightQueries: readonly (Query | undefined)[];
  readonly keys: readonly SortKey[];
  /** The rescorers, in order. */
  readonly rescorers: readonly Rescorer[];
  /** Shows `inner_hits`; undefined: the request asks for none. */
  readonly innerHits: ((reader: SegmentReader, doc: number) => Readonly<Record<string, unknown>>) | undefined;
  readonly nodeId: string;
  /** Accounts for sources that are held until the page is complete. Throws 429. */
  readonly reserveSource: (bytes: number) => void;
  /** Collects the lookups in other indices that are still to be made. */
  readonly lookups: HitLookups[];
  /** Measures what fetching takes; undefined: nobody does. */
  readonly profiler: FetchProfiler | undefined;
}
