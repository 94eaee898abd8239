// Queries of the core of 8.19: trees over all their kinds, on fields of all its types.
import { leafOf, queryOf } from "../queries/tree.mjs";
import { randomWorld } from "../queries/world.mjs";
import { optional, weighted } from "../values.mjs";

const ALL = 200;
/** How often fields are asked for that may not fit. */
const LOOSE = 0.2;

export const queries = {
  name: "queries",
  oracle: "elasticsearch",
  world: randomWorld,

  request(random, world) {
    // Which of several wrong parts is told, and of those that are never asked, is the matter of single queries only.
    const query = random.chance(LOOSE) ? leafOf(random, { ...world, isLoose: true }) : queryOf(random, world, 3);
    const isExplained = random.chance(0.4);
    return {
      path: random.chance(0.1) ? "_search?search_type=dfs_query_then_fetch" : "_search",
      body: {
        query,
        _source: false,
        track_total_hits: true,
        size: isExplained ? weighted(random, [1, 3, 10]) : ALL,
        ...(isExplained ? { explain: true } : {}),
        ...optional(random, 0.05, { min_score: () => random.pick([0.5, 1, 2]) }),
      },
    };
  },
};
