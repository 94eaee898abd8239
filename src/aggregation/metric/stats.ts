/** Count, least, greatest, mean and sum of a field in one. */
import { numericMetricKind } from "../numeric/numeric-metric.ts";
import {
  type Stats,
  STATS_PROPERTIES,
  StatsState,
  mergeStats,
  renderStats,
  statsValue,
} from "../numeric/stats-state.ts";

import { scaleSum } from "../numeric/sums.ts";

export const stats = numericMetricKind<Stats>({
  name: "stats",
  summary: "Count, min, max, avg and sum of a numeric or date field.",
  sortable: {
    of: "multi-value",
    properties: STATS_PROPERTIES,
    javaEnum: "org.elasticsearch.search.aggregations.metrics.InternalStats.Metrics",
  },
  power: 1,
  state: () => new StatsState(),
  merge: mergeStats,
  scale: scaleSum,
  metric: statsValue,
  render: renderStats,
});
