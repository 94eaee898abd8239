import { writeJson } from "../../compat/json/write-json.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { booleans } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseFetchFormat, refuseFormat } from "../define-field-type.ts";
import type { ConvertedRange, FieldType, IndexableField, RangeBounds } from "../field-type.ts";
import { indexAsGiven, indexScript } from "../index-script.ts";
import {
  dimensionParameter,
  docValuesParameter,
  ignoreMalformedParameter,
  indexParameter,
  readBoolean,
  settingFlag,
  storeParameter,
} from "../parameter.ts";
import { badToken, badValue, tokenNameOf, ValueError } from "../value-error.ts";

const TRUE = new Uint8Array([0x54]);
const FALSE = new Uint8Array([0x46]);

/** true and false: terms `T` and `F`, and a column of 1 and 0. */
export const boolean: FieldType = defineFieldType({
  name: "boolean",
  summary: "true or false.",
  parameters: [
    docValuesParameter,
    indexParameter,
    storeParameter,
    { name: "null_value", fallback: null, updateable: false, acceptsNull: true, read: readBoolean },
    ignoreMalformedParameter,
    dimensionParameter,
  ],

  script: indexScript({
    excludes: ["ignore_malformed", "null_value"],
    program: (script, scripts) => scripts.program(script, "boolean_field"),
    index: indexAsGiven,
  }),

  create({ values, shown }, context): IndexableField {
    const { path } = context;
    const ignoreMalformed =
      values["ignore_malformed"] === null
        ? settingFlag(context, "index.mapping.ignore_malformed", false)
        : values["ignore_malformed"] === true;
    const replacement = values["null_value"] as boolean | null;
    const indexed = values["index"] === true;
    const column = values["doc_values"] === true;
    const kept = indexed || column || values["store"] === true;
    const base = baseField(path, {
      type: "boolean",
      capabilities: booleans,
      searchable: indexed,
      aggregatable: column,
      spec: { terms: indexed ? "docs" : undefined, norms: false, column: indexed || column ? "integer" : undefined },
      shown,
    });
    return {
      ...base,
      term: (value) => (indexed ? (queryBoolean(value) ? TRUE : FALSE) : undefined),
      range: booleanRange,
      syntheticSource: column
        ? { order: "sorted", text: (value) => String(Number(value) === 1), keepsOrder: values["store"] !== true }
        : undefined,

      index(value, target) {
        // Without index, doc values and store the value is not parsed: any text or number is accepted.
        if (!kept && typeof value !== "object") return;
        let parsed: boolean | undefined;
        try {
          parsed = parseBoolean(value) ?? replacement ?? undefined;
        } catch (error) {
          if (!ignoreMalformed || !(error instanceof ValueError) || typeof value === "object") throw error;
          target.ignore(path);
          return;
        }
        if (parsed === undefined) return;
        const { builder, field } = target;
        if (indexed) builder.addTerm(field, parsed ? TRUE : FALSE, 0, 1, 0);
        if (base.spec.column) builder.addNumber(field, parsed ? 1 : 0);
        else if (kept) builder.addPresence(field);
      },

      format(value, format) {
        refuseFormat(base, format);
        return Number(value) === 1;
      },
      formatAsString: (value) => String(Number(value) === 1),
      parseValue: (value) => (value === 1 || value === 0 ? value : queryBoolean(value) ? 1 : 0),

      fetch(sourceValue, format) {
        refuseFetchFormat(base, format);
        try {
          return parseBoolean(sourceValue) ?? replacement ?? undefined;
        } catch {
          return undefined;
        }
      },
    };
  },
});

/** A value of a document; an empty text is false. */
function parseBoolean(value: Json): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (value === null) return undefined;
  if (typeof value === "string") {
    if (value === "true") return true;
    if (value === "false" || value === "") return false;
    throw badValue(`Failed to parse value [${value}] as only [true] or [false] are allowed.`);
  }
  throw badToken("json_parse_exception", `Current token (${tokenNameOf(value)}) not of boolean type`);
}

function queryBoolean(value: Json): boolean {
  if (value === true || value === "true") return true;
  if (value === false || value === "false") return false;
  throw illegalArgument(
    `Can't parse boolean value [${typeof value === "object" ? writeJson(value) : String(value)}], expected [true] or [false]`,
  );
}

function booleanRange(bounds: RangeBounds): ConvertedRange {
  let from = 0;
  let to = 1;
  if (bounds.gt !== undefined && bounds.gt !== null) from = queryBoolean(bounds.gt) ? 2 : 1;
  if (bounds.gte !== undefined && bounds.gte !== null) from = queryBoolean(bounds.gte) ? 1 : 0;
  if (bounds.lt !== undefined && bounds.lt !== null) to = queryBoolean(bounds.lt) ? 0 : -1;
  if (bounds.lte !== undefined && bounds.lte !== null) to = queryBoolean(bounds.lte) ? 1 : 0;
  return from > to ? { unit: "empty" } : { unit: "number", from, to };
}
