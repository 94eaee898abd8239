/** The `_score` of the hit; null where no scores were computed. */
import { float32Text } from "../../../compat/json/json-text.ts";
import type { FetchPhase } from "../fetch-phase.ts";

export const score: FetchPhase = {
  name: "score",
  prepare(_request, { keys }) {
    const byScore = keys.findIndex((key) => key.needsScores);
    return (hit, { hit: found }) => {
      const value = byScore >= 0 && Number.isNaN(found.score) ? Number(found.sort[byScore]) : found.score;
      hit._score = Number.isNaN(value) ? null : float32Text(value);
    };
  },
};
