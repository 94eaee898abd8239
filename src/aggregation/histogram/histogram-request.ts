/** A parsed histogram of either kind, for its collector and its reduction. */
import type { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { SubAggregations } from "../aggregation-kind.ts";
import { failedField, readInteger } from "../declared-values.ts";
import type { IntervalLength } from "../time/calendar-unit.ts";
import type { RequestedValues, ValuesSource } from "../values/values-source.ts";
import type { OrderPart } from "../order/bucket-order.ts";
import type { Bounds } from "./histogram-bounds.ts";
import type { Intervals } from "./intervals.ts";

/** The parsed body. */
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
  /** The parts that depend on the field. Throws 400 for parameters that do not fit it. */
  layout(source: ValuesSource): HistogramLayout;
  /** Of time: how long its intervals are, for rates. */
  readonly lengthOf?: IntervalLength;
  /** The rendered key; `keyName` is the name of a keyed bucket when the format gives no text. */
  renderKey(key: number): unknown;
  keyName(key: number): string;
}

/** Intervals and bounds on one index. */
export interface HistogramLayout {
  readonly intervals: Intervals;
  /** Keys of the first and last bucket according to `extended_bounds`. */
  readonly extended: Bounds;
  /** The bounds themselves, at which ranges are clipped. */
  readonly hard: Bounds | undefined;
  /** Whether a key is inside `hard_bounds`; undefined: there are none. Keys inside are consecutive. */
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
