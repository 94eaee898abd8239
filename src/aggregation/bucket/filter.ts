/** The documents that a query matches. */
import type { AggregationKind } from "../aggregation-kind.ts";
import { profiledFilters } from "../collect/profiled-filters.ts";
import { queryChooser } from "../collect/query-chooser.ts";
import { singleBucketOf, SingleBucketCollector } from "../single/single-bucket.ts";

export const filter: AggregationKind = {
  name: "filter",
  summary: "One bucket: the documents that a query matches.",
  bucket: true,
  parse(name, body, children, context) {
    const query = context.parseQuery(body);
    return singleBucketOf(name, "filter", children, (shard) => {
      const plan = query.plan(shard.searcher, { scored: false, boost: 1 });
      return new SingleBucketCollector(children, shard, {
        choose: (_reader, operators) => queryChooser(plan, operators),
        profile: () => ({
          debug: { delegate: "FiltersAggregator.Compatible", delegate_debug: profiledFilters([plan]) },
        }),
      });
    });
  },
};
