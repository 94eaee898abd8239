/** The difference between the value of a histogram's bucket and that of the one before it. */
import { tokenName } from "../../compat/body-reader.ts";
import { parsingException } from "../../compat/errors.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import { type NameTable, nameTable, ownOf } from "../../core/names.ts";
import type { PipelineKind, Rendered } from "../aggregation-kind.ts";
import { parseGapPolicy, type GapPolicy } from "../buckets-path/gap-policy.ts";
import { renderFinite } from "../buckets-path/pipeline-value.ts";
import { validateSequential, valuesOfBuckets } from "../buckets-path/sequential-parent.ts";
import { RAW, type ValueFormat, numberText } from "../values/value-format.ts";
import type { JsonObject } from "../../core/json.ts";

/** Units of the calendar with their usual length. */
const UNITS_MS: NameTable<number> = nameTable({
  year: 31_556_952_000,
  "1y": 31_556_952_000,
  quarter: 7_889_238_000,
  "1q": 7_889_238_000,
  month: 2_629_746_000,
  "1M": 2_629_746_000,
  week: 604_800_000,
  "1w": 604_800_000,
  day: 86_400_000,
  "1d": 86_400_000,
  hour: 3_600_000,
  "1h": 3_600_000,
  minute: 60_000,
  "1m": 60_000,
  second: 1000,
  "1s": 1000,
});

/** `units`: how many units lie between the two buckets; undefined: none was given. */
interface Derivative {
  readonly value: number;
  readonly units: number | undefined;
}

interface DerivativeBody {
  readonly path: string;
  readonly format: ValueFormat;
  readonly gapPolicy: GapPolicy;
  readonly unitMs: number | undefined;
}

function readBody(name: string, body: JsonObject): DerivativeBody {
  let path: string | undefined;
  let format: ValueFormat = RAW;
  let gapPolicy: GapPolicy = "skip";
  let unitMs: number | undefined;
  for (const [key, given] of Object.entries(body)) {
    const value = key === "buckets_path" && Array.isArray(given) ? given[0] : given;
    if (typeof value !== "string") throw parsingException(`Unexpected token ${tokenName(given)} in [${name}].`);
    if (key === "buckets_path") path = value;
    else if (key === "format") format = { type: "decimal", pattern: value };
    else if (key === "gap_policy") gapPolicy = parseGapPolicy(value);
    else if (key === "unit")
      unitMs = ownOf(UNITS_MS, value) ?? parseTimeMs(value, "DerivativePipelineAggregationBuilder.unit");
    else throw parsingException(`Unknown key for a ${tokenName(given)} in [${name}]: [${key}].`);
  }
  if (path === undefined)
    throw parsingException(`Missing required field [buckets_path] for derivative aggregation [${name}]`);
  return { path, format, gapPolicy, unitMs };
}

function normalized({ value, units }: Derivative): number {
  return units === undefined || units <= 0 ? value : value / units;
}

function render(result: Derivative, format: ValueFormat): Rendered {
  const shown = renderFinite(result.value, format);
  if (result.units === undefined || result.units <= 0) return shown;
  const value = normalized(result);
  const text = Number.isFinite(value) ? numberText(format, value) : undefined;
  return {
    ...shown,
    normalized_value: Number.isFinite(value) ? float64Text(value) : null,
    ...(text === undefined ? {} : { normalized_value_as_string: text }),
  };
}

export const derivative: PipelineKind = {
  name: "derivative",
  summary: "For each bucket of the histogram around it, the difference to the bucket before it.",
  parse(name, body) {
    const { path, format, gapPolicy, unitMs } = readBody(name, body);
    return {
      name,
      kind: "derivative",
      reads: "parent",
      bucketsPaths: [path],
      render: (result: Derivative) => render(result, format),
      typeName: () => "derivative",
      sortable: { of: "single-value", also: ["normalized_value"] },
      metric: (result: Derivative, property) => (property === "normalized_value" ? normalized(result) : result.value),
      validate: (place) => validateSequential("derivative", name, place),
      apply(parent, partial) {
        const values = valuesOfBuckets(parent, partial, path, gapPolicy);
        const buckets = parent.buckets(partial);
        const keyOf = (place: number): number => Number(parent.keyOf?.(partial, buckets[place]!).value);
        return buckets.map((bucket, place) => {
          const value = values[place];
          const before = values[place - 1];
          if (value === undefined || before === undefined) return { bucket, result: undefined };
          const units = unitMs === undefined ? undefined : (keyOf(place) - keyOf(place - 1)) / unitMs;
          return { bucket, result: { value: value - before, units } };
        });
      },
    };
  },
};
