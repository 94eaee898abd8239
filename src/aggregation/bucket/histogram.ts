/** One bucket for each interval of numbers. */
import { BodyReader, contentParseException, parseDecimal } from "../../compat/body-reader.ts";
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import { javaDouble } from "../../core/float32.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import type { AggregationKind } from "../aggregation-kind.ts";
import { failedField, readBoolean, readNumber } from "../declared-values.ts";
import { readValues } from "../values/values-source.ts";
import { readOrder } from "../order/bucket-order.ts";
import { histogramAggregation } from "../histogram/histogram-aggregation.ts";
import { type Bounds, checkInside, readBounds } from "../histogram/histogram-bounds.ts";
import { readMinDocCount } from "../histogram/histogram-request.ts";
import { equalIntervals } from "../histogram/intervals.ts";

/** Bounds of doubles; texts are decimals. */
function readDoubleBounds(read: BodyReader, key: "extended_bounds" | "hard_bounds"): Bounds | undefined {
  const bounds = readBounds(read, key);
  if (!bounds) return undefined;
  const side = (name: "min" | "max"): number | undefined => {
    const value = bounds[name];
    if (typeof value !== "string") return value;
    try {
      return parseDecimal(value);
    } catch (error) {
      throw error instanceof RequestError
        ? failedField(read, key, contentParseException(`[double_bounds] failed to parse field [${name}]`, error))
        : error;
    }
  };
  const min = side("min");
  const max = side("max");
  if (min !== undefined && max !== undefined && min > max) {
    const why = illegalArgument(`max bound [${javaDouble(max)}] must be greater than min bound [${javaDouble(min)}]`);
    const build = new RequestError(
      400,
      "x_content_parse_exception",
      "Failed to build [double_bounds] after last required field arrived",
      { cause: why },
    );
    throw failedField(read, key, contentParseException("[double_bounds] failed to parse field [max]", build));
  }
  return { min, max };
}

function boundsText(bounds: Bounds | undefined, open: string): string {
  const text = (bound: number | undefined, missing: string): string =>
    bound === undefined ? missing : javaDouble(bound);
  return `${text(bounds?.min, open)}--${text(bounds?.max, open)}`;
}

function readIntervalLength(read: BodyReader, name: string): number | undefined {
  const interval = readNumber(read, "interval");
  if (interval === undefined || interval > 0) return interval;
  throw failedField(read, "interval", illegalArgument(`[interval] must be >0 for histogram aggregation [${name}]`));
}

export const histogram: AggregationKind = {
  name: "histogram",
  summary: "One bucket for each interval of numbers.",
  bucket: true,
  valueTypes: ["boolean", "counter", "date", "numeric", "range"],
  parse(name, body, children, context) {
    const read = new BodyReader("histogram", body, "object");
    const interval = readIntervalLength(read, name);
    const offset = readNumber(read, "offset") ?? 0;
    const minDocCount = readMinDocCount(read, name);
    const keyed = readBoolean(read, "keyed") ?? false;
    const order = readOrder(read) ?? [{ by: "key", sign: 1 }];
    const extended = readDoubleBounds(read, "extended_bounds");
    const hard = readDoubleBounds(read, "hard_bounds");
    const values = readValues(name, read, context, {
      shapes: ["numbers", "ranges"],
      unmapped: "number",
      formattable: true,
    });
    const intervals = equalIntervals(interval ?? 1, offset);
    const keyOf = (bound: number | undefined): number | undefined =>
      bound === undefined ? undefined : intervals.keyOf(bound);
    return histogramAggregation({
      name,
      kind: "histogram",
      values,
      minDocCount,
      keyed,
      order,
      children,
      next: (key) => intervals.next(key),
      layout() {
        if (interval === undefined) throw illegalArgument("interval must be positive, got: 0.0");
        checkInside(extended, hard, { hard: boundsText(hard, ""), extended: boundsText(extended, "null") });
        const { min = -Infinity, max = Infinity } = { ...hard };
        return {
          intervals,
          extended: { min: keyOf(extended?.min), max: keyOf(extended?.max) },
          hard,
          // Elasticsearch compares intervals as they are without the offset.
          inside: hard && ((key) => key - offset >= (min ?? -Infinity) && key - offset <= (max ?? Infinity)),
        };
      },
      renderKey: float64Text,
      keyName: javaDouble,
    });
  },
};
