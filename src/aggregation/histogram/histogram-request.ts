/** A parsed histogram of either kind, as its collector and its reduction see it. */
import type { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { SubAggregations } from "../aggregation-kind.ts";
import { failedField, readInteger } from "../declared-values.ts";
import type { RequestedValues, ValuesSource } from "../values/values-source.ts";
import type { OrderPart } from "../order/bucket-order.ts";
import type { Bounds } from "./histogram-bounds.ts";
import type { Intervals } from "./intervals.ts";

/** All that the body says. */
export interface HistogramRequest {
  readonly name: string;
  readonly kind: "histogram" | "date_histogram";
  readonly values: RequestedValues;
  readonly minDocCount: number;
  readonly keyed: boolean;
  readonly order: readonly OrderPart[];
  readonly children: SubAggregations;
  /** The key after `key`. */
  next(key: number): number;
  /** What depends on the field. Throws 400 for what does not fit it. */
  layout(source: ValuesSource): HistogramLayout;
  /** The key as it is rendered, and as the name of a keyed bucket when the format has no text for it. */
  renderKey(key: number): unknown;
  keyName(key: number): string;
}

/** Intervals and bounds on one index. */
export interface HistogramLayout {
  readonly intervals: Intervals;
  /** Keys of the first and last bucket that `extended_bounds` ask for. */
  readonly extended: Bounds;
  /** The bounds themselves, which ranges are cut at. */
  readonly hard: Bounds | undefined;
  /** Whether a key is inside `hard_bounds`; undefined: there are none. Keys inside follow each other. */
  readonly inside: ((key: number) => boolean) | undefined;
}

/** Reads `min_doc_count`. */
export function readMinDocCount(read: BodyReader, name: string): number {
  const value = readInteger(read, "min_doc_count") ?? 0;
  if (value >= 0) return value;
  throw failedField(
    read,
    "min_doc_count",
    illegalArgument(`[minDocCount] must be greater than or equal to 0. Found [${value}] in [${name}]`),
  );
}
