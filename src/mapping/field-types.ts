/** The list of documented field types; it is the registry. Objects and aliases are part of the mapping itself. */
import type { FieldType } from "./field-type.ts";
import { aggregateMetricDouble } from "./field-types/aggregate-metric-double.ts";
import { annotatedText } from "./field-types/annotated-text.ts";
import { binary } from "./field-types/binary.ts";
import { completion } from "./field-types/completion.ts";
import { constantKeyword } from "./field-types/constant-keyword.ts";
import { boolean } from "./field-types/boolean.ts";
import { byte } from "./field-types/byte.ts";
import { countedKeyword } from "./field-types/counted-keyword.ts";
import { date } from "./field-types/date.ts";
import { dateRange } from "./field-types/date-range.ts";
import { dateNanos } from "./field-types/date-nanos.ts";
import { denseVector } from "./field-types/dense-vector.ts";
import { double } from "./field-types/double.ts";
import { doubleRange } from "./field-types/double-range.ts";
import { flattened } from "./field-types/flattened.ts";
import { float } from "./field-types/float.ts";
import { floatRange } from "./field-types/float-range.ts";
import { geoPoint } from "./field-types/geo-point.ts";
import { geoShape } from "./field-types/geo-shape.ts";
import { halfFloat } from "./field-types/half-float.ts";
import { histogram } from "./field-types/histogram.ts";
import { icuCollationKeyword } from "./field-types/icu-collation-keyword.ts";
import { integer } from "./field-types/integer.ts";
import { integerRange } from "./field-types/integer-range.ts";
import { ip } from "./field-types/ip.ts";
import { ipRange } from "./field-types/ip-range.ts";
import { join } from "./field-types/join.ts";
import { keyword } from "./field-types/keyword.ts";
import { matchOnlyText } from "./field-types/match-only-text.ts";
import { long } from "./field-types/long.ts";
import { longRange } from "./field-types/long-range.ts";
import { point } from "./field-types/point.ts";
import { murmur3 } from "./field-types/murmur3.ts";
import { percolator } from "./field-types/percolator.ts";
import { rankFeature } from "./field-types/rank-feature.ts";
import { rankFeatures } from "./field-types/rank-features.ts";
import { scaledFloat } from "./field-types/scaled-float.ts";
import { searchAsYouType } from "./field-types/search-as-you-type.ts";
import { shape } from "./field-types/shape.ts";
import { semanticText } from "./field-types/semantic-text.ts";
import { short } from "./field-types/short.ts";
import { sparseVector } from "./field-types/sparse-vector.ts";
import { text } from "./field-types/text.ts";
import { tokenCount } from "./field-types/token-count.ts";
import { unsignedLong } from "./field-types/unsigned-long.ts";
import { version } from "./field-types/version.ts";
import { wildcard } from "./field-types/wildcard.ts";

export const fieldTypes: readonly FieldType[] = [
  text,
  matchOnlyText,
  annotatedText,
  searchAsYouType,
  keyword,
  wildcard,
  constantKeyword,
  countedKeyword,
  icuCollationKeyword,
  version,
  byte,
  short,
  integer,
  long,
  unsignedLong,
  halfFloat,
  float,
  double,
  scaledFloat,
  boolean,
  date,
  dateNanos,
  ip,
  geoPoint,
  geoShape,
  shape,
  point,
  binary,
  integerRange,
  longRange,
  floatRange,
  doubleRange,
  dateRange,
  ipRange,
  flattened,
  tokenCount,
  murmur3,
  rankFeature,
  rankFeatures,
  sparseVector,
  denseVector,
  join,
  completion,
  histogram,
  aggregateMetricDouble,
  percolator,
  semanticText,
];
