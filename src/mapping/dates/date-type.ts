/** Makes the field types of dates, in milliseconds or nanoseconds. */
import { systemClock } from "../../core/clock.ts";
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { type DateFormat, dateFormat } from "../../compat/dates/date-format.ts";
import type { Instant } from "../../compat/dates/date-fields.ts";
import { readLocale } from "../../compat/dates/locale.ts";
import { parseDateMath } from "../../compat/dates/date-math.ts";
import { timeZone, type TimeZone } from "../../compat/time-zone.ts";
import { type FieldCapabilities, instants } from "../field-capabilities.ts";
import { baseField, defineFieldType, valueText } from "../define-field-type.ts";
import type { ConvertedRange, FieldType, IndexableField, RangeBounds } from "../field-type.ts";
import { indexScript } from "../index-script.ts";
import { javaText, wrapError } from "../mapping-error.ts";
import {
  docValuesParameter,
  hiddenIgnoreMalformedParameter,
  indexParameter,
  type Parameter,
  settingFlag,
  storeParameter,
} from "../parameter.ts";
import { expectedText } from "../keyword-text.ts";
import { ValueError } from "../value-error.ts";

/** How instants are encoded as numbers of the column. */
export interface DateResolution {
  readonly type: "date" | "date_nanos";
  readonly defaultFormat: string;
  readonly values: FieldCapabilities;
  /** The number of the column; throws RequestError when the instant is out of range. */
  encode(instant: Instant): number | bigint;
  decode(value: number | bigint): Instant;
}

/** The resolution of `date` and `date_range`. */
export const milliseconds: DateResolution = {
  type: "date",
  defaultFormat: "strict_date_optional_time||epoch_millis",
  values: instants("milliseconds"),
  encode: (instant) => instant.ms,
  decode: (value) => ({ ms: Number(value), nanos: 0 }),
};

/** Numbers in ranges are milliseconds, whatever the format of the field. */
const epochMillis = "epoch_millis";

const formatParameter = (resolution: DateResolution): Parameter => ({
  name: "format",
  fallback: resolution.defaultFormat,
  updateable: false,
  read(value, context) {
    const text = javaText(value);
    try {
      dateFormat(text);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      throw new RequestError(
        400,
        "illegal_argument_exception",
        `Error parsing [format] on field [${context.path.slice(context.path.lastIndexOf(".") + 1)}]: ${error.message}`,
        { cause: error },
      );
    }
    return text;
  },
});

/** The language of month and day names. */
export const localeParameter: Parameter = {
  name: "locale",
  fallback: "en",
  updateable: false,
  read: (value) => readLocale(javaText(value)),
};

/** The type of a resolution. */
export function dateType(resolution: DateResolution, summary: string): FieldType {
  return defineFieldType({
    name: resolution.type,
    summary,
    parameters: [
      indexParameter,
      docValuesParameter,
      storeParameter,
      formatParameter(resolution),
      localeParameter,
      { name: "null_value", fallback: null, updateable: false, acceptsNull: true, read: (value) => javaText(value) },
      hiddenIgnoreMalformedParameter,
    ],

    script: indexScript({
      excludes: ["null_value", "ignore_malformed"],
      program: (script, scripts) => scripts.program(script, "date_field"),
      index(ms, { spec }, { builder, field }) {
        if (spec.column) builder.addNumber(field, resolution.encode({ ms, nanos: 0 }));
        else builder.addPresence(field);
      },
    }),

    create({ values, shown }, context): IndexableField {
      const { path } = context;
      const locale = values["locale"] as string;
      const format = dateFormat(values["format"] as string, locale);
      const ignoreMalformed =
        values["ignore_malformed"] === null
          ? settingFlag(context, "index.mapping.ignore_malformed", false)
          : values["ignore_malformed"] === true;
      const replacement =
        values["null_value"] === null
          ? undefined
          : readNullValue(values["null_value"] as string, format, resolution, path);
      const indexed = values["index"] === true;
      const column = values["doc_values"] === true;
      const base = baseField(path, {
        type: resolution.type,
        capabilities: resolution.values,
        searchable: indexed,
        aggregatable: column,
        spec: { terms: undefined, norms: false, column: indexed || column ? "integer" : undefined },
        shown,
      });

      const print = (value: number | bigint, pattern: string | undefined, zone: string | undefined): string => {
        const { ms, nanos } = resolution.decode(value);
        return (pattern === undefined ? format : dateFormat(pattern, locale)).print(
          ms,
          nanos,
          zone === undefined ? undefined : timeZone(zone),
        );
      };

      return {
        ...base,
        range: (bounds) => dateRange(bounds, format, resolution, locale),
        syntheticSource: column
          ? { order: "sorted", text: (value) => JSON.stringify(print(value as number | bigint, undefined, undefined)) }
          : undefined,

        index(value, target) {
          let parsed: number | bigint | undefined;
          try {
            parsed = parseSource(value, format, resolution, target.numberText) ?? replacement;
          } catch (error) {
            if (!ignoreMalformed || !(error instanceof ValueError) || (typeof value === "object" && value !== null))
              throw error;
            target.ignore(path);
            return;
          }
          if (parsed === undefined) return;
          if (base.spec.column) target.builder.addNumber(target.field, parsed);
          else target.builder.addPresence(target.field);
        },

        format: (value, pattern, zone) => print(value as number | bigint, pattern, zone),
        formatAsString: (value, pattern, zone) => print(value as number | bigint, pattern, zone),

        parseValue(value, pattern) {
          if (typeof value === "number" && pattern === undefined)
            return resolution.encode({ ms: Math.trunc(value), nanos: 0 });
          const parser = pattern === undefined ? format : dateFormat(pattern, locale);
          return resolution.encode(
            parseDateMath(valueText(value), parser, { nowMs: systemClock.now(), roundUp: false, zone: undefined }),
          );
        },

        fetch(sourceValue, pattern) {
          const printer = pattern === undefined ? format : dateFormat(pattern, locale);
          try {
            const parsed = parseSource(sourceValue, format, resolution, String) ?? replacement;
            if (parsed === undefined) return undefined;
            const { ms, nanos } = resolution.decode(parsed);
            return printer.print(ms, nanos);
          } catch {
            return undefined; // Malformed values were ignored at index time.
          }
        },
      };
    },
  });
}

function parseSource(
  value: Json,
  format: DateFormat,
  resolution: DateResolution,
  numberText: (value: number | bigint) => string,
): number | bigint | undefined {
  let text: string;
  if (typeof value === "string") text = value;
  else if (value === null) return undefined;
  else if (typeof value === "number" || typeof value === "bigint") text = numberText(value);
  else if (typeof value === "boolean") text = String(value);
  else throw expectedText(value);
  try {
    return resolution.encode(format.parse(text));
  } catch (error) {
    throw error instanceof RequestError ? new ValueError(error) : error;
  }
}

function readNullValue(text: string, format: DateFormat, resolution: DateResolution, path: string): number | bigint {
  try {
    return resolution.encode(format.parse(text));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw wrapError(
      "mapper_parsing_exception",
      `Error parsing [null_value] on field [${path.slice(path.lastIndexOf(".") + 1)}]: ${error.message}`,
      error,
    );
  }
}

/**
 * Converts bounds with date rounding: `gt` and `lte` round up, `gte` and `lt` round down; exclusive bounds move by one
 * unit.
 */
export function dateRange(
  bounds: RangeBounds,
  format: DateFormat,
  resolution: DateResolution,
  locale: string,
): ConvertedRange {
  const lower = bounds.gte ?? bounds.gt;
  const upper = bounds.lte ?? bounds.lt;
  const numbers = [lower, upper].some((bound) => typeof bound === "number" || typeof bound === "bigint");
  const parser =
    bounds.format !== undefined ? dateFormat(bounds.format, locale) : numbers ? dateFormat(epochMillis) : format;
  const zone = bounds.timeZone === undefined ? undefined : zoneOf(bounds.timeZone);
  const parse = (value: Json, roundUp: boolean): number | bigint =>
    resolution.encode(parseDateMath(valueText(value), parser, { nowMs: bounds.nowMs, roundUp, zone }));
  let from: number | bigint | undefined;
  let to: number | bigint | undefined;
  if (lower !== undefined && lower !== null) {
    const included = bounds.gte !== undefined && bounds.gte !== null;
    from = parse(lower, !included);
    if (!included) from = next(from, 1);
  }
  if (upper !== undefined && upper !== null) {
    const included = bounds.lte !== undefined && bounds.lte !== null;
    to = parse(upper, included);
    if (!included) to = next(to, -1);
  }
  if (from !== undefined && to !== undefined && from > to) return { unit: "empty" };
  if (typeof from === "bigint" || typeof to === "bigint") {
    return {
      unit: "bigint",
      from: from === undefined ? undefined : BigInt(from),
      to: to === undefined ? undefined : BigInt(to),
    };
  }
  return { unit: "number", from, to };
}

function next(value: number | bigint, step: 1 | -1): number | bigint {
  return typeof value === "bigint" ? value + BigInt(step) : value + step;
}

function zoneOf(name: string): TimeZone {
  try {
    return timeZone(name);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const cause = new RequestError(400, "zone_rules_exception", error.message);
    throw new RequestError(400, "illegal_argument_exception", `java.time.zone.ZoneRulesException: ${error.message}`, {
      cause,
    });
  }
}

/** The 400 for a date outside the range of 64-bit nanoseconds since 1970. */
export function beyondNanos(instant: Instant): RequestError {
  const text = dateFormat("strict_date_optional_time")
    .print(instant.ms, instant.nanos)
    .replace(/\.000Z$/, "Z");
  if (instant.ms < 0)
    return illegalArgument(`date[${text}] is before the epoch in 1970 and cannot be stored in nanosecond resolution`);
  return illegalArgument(
    `date[${text}] is after 2262-04-11T23:47:16.854775807 and cannot be stored in nanosecond resolution`,
  );
}
