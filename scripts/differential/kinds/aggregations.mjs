// Trees of aggregations over all kinds that the core of 8.19 has.
import { queryOf } from "../aggregations/buckets.mjs";
import { treeOf } from "../aggregations/tree.mjs";
import { randomWorld } from "../aggregations/world.mjs";
import { optional } from "../values.mjs";

/** Which terms of deleted documents are still there depends on when segments are merged. */
const withoutUnseen = (aggs) => JSON.parse(JSON.stringify(aggs).replaceAll('"min_doc_count":0', '"min_doc_count":1'));

export const aggregations = {
  name: "aggregations",
  oracle: "elasticsearch",
  world: randomWorld,

  request(random, { rewrites }) {
    const aggs = treeOf(random);
    return {
      path: random.chance(0.3) ? "_search?typed_keys=true" : "_search",
      body: {
        size: 0,
        track_total_hits: true,
        ...optional(random, 0.5, { query: () => queryOf(random) }),
        aggs: rewrites ? withoutUnseen(aggs) : aggs,
      },
    };
  },
};
