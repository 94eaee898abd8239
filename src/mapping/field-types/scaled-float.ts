import { formatDecimal } from "../../compat/decimal-format.ts";
import { javaDouble } from "../../core/float32.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { fractions } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseFetchFormat } from "../define-field-type.ts";
import type { ConvertedRange, FieldType, IndexableField, RangeBounds } from "../field-type.ts";
import {
  coerceParameter,
  docValuesParameter,
  ignoreMalformedParameter,
  indexParameter,
  metricParameter,
  type Parameter,
  settingFlag,
  storeParameter,
} from "../parameter.ts";
import { ValueError } from "../value-error.ts";
import { javaText, mapperParsing } from "../mapping-error.ts";
import { type FractionKind, parseFraction, queryFraction } from "../numbers/fraction-type.ts";
import { decimalProduct } from "../numbers/decimal-product.ts";
import { nextDown, nextUp } from "../numbers/neighbours.ts";
import { checkMetric } from "../numbers/check-metric.ts";

const kind: FractionKind = {
  name: "scaled_float",
  javaClass: "Double",
  width: "double",
  round: (value) => value,
  show: (value) => value,
  lower: (bound) => bound,
};

const scalingFactor: Parameter = {
  name: "scaling_factor",
  fallback: null,
  updateable: false,
  read(value) {
    const factor = queryFraction(value);
    if (!Number.isFinite(factor) || factor <= 0)
      throw illegalArgument(`[scaling_factor] must be a positive number, got [${javaText(value)}]`);
    return factor;
  },
};

/** Numbers with a fixed number of steps for each unit. Searches and aggregations use the value rounded to a step. */
export const scaledFloat: FieldType = defineFieldType({
  name: "scaled_float",
  summary: "Numbers with fractions, rounded to steps of 1 / scaling_factor.",
  parameters: [
    indexParameter,
    docValuesParameter,
    storeParameter,
    ignoreMalformedParameter,
    { name: "null_value", fallback: null, updateable: false, acceptsNull: true, read: (value) => queryFraction(value) },
    coerceParameter,
    scalingFactor,
    metricParameter,
  ],

  create({ values, shown }, context): IndexableField {
    checkMetric(values);
    const { path } = context;
    if (values["scaling_factor"] === null)
      throw mapperParsing(`Field [${path}] misses required parameter [scaling_factor]`);
    const factor = values["scaling_factor"] as number;
    const inverse = 1 / factor;
    const ignoreMalformed =
      values["ignore_malformed"] === null
        ? settingFlag(context, "index.mapping.ignore_malformed", false)
        : values["ignore_malformed"] === true;
    const coerce =
      values["coerce"] === null ? settingFlag(context, "index.mapping.coerce", true) : values["coerce"] === true;
    const replacement = values["null_value"] as number | null;
    const indexed = values["index"] === true;
    const column = values["doc_values"] === true;
    /** The value of the nearest step, as Elasticsearch decodes it from doc values. */
    const step = (value: number): number => nearestStep(value * factor) * inverse;
    const base = baseField(path, {
      type: "scaled_float",
      capabilities: fractions("double"),
      searchable: indexed,
      aggregatable: column,
      spec: { terms: undefined, norms: false, column: indexed || column ? "double" : undefined },
      shown,
    });
    return {
      ...base,
      range: (bounds) => scaledRange(bounds, factor, inverse),
      syntheticSource: column
        ? { order: "sorted", text: (value) => javaDouble(ofSteps(Math.round(Number(value) * factor), factor)) }
        : undefined,

      index(value, target) {
        let parsed: number | undefined;
        try {
          parsed = parseFraction(kind, value, coerce);
        } catch (error) {
          if (!ignoreMalformed || !(error instanceof ValueError) || (typeof value === "object" && value !== null))
            throw error;
          target.ignore(path);
          return;
        }
        parsed ??= replacement ?? undefined;
        if (parsed === undefined) return;
        if (base.spec.column) target.builder.addNumber(target.field, step(parsed));
        else target.builder.addPresence(target.field);
      },

      format: (value, format) => (format === undefined ? Number(value) : formatDecimal(Number(value), format)),
      formatAsString: (value, format) => (format === undefined ? undefined : formatDecimal(Number(value), format)),
      parseValue: (value) => queryFraction(value),

      fetch(sourceValue, format) {
        refuseFetchFormat(base, format);
        // Unlike an empty text, null is not replaced.
        if (sourceValue === null) return undefined;
        try {
          const parsed = parseFraction(kind, sourceValue, true) ?? replacement ?? undefined;
          // By division, unlike doc values.
          return parsed === undefined ? undefined : nearestStep(parsed * factor) / factor;
        } catch {
          return undefined;
        }
      },
    };
  },
});

const LEAST_STEP = -(2 ** 63);
/** As a double, the greatest long becomes the next power of two. */
const MOST_STEP = 2 ** 63;

/** `Math.round`: steps are longs. */
function nearestStep(scaled: number): number {
  return Math.min(MOST_STEP, Math.max(LEAST_STEP, Math.floor(scaled + 0.5)));
}

/**
 * A value that encodes to this many steps: the quotient, moved by one ulp where it would round to another step
 * (`ScaledFloatFieldMapper.decodeForSyntheticSource`).
 */
function ofSteps(steps: number, factor: number): number {
  const value = steps / factor;
  if (!Number.isFinite(value)) return Math.sign(value) * Number.MAX_VALUE;
  const again = Math.floor(value * factor + 0.5);
  if (again === steps) return value;
  return again > steps ? nextDown(value) : nextUp(value);
}

/** Bounds in steps: an exclusive bound moves to the neighbouring double after scaling, as in Elasticsearch. */
function scaledRange(bounds: RangeBounds, factor: number, inverse: number): ConvertedRange {
  const { gte, lte } = bounds;
  if (gte !== undefined && gte !== null && gte === lte) {
    // A term query: the step nearest to the value.
    const nearest = nearestStep(decimalProduct(queryFraction(gte), factor)) * inverse;
    return { unit: "number", from: nearest, to: nearest };
  }
  let from: number | undefined;
  let to: number | undefined;
  const lower = bounds.gte ?? bounds.gt;
  if (lower !== undefined && lower !== null) {
    const value = decimalProduct(queryFraction(lower), factor);
    from = Math.ceil(bounds.gte === undefined || bounds.gte === null ? nextUp(value) : value) * inverse;
  }
  const upper = bounds.lte ?? bounds.lt;
  if (upper !== undefined && upper !== null) {
    const value = decimalProduct(queryFraction(upper), factor);
    to = Math.floor(bounds.lte === undefined || bounds.lte === null ? nextDown(value) : value) * inverse;
  }
  return from !== undefined && to !== undefined && from > to ? { unit: "empty" } : { unit: "number", from, to };
}
