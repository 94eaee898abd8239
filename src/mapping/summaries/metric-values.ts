/** Reads the metrics of a document: exactly those that the mapping names. */
import { illegalArgument } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import type { SummaryMetric, ValueContext } from "../field-type.ts";
import { parseFraction } from "../numbers/fraction-type.ts";
import { doubleKind, integerKind } from "../numbers/number-kinds.ts";
import { parseWholeNumber } from "../numbers/whole-number.ts";
import { badValue, badValueBecause, ValueError } from "../value-error.ts";
import { expectNumber, expectObject } from "./expected-token.ts";

/** All metrics, in Elasticsearch's order. */
export const metricNames: readonly SummaryMetric[] = ["min", "max", "sum", "value_count"];

/** The metrics of a value by their names. Throws ValueError. */
export function metricValues(
  path: string,
  metrics: readonly SummaryMetric[],
  value: Json,
  target: ValueContext,
): Record<string, number> {
  const read: Record<string, number> = {};
  for (const [key, given] of Object.entries(expectObject(value))) {
    target.itemAt(key, 0);
    const metric = metricNames.find((name) => name === key);
    if (metric === undefined)
      throw withoutPreview(
        `No enum constant org.elasticsearch.xpack.aggregatemetric.mapper.AggregateMetricDoubleFieldMapper.Metric.${key}`,
      );
    if (!metrics.includes(metric))
      throw withoutPreview(`Aggregate metric [${metric}] does not exist in the mapping of field [${path}]`);
    read[metric] = metricValue(metric, given, target);
  }
  target.item(undefined);
  check(path, metrics, read);
  // Zero for the first value of a document.
  if (target.nextPosition > 0) {
    throw withoutPreview(
      `Field [${path}] of type [aggregate_metric_double] does not support indexing multiple values for the same field in the same document`,
    );
  }
  target.nextPosition = 1;
  return read;
}

function metricValue(metric: SummaryMetric, value: Json, target: ValueContext): number {
  try {
    const given = expectNumber(value);
    return metric === "value_count"
      ? Number(parseWholeNumber(integerKind, given, false, target.numberText))
      : (parseFraction(doubleKind, given, false) ?? Number.NaN);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    const told = error.token === undefined && error.cause.type === "illegal_argument_exception";
    const shown = told
      ? badValueBecause(illegalArgument(`failed to parse [${metric}] sub field: ${error.message}`))
      : error;
    shown.part = value;
    throw shown;
  }
}

function check(path: string, metrics: readonly SummaryMetric[], read: Readonly<Record<string, number>>): void {
  const { min, max, value_count: count } = read;
  if (min !== undefined && max !== undefined && max < min)
    throw withoutPreview(`Aggregate metric field [${path}] max value cannot be smaller than min value`);
  if (count !== undefined && count < 0)
    throw withoutPreview(`Aggregate metric [value_count] of field [${path}] cannot be a negative number`);
  if (metrics.some((metric) => read[metric] === undefined)) {
    throw withoutPreview(`Aggregate metric field [${path}] must contain all metrics [${metrics.join(", ")}]`);
  }
}

/** An error found at a name or at the end of the object: Elasticsearch previews the token there, which is null. */
function withoutPreview(reason: string): ValueError {
  const error = badValue(reason);
  error.previewText = "null";
  return error;
}
