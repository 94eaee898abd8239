/** The `_score` of the hit; null where no scores were computed. */
import { float32Text } from "../../../compat/json/json-text.ts";
import type { ShardHit } from "../../collect/shard-hit.ts";
import type { SortKey } from "../../sort/sort-key.ts";
import type { FetchPhase } from "../fetch-phase.ts";

export const score: FetchPhase = {
  name: "score",
  prepare(_request, { keys }) {
    const scoreOf = scoresBy(keys);
    return (hit, { hit: found }) => {
      const value = scoreOf(found);
      hit._score = Number.isNaN(value) ? null : float32Text(value);
    };
  },
  prepareWritten(_request, { keys }) {
    const scoreOf = scoresBy(keys);
    // Hits of a page often have the same one.
    let last = Number.NaN;
    let member = '"_score":null';
    return (writer, { hit }) => {
      const value = scoreOf(hit);
      if (!Object.is(value, last)) {
        last = value;
        member = `"_score":${Number.isNaN(value) ? "null" : float32Text(value).text}`;
      }
      writer.member(member);
    };
  },
};

/** The score of a hit, which may be known by what it is sorted by alone; NaN: none. */
function scoresBy(keys: readonly SortKey[]): (hit: ShardHit) => number {
  const byScore = keys.findIndex((key) => key.needsScores);
  return ({ score: own, sort }) => (byScore >= 0 && Number.isNaN(own) ? Number(sort[byScore]) : own);
}
