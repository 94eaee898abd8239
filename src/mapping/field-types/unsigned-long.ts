import { javaText } from "../mapping-error.ts";
import { formatDecimal } from "../../compat/decimal-format.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { wholeNumbers } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseFetchFormat } from "../define-field-type.ts";
import type { FieldType, IndexableField } from "../field-type.ts";
import {
  docValuesParameter,
  dimensionParameter,
  ignoreMalformedParameter,
  indexParameter,
  metricParameter,
  type Parameter,
  settingFlag,
  storeParameter,
} from "../parameter.ts";
import { badToken, badValue, tokenNameOf, ValueError } from "../value-error.ts";
import { checkMetric } from "../numbers/check-metric.ts";
import {
  columnNumber,
  queryNumber,
  wholeNumberRange,
  wholePart,
  type WholeNumberKind,
} from "../numbers/whole-number.ts";

const kind: WholeNumberKind = {
  name: "unsigned_long",
  min: 0n,
  max: 2n ** 64n - 1n,
  javaClass: "Long",
  words: "unsigned long",
};
/** Added to values, since columns hold signed numbers. */
const SHIFT = -(2n ** 63n);

/** Whole numbers from 0 to 2^64 - 1. */
export const unsignedLong: FieldType = defineFieldType({
  name: "unsigned_long",
  summary: "Whole numbers from 0 to 18,446,744,073,709,551,615.",
  parameters: [
    indexParameter,
    docValuesParameter,
    storeParameter,
    ignoreMalformedParameter,
    {
      name: "null_value",
      fallback: null,
      updateable: false,
      acceptsNull: true,
      read: readNullValue,
    } satisfies Parameter,
    dimensionParameter,
    metricParameter,
  ],

  create({ values, shown }, context): IndexableField {
    checkMetric(values);
    const { path } = context;
    const ignoreMalformed =
      values["ignore_malformed"] === null
        ? settingFlag(context, "index.mapping.ignore_malformed", false)
        : values["ignore_malformed"] === true;
    const replacement = values["null_value"] === null ? undefined : BigInt(values["null_value"] as number | bigint);
    const indexed = values["index"] === true;
    const column = values["doc_values"] === true;
    const base = baseField(path, {
      type: "unsigned_long",
      capabilities: wholeNumbers("long"),
      searchable: indexed,
      aggregatable: column,
      spec: { terms: undefined, norms: false, column: indexed || column ? "integer" : undefined },
      shown,
    });
    return {
      ...base,
      valueOffset: 2 ** 63,
      syntheticSource: column
        ? { order: "sorted", text: (value) => String((value as bigint) - SHIFT), keepsOrder: values["store"] !== true }
        : undefined,
      range: (bounds) => wholeNumberRange(kind, bounds, SHIFT),

      index(value, target) {
        let parsed: bigint | undefined;
        try {
          parsed = parseUnsigned(value);
        } catch (error) {
          if (!ignoreMalformed || !(error instanceof ValueError) || (typeof value === "object" && value !== null))
            throw error;
          target.ignore(path);
          return;
        }
        parsed ??= replacement;
        if (parsed === undefined) return;
        if (base.spec.column) target.builder.addNumber(target.field, parsed + SHIFT);
        else target.builder.addPresence(target.field);
      },

      format: (value, format) => show(BigInt(value as number | bigint) - SHIFT, format),
      formatAsString: (value, format) =>
        format === undefined ? undefined : javaText(show(BigInt(value as number | bigint) - SHIFT, format)),
      parseValue: (value) => queryNumber(value).whole + SHIFT,

      fetch(sourceValue, format) {
        refuseFetchFormat(base, format);
        try {
          const parsed = parseUnsigned(sourceValue) ?? replacement;
          return parsed === undefined ? undefined : columnNumber(parsed);
        } catch {
          return undefined;
        }
      },
    };
  },
});

function show(value: bigint, format: string | undefined): Json {
  return format === undefined ? columnNumber(value) : formatDecimal(value, format);
}

function readNullValue(value: Json): Json {
  const { whole, fraction } = queryNumber(value);
  if (fraction || whole < 0n || whole > kind.max)
    throw illegalArgument(`Value "${javaText(value)}" is not a valid unsigned long`);
  return columnNumber(whole);
}

/** A value of a document: a whole number, also as text; a fraction must be zero. */
function parseUnsigned(value: Json): bigint | undefined {
  if (value === null || value === "") return undefined;
  if (typeof value === "boolean")
    throw badToken(
      "json_parse_exception",
      `Current token (${tokenNameOf(value)}) not numeric, can not use numeric value accessors`,
    );
  if (typeof value === "object") throw badValue("Cannot parse object as number");
  const parsed = typeof value === "bigint" ? { whole: value, fraction: false } : wholePart(String(value));
  if (!parsed) throw badValue(`For input string: "${String(value)}"`);
  if (parsed.fraction) throw badValue(`Value "${String(value)}" has a decimal part`);
  if (parsed.whole < 0n || parsed.whole > kind.max)
    throw badValue(`Value [${String(value)}] is out of range for unsigned long.`);
  return parsed.whole;
}
