/** Reads what both kinds of percentiles take beside a field (`AbstractPercentilesAggregationBuilder`). */
import { BodyReader } from "../../compat/body-reader.ts";
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import { javaDouble } from "../../core/float32.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { put } from "../../core/names.ts";
import type { Rendered, SortableValue } from "../aggregation-kind.ts";
import {
  failedField,
  readBoolean,
  readInteger,
  readNumber,
  readText,
  unsupportedToken,
  withinField,
} from "../declared-values.ts";
import { type ValueFormat, numberText } from "../values/value-format.ts";
import type { NumericMetric } from "../numeric/numeric-metric.ts";
import { type Sketch, type SketchKind, digests, hdrCounts, sketchMetric } from "./sketch-metric.ts";

const DEFAULT_COMPRESSION = 100;
const DEFAULT_DIGITS = 3;
const HINTS: readonly string[] = ["default", "high_accuracy"];

/** The parts that differ between the two. */
export interface PercentileKind {
  readonly name: string;
  readonly summary: string;
  /** The name of the numbers in the body. */
  readonly numbers: string;
  /** Checks and completes the numbers. Throws what the build of the body fails with. */
  check(numbers: readonly number[] | undefined, name: string): readonly number[];
  /** What the response shows beside one of the numbers. */
  value(sketch: Pick<Sketch<never>, "quantile" | "rank">, number: number): number;
}

/** The metric that a body describes. */
export function readPercentiles(kind: PercentileKind, read: BodyReader, name: string): NumericMetric<unknown> {
  const keyed = readBoolean(read, "keyed") ?? true;
  const given = readNumbers(read, kind.numbers);
  const tdigest = readMethod(read, "tdigest", readDigest);
  const hdr = readMethod(read, "hdr", (inner) => hdrCounts(readDigits(inner)));
  if (tdigest && hdr) throw failedBuild(kind.name, "Only one percentiles method should be declared.");
  const numbers = withinBuild(kind, () => kind.check(given, name)).toSorted((a, b) => a - b);
  const layout = { kind, numbers, keyed };
  return hdr ? metricOf(hdr, layout) : metricOf(tdigest ?? digests(DEFAULT_COMPRESSION), layout);
}

interface Layout {
  readonly kind: PercentileKind;
  readonly numbers: readonly number[];
  readonly keyed: boolean;
}

function metricOf<P>(sketches: SketchKind<P>, { kind, numbers, keyed }: Layout): NumericMetric<unknown> {
  const sortable: SortableValue = { of: "multi-value", properties: numbers.map(javaDouble), javaEnum: undefined };
  return sketchMetric(sketches, {
    name: kind.name,
    summary: kind.summary,
    sortable,
    typeName: `${sketches.name}_${kind.name}`,
    metric: (sketch, property) => kind.value(sketch, Number(property)),
    render(sketch, format) {
      const shown = numbers.map((number) => [number, kind.value(sketch, number)] as const);
      return { values: keyed ? renderKeyed(shown, format) : renderList(shown, format) };
    },
  });
}

type Shown = readonly (readonly [number, number])[];

function renderKeyed(values: Shown, format: ValueFormat): Rendered {
  const rendered: Rendered = {};
  for (const [number, value] of values) {
    const key = javaDouble(number);
    put(rendered, key, Number.isNaN(value) ? null : float64Text(value));
    const text = Number.isNaN(value) ? undefined : numberText(format, value);
    if (text !== undefined) put(rendered, `${key}_as_string`, text);
  }
  return rendered;
}

function renderList(values: Shown, format: ValueFormat): Rendered[] {
  return values.map(([number, value]) => {
    const text = Number.isNaN(value) ? undefined : numberText(format, value);
    const shown = { key: float64Text(number), value: Number.isNaN(value) ? null : float64Text(value) };
    return text === undefined ? shown : { ...shown, value_as_string: text };
  });
}

function readNumbers(read: BodyReader, key: string): number[] | undefined {
  const given = read.json(key);
  if (given === undefined) return undefined;
  if (given === null || typeof given === "boolean" || isJsonObject(given)) throw unsupportedToken(read, key, given);
  return withinField(read, key, () => (Array.isArray(given) ? given : [given]).map(toDouble));
}

function toDouble(value: Json): number {
  const number = typeof value === "string" ? Number(value.trim() || Number.NaN) : Number(value);
  if (typeof value !== "string" || !Number.isNaN(number)) return number;
  throw new RequestError(400, "number_format_exception", `For input string: "${value}"`);
}

function readMethod<Method>(read: BodyReader, key: string, parse: (inner: BodyReader) => Method): Method | undefined {
  const body = read.json(key);
  if (body === undefined) return undefined;
  if (!isJsonObject(body)) throw unsupportedToken(read, key, body);
  return withinField(read, key, () => {
    const inner = new BodyReader(key, body, "object");
    const method = parse(inner);
    inner.end();
    return method;
  });
}

function readDigest(inner: BodyReader): ReturnType<typeof digests> {
  const compression = readNumber(inner, "compression") ?? DEFAULT_COMPRESSION;
  if (compression < 0)
    throw failedField(
      inner,
      "compression",
      illegalArgument(`[compression] should be greater than or equal to 0. Found [${javaDouble(compression)}]`),
    );
  return digests(compression, readHint(inner));
}

/** Whether accuracy is preferred. */
export function readHint(read: BodyReader): boolean {
  const hint = readText(read, "execution_hint");
  if (hint === undefined || HINTS.includes(hint)) return hint === "high_accuracy";
  const why = `Invalid execution_hint [${hint}], valid values are [default, high_accuracy]`;
  throw failedField(read, "execution_hint", illegalArgument(why));
}

function readDigits(inner: BodyReader): number {
  const digits = readInteger(inner, "number_of_significant_value_digits") ?? DEFAULT_DIGITS;
  if (digits >= 0 && digits <= 5) return digits;
  throw failedField(
    inner,
    "number_of_significant_value_digits",
    illegalArgument("[numberOfSignificantValueDigits] must be between 0 and 5"),
  );
}

function withinBuild<Value>({ name }: PercentileKind, check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    throw error instanceof RequestError ? failedBuild(name, error.message) : error;
  }
}

function failedBuild(kind: string, why: string): RequestError {
  return new RequestError(
    400,
    "x_content_parse_exception",
    `Failed to build [${kind}] after last required field arrived`,
    { cause: illegalArgument(why) },
  );
}
