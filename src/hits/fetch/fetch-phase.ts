/** The interface of a fetch phase: one part of what hits show, one file, one line in `phases.ts`. */
import type { IndexAccess } from "../../access/index-access.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import type { Plan, Query, SearcherView } from "../../query/query.ts";
import type { Rescorer } from "../rescore/rescorer.ts";
import type { SortKey } from "../sort/sort-key.ts";
import type { FetchedDocument } from "./fetched-document.ts";
import type { HitOptions } from "./hit-options.ts";
import type { HitLookups } from "./lookup-fields.ts";
import type { RecordFiles } from "./record-files.ts";

/** A part of what hits show. */
export interface FetchPhase {
  /** The option that asks for it, or the member of the hit that it adds, as documented. */
  readonly name: string;
  /** Whether it reads records of documents, which may stand on a disk. */
  readonly readsRecords: boolean;
  /** Refuses, with a RequestError 400, what an index does not take, whether there are hits or not. */
  readonly check?: (request: Readonly<HitOptions>, mapping: MappingView) => void;
  /**
   * Plans it for the hits of a shard; undefined: the request does not ask for it. Called when the shard has a hit.
   * Throws RequestError 400.
   */
  readonly prepare: (request: Readonly<HitOptions>, shard: FetchShard) => AddToHit | undefined;
}

/** Adds members to a hit, which is answered as it stands then. Throws RequestError 400. */
export type AddToHit = (hit: RenderedHit, document: FetchedDocument) => void;

/** A hit as it is answered, its members in the order in which they were added. */
export type RenderedHit = Record<string, unknown>;

/** A shard whose hits are shown, and the request's queries as they were planned for it. */
export interface FetchShard {
  readonly view: SearcherView;
  /** As the caller sees it. */
  readonly mapping: MappingView;
  readonly access: IndexAccess | undefined;
  readonly records: RecordFiles;
  /** The request's query alone; `plan` also has the filters of aliases. */
  readonly query: Query;
  readonly plan: Plan;
  readonly postFilter: Plan | undefined;
  /** `highlight_query` of each highlighted field. */
  readonly highlightQueries: readonly (Query | undefined)[];
  readonly keys: readonly SortKey[];
  /** What scored the hits again, in order. */
  readonly rescorers: readonly Rescorer[];
  readonly nodeId: string;
  /** Accounts for sources that are held until the page is complete. Throws 429. */
  readonly reserveSource: (bytes: number) => void;
  /** Takes what is still to be looked up in other indices. */
  readonly lookups: HitLookups[];
}
