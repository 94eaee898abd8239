/** Aggregations with the kinds of values they take, as `nodes.info` tells them. */

const NUMBERS = ["boolean", "counter", "date", "numeric"];
const ANYTHING = ["other"];

/** By name; exactly those that are there. */
export const aggregationTypes: Readonly<Record<string, readonly string[]>> = {
  avg: NUMBERS,
  cardinality: ["boolean", "counter", "date", "geopoint", "ip", "keyword", "numeric", "range"],
  date_histogram: ["boolean", "date", "numeric", "range"],
  filter: ANYTHING,
  filters: ANYTHING,
  histogram: ["boolean", "counter", "date", "numeric", "range"],
  max: NUMBERS,
  min: NUMBERS,
  missing: ["boolean", "date", "geopoint", "ip", "keyword", "numeric", "range"],
  range: NUMBERS,
  stats: NUMBERS,
  sum: NUMBERS,
  terms: ["boolean", "date", "ip", "keyword", "numeric"],
  value_count: ["boolean", "counter", "date", "geopoint", "ip", "keyword", "numeric", "range"],
};
