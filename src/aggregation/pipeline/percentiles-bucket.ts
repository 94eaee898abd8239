/** Percentiles of the values that buckets have: each is one of these values. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import { javaDouble } from "../../core/float32.ts";
import type { Json } from "../../core/json.ts";
import { put } from "../../core/names.ts";
import type { Rendered } from "../aggregation-kind.ts";
import { bucketMetricOf } from "../buckets-path/bucket-metric.ts";
import { type ValueFormat, numberText } from "../values/value-format.ts";

const DEFAULT_PERCENTS: readonly number[] = [1, 5, 25, 50, 75, 95, 99];

/** The values in ascending order. */
type Values = readonly number[];

function percentileOf(values: Values, percent: number): number {
  return values[Math.round((percent / 100) * (values.length - 1))] ?? Number.NaN;
}

function readPercents(given: readonly Json[]): number[] {
  return given.map((percent) => {
    const number = typeof percent === "string" && percent.trim() === "" ? Number.NaN : Number(percent);
    if (!Number.isNaN(number)) return number;
    throw new RequestError(400, "number_format_exception", `For input string: ${JSON.stringify(percent)}`);
  });
}

function render(values: Values, percents: readonly number[], keyed: boolean, format: ValueFormat): Rendered {
  const list: Rendered[] = [];
  const byName: Rendered = {};
  for (const percent of percents) {
    const key = javaDouble(percent);
    const value = percentileOf(values, percent);
    const shown = Number.isFinite(value) ? float64Text(value) : null;
    const text = shown === null ? undefined : numberText(format, value);
    put(byName, key, shown);
    if (text !== undefined) put(byName, `${key}_as_string`, text);
    const item = { key: float64Text(percent), value: shown };
    list.push(text === undefined ? item : { ...item, [`${key}_as_string`]: text });
  }
  return { values: keyed ? byName : list };
}

export const percentilesBucket = bucketMetricOf<Values>(
  {
    name: "percentiles_bucket",
    summary: "Percentiles of a value over the buckets of an aggregation beside it.",
  },
  () => {
    let percents = DEFAULT_PERCENTS;
    let keyed = true;
    return {
      extra(key, value) {
        if (key === "percents" && Array.isArray(value)) percents = readPercents(value);
        else if (key === "keyed" && typeof value === "boolean") keyed = value;
        else return false;
        return true;
      },
      metric() {
        if (percents.some((percent) => !(percent >= 0 && percent <= 100)))
          throw illegalArgument("percents must only contain non-null doubles from 0.0-100.0 inclusive");
        return {
          of: ({ values }) => values.toSorted((left, right) => left - right),
          shape: (name, format) => ({
            name,
            kind: "percentiles_bucket",
            render: (values) => render(values, percents, keyed, format),
            typeName: () => "percentiles_bucket",
            sortable: { of: "multi-value", properties: percents.map(javaDouble), javaEnum: undefined },
            metric: (values, property) => percentileOf(values, Number(property)),
          }),
        };
      },
    };
  },
);
