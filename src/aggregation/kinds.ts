/** The list of aggregations. To add one: a file in `metric/` or `bucket/`, a line here, a test. */
import type { AggregationKind } from "./aggregation-kind.ts";
import { adjacencyMatrix } from "./bucket/adjacency-matrix.ts";
import { autoDateHistogram } from "./bucket/auto-date-histogram.ts";
import { categorizeText } from "./bucket/categorize-text.ts";
import { children } from "./bucket/children.ts";
import { composite } from "./bucket/composite.ts";
import { countedTerms } from "./bucket/counted-terms.ts";
import { dateHistogram } from "./bucket/date-histogram.ts";
import { dateRange } from "./bucket/date-range.ts";
import { diversifiedSampler } from "./bucket/diversified-sampler.ts";
import { filter } from "./bucket/filter.ts";
import { filters } from "./bucket/filters.ts";
import { frequentItemSets } from "./bucket/frequent-item-sets.ts";
import { geoDistance } from "./bucket/geo-distance.ts";
import { geohashGrid } from "./bucket/geohash-grid.ts";
import { geohexGrid } from "./bucket/geohex-grid.ts";
import { geotileGrid } from "./bucket/geotile-grid.ts";
import { global } from "./bucket/global.ts";
import { histogram } from "./bucket/histogram.ts";
import { ipPrefix } from "./bucket/ip-prefix.ts";
import { ipRange } from "./bucket/ip-range.ts";
import { missing } from "./bucket/missing.ts";
import { multiTerms } from "./bucket/multi-terms.ts";
import { nested } from "./bucket/nested.ts";
import { parent } from "./bucket/parent.ts";
import { randomSampler } from "./bucket/random-sampler.ts";
import { range } from "./bucket/range.ts";
import { rareTerms } from "./bucket/rare-terms.ts";
import { reverseNested } from "./bucket/reverse-nested.ts";
import { sampler } from "./bucket/sampler.ts";
import { significantTerms } from "./bucket/significant-terms.ts";
import { significantText } from "./bucket/significant-text.ts";
import { timeSeries } from "./bucket/time-series.ts";
import { terms } from "./bucket/terms.ts";
import { variableWidthHistogram } from "./bucket/variable-width-histogram.ts";
import { avg } from "./metric/avg.ts";
import { boxplot } from "./metric/boxplot.ts";
import { cardinality } from "./metric/cardinality.ts";
import { cartesianBounds } from "./metric/cartesian-bounds.ts";
import { cartesianCentroid } from "./metric/cartesian-centroid.ts";
import { extendedStats } from "./metric/extended-stats.ts";
import { geoBounds } from "./metric/geo-bounds.ts";
import { geoCentroid } from "./metric/geo-centroid.ts";
import { geoLine } from "./metric/geo-line.ts";
import { matrixStats } from "./metric/matrix-stats.ts";
import { max } from "./metric/max.ts";
import { medianAbsoluteDeviation } from "./metric/median-absolute-deviation.ts";
import { min } from "./metric/min.ts";
import { percentileRanks } from "./metric/percentile-ranks.ts";
import { percentiles } from "./metric/percentiles.ts";
import { rate } from "./metric/rate.ts";
import { scriptedMetric } from "./metric/scripted-metric.ts";
import { stats } from "./metric/stats.ts";
import { stringStats } from "./metric/string-stats.ts";
import { sum } from "./metric/sum.ts";
import { tTest } from "./metric/t-test.ts";
import { topHits } from "./metric/top-hits.ts";
import { topMetrics } from "./metric/top-metrics.ts";
import { valueCount } from "./metric/value-count.ts";
import { weightedAvg } from "./metric/weighted-avg.ts";

export const aggregationKinds: readonly AggregationKind[] = [
  adjacencyMatrix,
  autoDateHistogram,
  avg,
  boxplot,
  cardinality,
  cartesianBounds,
  cartesianCentroid,
  categorizeText,
  children,
  composite,
  countedTerms,
  timeSeries,
  dateHistogram,
  dateRange,
  diversifiedSampler,
  extendedStats,
  filter,
  filters,
  frequentItemSets,
  geoBounds,
  geoCentroid,
  geoDistance,
  geoLine,
  geohashGrid,
  geohexGrid,
  geotileGrid,
  global,
  histogram,
  ipPrefix,
  ipRange,
  matrixStats,
  max,
  medianAbsoluteDeviation,
  min,
  missing,
  multiTerms,
  nested,
  parent,
  percentileRanks,
  percentiles,
  randomSampler,
  range,
  rareTerms,
  rate,
  reverseNested,
  sampler,
  scriptedMetric,
  significantTerms,
  significantText,
  stats,
  stringStats,
  sum,
  tTest,
  terms,
  topHits,
  topMetrics,
  valueCount,
  variableWidthHistogram,
  weightedAvg,
];
