/** Shards that are left out because nothing on them can match (`CanMatchPreFilterSearchPhase`). */
import type { SubAggregations } from "../../aggregation/aggregation-kind.ts";
import { isJsonObject } from "../../core/json.ts";
import { isKnownEmpty } from "../../query/kind-query.ts";
import type { SearchRequest } from "../request/search-request.ts";
import type { PreparedShard } from "../shard/prepare-shards.ts";

/**
 * Up to so many shards nothing is left out, unless `pre_filter_shard_size` says so or the first sort key is a field.
 */
const DEFAULT_PRE_FILTER_SHARDS = 128;

/** The shards that need not be searched. */
export function skippedShards(request: SearchRequest, shards: readonly PreparedShard[]): ReadonlySet<PreparedShard> {
  const first = request.sort[0]?.kind;
  const limit = request.preFilterShardSize ?? (first === "field" || first === "doc" ? 1 : DEFAULT_PRE_FILTER_SHARDS);
  const [some] = shards;
  if (!some || shards.length <= limit || request.globalStatistics || !mayLeaveOut(request, some.index.aggregations))
    return new Set();
  const skipped = shards.filter((shard) => shard.searcher && isKnownEmpty(shard.index.query, shard.view));
  // An aggregation without any shard would have no answer.
  const needed = request.aggregations && skipped.length === shards.length ? 1 : 0;
  return new Set(skipped.slice(needed));
}

function mayLeaveOut({ query, suggest }: SearchRequest, { aggregations }: SubAggregations): boolean {
  const everything = query === undefined || (isJsonObject(query) && Object.hasOwn(query, "match_all"));
  return !everything && suggest === undefined && !aggregations.some(({ countsOthers }) => countsOthers === true);
}
