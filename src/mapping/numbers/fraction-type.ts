/** Makes the field types of numbers with fractions (half_float, float, double). */
import { javaText } from "../mapping-error.ts";
import { formatDecimal } from "../../compat/decimal-format.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { javaDouble, javaFloat, shortestFloat } from "../../core/float32.ts";
import type { Json } from "../../core/json.ts";
import { fractions } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseFetchFormat } from "../define-field-type.ts";
import type { ConvertedRange, FieldType, IndexableField, RangeBounds } from "../field-type.ts";
import { type IndexScript, noIndexScript } from "../index-script.ts";
import {
  coerceParameter,
  docValuesParameter,
  ignoreMalformedParameter,
  indexParameter,
  dimensionParameter,
  metricParameter,
  type Parameter,
  settingFlag,
  storeParameter,
} from "../parameter.ts";
import {
  badToken,
  badValue,
  badValueBecause,
  fractionFormatException,
  tokenNameOf,
  ValueError,
} from "../value-error.ts";
import { checkMetric } from "./check-metric.ts";
import { scriptExcludes } from "./script-excludes.ts";

/** A precision of numbers with fractions. */
export interface FractionKind {
  readonly name: string;
  readonly javaClass: "Float" | "Double";
  readonly width: "half_float" | "float" | "double";
  /** The nearest value of the type; infinite beyond its range. */
  round(value: number): number;
  /**
   * The least value of the type that satisfies a lower bound; undefined when there is none. Upper bounds are mirrored.
   */
  lower(bound: number, included: boolean): number | undefined;
  /** The value in `fields`: with the fewest digits that identify it. */
  show(value: number): number;
}

const JAVA_NUMBER = /^[+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[dDfF]?)$/;

/** Java's Double.parseDouble; undefined when the text is not a number. */
export function parseJavaDouble(text: string): number | undefined {
  const trimmed = text.trim();
  return JAVA_NUMBER.test(trimmed) ? Number(trimmed.replace(/[dDfF]$/, "")) : hexadecimal(trimmed);
}

const HEXADECIMAL = /^([+-]?)0[xX]([\da-fA-F]*)\.?([\da-fA-F]*)[pP]([+-]?\d+)[dDfF]?$/;
/** Digits that a double holds without rounding. */
const EXACT_HEX_DIGITS = 13;

/**
 * Java's hexadecimal floating point (`0x1.8p3`); undefined for other texts, and for more digits than a double holds.
 */
function hexadecimal(text: string): number | undefined {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = HEXADECIMAL.exec(text) ?? [];
  const digits = whole + fraction;
  if (digits === "" || digits.length > EXACT_HEX_DIGITS) return undefined;
  const value = Number.parseInt(digits, 16) * 2 ** (Number(exponent) - 4 * fraction.length);
  return sign === "-" ? -value : value;
}

function shownNumber(kind: FractionKind, value: number): string {
  return kind.javaClass === "Float" ? javaFloat(value) : javaDouble(value);
}

/** A value of a document; undefined stands for null. Throws ValueError. */
export function parseFraction(kind: FractionKind, value: Json, coerce: boolean): number | undefined {
  let number: number;
  if (typeof value === "number") number = value;
  else if (typeof value === "string") {
    if (!coerce) throw badValue(`${kind.javaClass} value passed as String`);
    if (value === "") return undefined;
    const parsed = parseJavaDouble(value);
    if (parsed === undefined) throw badValueBecause(fractionFormatException(value.trim()));
    number = parsed;
  } else if (typeof value === "bigint") number = Number(value);
  else if (typeof value === "boolean")
    throw badToken(
      "json_parse_exception",
      `Current token (${tokenNameOf(value)}) not numeric, can not use numeric value accessors`,
    );
  else if (value === null) return undefined;
  else throw badValue("Cannot parse object as number");
  const rounded = kind.round(number);
  if (Number.isFinite(rounded)) return rounded;
  const float = kind.javaClass === "Float" ? Math.fround(number) : number;
  const error = badValue(`[${kind.name}] supports only finite values, but got [${shownNumber(kind, float)}]`);
  if (typeof value === "number" && !Number.isFinite(float)) error.previewText = shownNumber(kind, float);
  throw error;
}

/** A value of a query. Throws RequestError. */
export function queryFraction(value: Json): number {
  if (typeof value === "number" || typeof value === "bigint") return Number(value);
  const text = javaText(value);
  const parsed = parseJavaDouble(text);
  if (parsed === undefined) throw fractionFormatException(text.trim());
  return parsed;
}

/**
 * Both bounds, inclusive, in values of the type. Floats are rounded to the nearest float before they are compared,
 * halves are rounded inwards; one value on both sides is a term query and means the nearest value.
 */
export function fractionRange(kind: FractionKind, bounds: RangeBounds): ConvertedRange {
  const { gte, gt, lte, lt } = bounds;
  let from: number | undefined;
  let to: number | undefined;
  if (gte !== undefined && gte !== null && gte === lte) {
    from = kind.round(queryFraction(gte));
    return Number.isFinite(from) ? { unit: "number", from, to: from } : { unit: "empty" };
  }
  const lower = gte ?? gt;
  if (lower !== undefined && lower !== null) {
    from = kind.lower(queryFraction(lower), lower === gte);
    if (from === undefined) return { unit: "empty" };
  }
  const upper = lte ?? lt;
  if (upper !== undefined && upper !== null) {
    const negated = kind.lower(-queryFraction(upper), upper === lte);
    if (negated === undefined) return { unit: "empty" };
    to = -negated;
  }
  if (Number.isNaN(from) || Number.isNaN(to) || (from !== undefined && to !== undefined && from > to))
    return { unit: "empty" };
  return { unit: "number", from: from === -Infinity ? undefined : from, to: to === Infinity ? undefined : to };
}

/** A value as a 32-bit float; undefined when it is malformed. */
function storedFloat(value: Json, coerce: boolean, replacement: number | undefined): Json | undefined {
  try {
    const single: FractionKind = {
      name: "float",
      javaClass: "Float",
      width: "float",
      round: Math.fround,
      show: shortestFloat,
      lower: () => undefined,
    };
    const parsed = parseFraction(single, value, coerce) ?? replacement;
    return parsed === undefined ? undefined : shortestFloat(parsed);
  } catch {
    return undefined; // Malformed values are not stored.
  }
}

/** The type of a precision. `script`: how it takes the values of scripts. */
export function fractionType(
  kind: FractionKind,
  summary: string,
  script: IndexScript = noIndexScript(scriptExcludes),
): FieldType {
  const nullValue: Parameter = {
    name: "null_value",
    fallback: null,
    updateable: false,
    acceptsNull: true,
    read(value) {
      const given = queryFraction(value);
      const number = kind.round(given);
      if (!Number.isFinite(number)) {
        const read = kind.javaClass === "Float" ? Math.fround(given) : given;
        throw illegalArgument(`[${kind.name}] supports only finite values, but got [${shownNumber(kind, read)}]`);
      }
      return kind.show(number);
    },
    text: (value) => (typeof value === "number" ? shownNumber(kind, value) : javaText(value)),
  };
  return defineFieldType({
    name: kind.name,
    summary,
    parameters: [
      indexParameter,
      docValuesParameter,
      storeParameter,
      ignoreMalformedParameter,
      coerceParameter,
      nullValue,
      dimensionParameter,
      metricParameter,
    ],
    script,

    create({ values, shown }, context): IndexableField {
      checkMetric(values);
      const { path } = context;
      const ignoreMalformed =
        values["ignore_malformed"] === null
          ? settingFlag(context, "index.mapping.ignore_malformed", false)
          : values["ignore_malformed"] === true;
      const coerce =
        values["coerce"] === null ? settingFlag(context, "index.mapping.coerce", true) : values["coerce"] === true;
      const replacement = typeof values["null_value"] === "number" ? kind.round(values["null_value"]) : undefined;
      const indexed = values["index"] === true;
      const column = values["doc_values"] === true;
      const base = baseField(path, {
        type: kind.name,
        capabilities: fractions(kind.width),
        searchable: indexed,
        aggregatable: column,
        spec: { terms: undefined, norms: false, column: indexed || column ? "double" : undefined },
        shown,
      });
      return {
        ...base,
        range: (bounds) => fractionRange(kind, bounds),
        syntheticSource: column
          ? { order: "sorted", text: (value) => shownNumber(kind, Number(value)), keepsOrder: values["store"] !== true }
          : undefined,

        index(value, target) {
          let parsed: number | undefined;
          try {
            // Java reads `-0` as an integer, which has no sign.
            parsed = parseFraction(kind, Object.is(value, -0) && target.numberText(-0) === "-0" ? 0 : value, coerce);
          } catch (error) {
            if (!ignoreMalformed || !(error instanceof ValueError) || (typeof value === "object" && value !== null))
              throw error;
            target.ignore(path);
            return;
          }
          parsed ??= replacement;
          if (parsed === undefined) return;
          if (base.spec.column) target.builder.addNumber(target.field, parsed);
          else target.builder.addPresence(target.field);
        },

        format: (value, format) => (format === undefined ? Number(value) : formatDecimal(Number(value), format)),
        formatAsString: (value, format) => (format === undefined ? undefined : formatDecimal(Number(value), format)),
        parseValue: (value) => queryFraction(value),

        // Half floats are stored as the floats that were given.
        ...(kind.name === "half_float"
          ? { fetchStored: (value: Json) => storedFloat(value, coerce, replacement) }
          : {}),

        fetch(sourceValue, format) {
          refuseFetchFormat(base, format);
          try {
            const parsed = parseFraction(kind, sourceValue, true) ?? replacement;
            return parsed === undefined ? undefined : kind.show(parsed);
          } catch {
            return undefined;
          }
        },
      };
    },
  });
}
