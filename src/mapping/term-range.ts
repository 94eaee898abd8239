/** Ranges on terms. */
import type { Json } from "../core/json.ts";
import type { ConvertedRange, RangeBounds } from "./field-type.ts";

/** A range of terms, with bounds encoded by `encode`. */
export function termRange(bounds: RangeBounds, encode: (value: Json) => Uint8Array): ConvertedRange {
  const lower = bounds.gte ?? bounds.gt;
  const upper = bounds.lte ?? bounds.lt;
  return {
    unit: "term",
    from: lower === undefined || lower === null ? undefined : encode(lower),
    to: upper === undefined || upper === null ? undefined : encode(upper),
    includeFrom: bounds.gte !== undefined && bounds.gte !== null,
    includeTo: bounds.lte !== undefined && bounds.lte !== null,
  };
}
