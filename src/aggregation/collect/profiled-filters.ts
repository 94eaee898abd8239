/** What the profile says of queries that choose the documents of buckets. */
import type { Plan } from "../../query/query.ts";

/** The queries; none is counted without a look at documents. */
export function profiledFilters(plans: readonly Plan[]): Readonly<Record<string, unknown>> {
  return { filters: plans.map(({ description }) => ({ query: description, segments_counted_in_constant_time: 0 })) };
}
