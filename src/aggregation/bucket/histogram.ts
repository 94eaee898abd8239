/** One bucket for each interval of numbers. */
import { BodyReader, contentParseException } from "../../core/body-reader.ts";
import { illegalArgument } from "../../core/errors.ts";
import { javaDouble } from "../../core/float32.ts";
import type { AggregationKind } from "../aggregation-kind.ts";
import { readValuesSource } from "../values/values-source.ts";
import { readOrder } from "./bucket-order.ts";
import { type Intervals, histogramAggregation, readBounds, readMinDocCount } from "./histogram-buckets.ts";

function intervalsOf(interval: number, offset: number): Intervals {
  const keyOf = (value: number): number => Math.floor((value - offset) / interval) * interval + offset;
  return {
    keys(values, count, into) {
      for (let i = 0; i < count; i++) into[i] = Math.floor((values[i]! - offset) / interval) * interval + offset;
    },
    keyOf,
    next: (key) => (Math.round((key - offset) / interval) + 1) * interval + offset,
  };
}

export const histogram: AggregationKind = {
  name: "histogram",
  summary: "One bucket for each interval of numbers.",
  bucket: true,
  parse(name, body, children, context) {
    const read = new BodyReader("histogram", body, "object");
    const interval = read.number("interval");
    if (interval !== undefined && !(interval > 0)) {
      throw contentParseException("[histogram] failed to parse field [interval]", illegalArgument(`[interval] must be >0 for histogram aggregation [${name}]`));
    }
    const offset = read.number("offset") ?? 0;
    const minDocCount = readMinDocCount(read, name);
    const keyed = read.boolean("keyed") ?? false;
    const order = readOrder(read.json("order"), children) ?? [{ by: "key", sign: 1 }];
    const extendedBounds = readBounds(read, "extended_bounds", Number);
    const hardBounds = readBounds(read, "hard_bounds", Number);
    const source = readValuesSource(read, context.mapping, ["integer", "double", "boolean", "date"]);
    read.end();
    if (interval === undefined) throw illegalArgument("interval must be positive, got: 0.0");
    const text = (key: number): string | undefined => source.field?.formatAsString(key, source.format, source.timeZone);
    return histogramAggregation({
      name,
      kind: "histogram",
      source,
      intervals: () => intervalsOf(interval, offset),
      minDocCount,
      keyed,
      order,
      extendedBounds,
      hardBounds,
      children,
      keyText: (key) => text(key) ?? javaDouble(key),
      renderKey(key) {
        const shown = text(key);
        return shown === undefined ? { key } : { key, key_as_string: shown };
      },
    });
  },
};
