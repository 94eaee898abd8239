/** The classes that collect aggregations in Elasticsearch, by which its profile calls them. */
import { nameTable } from "../../core/names.ts";

/** Of a field that is not mapped: nothing is collected. */
export const NON_COLLECTING = "NonCollectingAggregator";

/**
 * By kind, or by type of result: of those that are always collected in one way. A collector that has a choice says its
 * own (`profile`).
 */
const aggregatorNames = nameTable({
  adjacency_matrix: "AdjacencyMatrixAggregator",
  auto_date_histogram: "AutoDateHistogramAggregator.FromSingle",
  avg: "AvgAggregator",
  boxplot: "BoxplotAggregator",
  cardinality: "CardinalityAggregator",
  cartesian_bounds: "CartesianBoundsAggregator",
  cartesian_centroid: "CartesianCentroidAggregator",
  children: "ParentToChildrenAggregator",
  composite: "CompositeAggregator",
  date_histogram: "DateHistogramAggregator",
  date_range: "RangeAggregator.NoOverlap",
  diversified_sampler: "DiversifiedOrdinalsSamplerAggregator",
  extended_stats: "ExtendedStatsAggregator",
  filter: "FilterAggregationBuilder.FilterAggregator",
  filters: "FiltersAggregator.Compatible",
  geo_bounds: "GeoBoundsAggregator",
  geo_centroid: "GeoCentroidAggregator",
  geo_distance: "RangeAggregator.NoOverlap",
  geo_line: "GeoLineAggregator.Normal",
  geohash_grid: "GeoHashGridAggregator",
  geohex_grid: "GeoHexGridAggregator",
  geotile_grid: "GeoTileGridAggregator",
  global: "GlobalAggregator",
  hdr_percentile_ranks: "HDRPercentileRanksAggregator",
  hdr_percentiles: "HDRPercentilesAggregator",
  histogram: "NumericHistogramAggregator",
  ip_prefix: "IpPrefixAggregator",
  ip_range: "BinaryRangeAggregator",
  matrix_stats: "MatrixStatsAggregator",
  max: "MaxAggregator",
  median_absolute_deviation: "MedianAbsoluteDeviationAggregator",
  min: "MinAggregator",
  missing: "MissingAggregator",
  multi_terms: "MultiTermsAggregator",
  nested: "NestedAggregator",
  parent: "ChildrenToParentAggregator",
  random_sampler: "RandomSamplerAggregator",
  range: "RangeAggregator.NoOverlap",
  rare_terms: "StringRareTermsAggregator",
  rate: "NumericRateAggregator",
  reverse_nested: "ReverseNestedAggregator",
  sampler: "SamplerAggregator",
  scripted_metric: "ScriptedMetricAggregator",
  significant_terms: "MapStringTermsAggregator",
  significant_text: "MapStringTermsAggregator",
  stats: "StatsAggregator",
  string_stats: "StringStatsAggregator",
  sum: "SumAggregator",
  t_test: "UnpairedTTestAggregator",
  tdigest_percentile_ranks: "TDigestPercentileRanksAggregator",
  tdigest_percentiles: "TDigestPercentilesAggregator",
  terms: "MapStringTermsAggregator",
  top_hits: "TopHitsAggregator",
  top_metrics: "TopMetricsAggregator",
  value_count: "ValueCountAggregator",
  variable_width_histogram: "VariableWidthHistogramAggregator",
  weighted_avg: "WeightedAvgAggregator",
});

/** The class that collects a kind. */
export function aggregatorName(kind: string): string {
  return aggregatorNames[kind] ?? NON_COLLECTING;
}
