/**
 * A later page of a scroll on a shard: it begins behind the last document that was shown, whose place in the shard
 * decides among documents with equal keys. So a page finds what it shows, and nothing before it.
 */
import type { ShardHit } from "../../hits/collect/shard-hit.ts";
import { docKey } from "../../hits/sort/doc-key.ts";
import { scoreKey } from "../../hits/sort/score-key.ts";
import type { SortKey, SortValue } from "../../hits/sort/sort-key.ts";
import { type ScrollCursor, shardKey } from "../scroll-cursor.ts";
import type { SearchRequest } from "../request/search-request.ts";
import type { PlannedShard } from "./query-phase.ts";

/** What a shard sorts by, and where it begins. */
export interface ResumedSort {
  readonly keys: readonly SortKey[];
  readonly after: readonly SortValue[];
}

/** Plans whose matches all have the same score: by relevance, they come in the order of their places. */
const CONSTANT_KINDS: ReadonlySet<string> = new Set(["MatchAllDocsQuery", "ConstantScoreQuery"]);

/** How the shard goes on; undefined: it has shown nothing. */
export function resumedSort(
  { sort, trackScores }: SearchRequest,
  { prepared, keys, plan }: PlannedShard,
  cursor: ScrollCursor | undefined,
): ResumedSort | undefined {
  const { index, shard } = prepared;
  const place = cursor?.places.get(shardKey({ uuid: index.target.uuid, shard }));
  if (place === undefined || typeof place === "string") return undefined;
  const byPlace = docKey("asc");
  if (keys.length > 0) {
    const last = trackScores ? { ...byPlace, needsScores: true } : byPlace;
    const isTotal = sort.some(({ kind }) => kind === "doc" || kind === "shard_doc") && !trackScores;
    return isTotal ? { keys, after: place.sort } : { keys: [...keys, last], after: [...place.sort, place.doc] };
  }
  if (CONSTANT_KINDS.has(plan.kind)) return { keys: [{ ...byPlace, needsScores: true }], after: [place.doc] };
  return { keys: [scoreKey("desc"), byPlace], after: [place.score, place.doc] };
}

/** The hits with the values that the request sorts by: as many as there are keys. */
export function shownSort(hits: readonly ShardHit[], keys: number): ShardHit[] {
  return hits.map((hit) => ({ ...hit, sort: hit.sort.slice(0, keys) }));
}
