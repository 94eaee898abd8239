/** What a box plot of the values of a field shows: quartiles, extremes and whiskers. */
import { float64Text } from "../../compat/json/json-text.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { javaDouble } from "../../core/float32.ts";
import { put } from "../../core/names.ts";
import type { Rendered } from "../aggregation-kind.ts";
import { failedField, readNumber } from "../declared-values.ts";
import type { DigestPartial } from "../digest/digest.ts";
import { readHint } from "../digest/read-percentiles.ts";
import { type Sketch, digests, sketchMetric } from "../digest/sketch-metric.ts";
import { numericMetricOf } from "../numeric/numeric-metric.ts";
import { type ValueFormat, numberText } from "../values/value-format.ts";

const DEFAULT_COMPRESSION = 100;
/** Whiskers end at the last value within this many interquartile ranges from the box. */
const WHISKER_RANGES = 1.5;
const PROPERTIES = ["min", "max", "q1", "q2", "q3", "lower", "upper"] as const;
const about = {
  name: "boxplot",
  summary: "Quartiles, extremes and whiskers of the values of a field.",
  valueTypes: ["histogram", "numeric"],
};

function boxOf(sketch: Sketch<DigestPartial>): Readonly<Record<(typeof PROPERTIES)[number], number>> {
  const { values } = sketch.partial();
  const [q1, q2, q3] = [sketch.quantile(0.25), sketch.quantile(0.5), sketch.quantile(0.75)] as const;
  const reach = (q3 - q1) * WHISKER_RANGES;
  return {
    min: values[0] ?? Infinity,
    max: values.at(-1) ?? -Infinity,
    q1,
    q2,
    q3,
    lower: values.find((value) => value >= q1 - reach) ?? Number.NaN,
    upper: values.findLast((value) => value <= q3 + reach) ?? Number.NaN,
  };
}

function render(sketch: Sketch<DigestPartial>, format: ValueFormat): Rendered {
  const box = boxOf(sketch);
  const shown: Rendered = {};
  const texts: Rendered = {};
  for (const property of PROPERTIES) {
    put(shown, property, float64Text(box[property]));
    const text = numberText(format, box[property]);
    if (text !== undefined) put(texts, `${property}_as_string`, text);
  }
  return { ...shown, ...texts };
}

export const boxplot = numericMetricOf(about, (read, name) => {
  const compression = readNumber(read, "compression") ?? DEFAULT_COMPRESSION;
  if (compression < 0) {
    const why = `[compression] must be greater than or equal to 0. Found [${javaDouble(compression)}] in [${name}]`;
    throw failedField(read, "compression", illegalArgument(why));
  }
  return sketchMetric(digests(compression, readHint(read)), {
    ...about,
    sortable: {
      of: "multi-value",
      properties: PROPERTIES,
      javaEnum: "org.elasticsearch.xpack.analytics.boxplot.InternalBoxplot.Metrics",
    },
    metric: (sketch, property) => boxOf(sketch)[(property ?? "q2") as (typeof PROPERTIES)[number]],
    render,
  });
});
