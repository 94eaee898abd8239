/** The documents that a query matches. */
import type { AggregationKind } from "../aggregation-kind.ts";
import { queryChooser } from "../collect/query-chooser.ts";
import { singleBucket } from "../single/single-bucket.ts";

export const filter: AggregationKind = {
  name: "filter",
  summary: "One bucket: the documents that a query matches.",
  bucket: true,
  parse(name, body, children, context) {
    const query = context.parseQuery(body);
    return singleBucket(name, "filter", children, (shard) => {
      const plan = query.plan(shard.searcher, { scored: false, boost: 1 });
      return (_reader, operators) => queryChooser(plan, operators);
    });
  },
};
