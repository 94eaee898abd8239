/** What a search asks of the inner hits of its queries. */
import type { InnerHits } from "../../query/inner-hits.ts";
import type { Query } from "../../query/query.ts";
import type { HitOptions } from "../fetch/hit-options.ts";
import type { SortSpec } from "../sort/sort-spec.ts";

/** The options of `inner_hits`. */
export interface InnerHitsOptions extends Readonly<HitOptions> {
  readonly from: number;
  readonly sort: readonly SortSpec[];
  readonly trackScores: boolean;
}

/** The inner hits of one query. */
export interface InnerHitsRequest {
  readonly innerHits: InnerHits;
  readonly options: InnerHitsOptions;
  /** `highlight_query` of each highlighted field. */
  readonly highlightQueries: readonly (Query | undefined)[];
  /** Those of queries within the query. */
  readonly children: readonly InnerHitsRequest[];
}
