/** Makes the field types of whole numbers. */
import { javaText } from "../mapping-error.ts";
import { formatDecimal } from "../../compat/decimal-format.ts";
import type { Json } from "../../core/json.ts";
import { wholeNumbers } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseFetchFormat } from "../define-field-type.ts";
import type { FieldType, IndexableField } from "../field-type.ts";
import { type IndexScript, noIndexScript } from "../index-script.ts";
import {
  coerceParameter,
  dimensionParameter,
  docValuesParameter,
  ignoreMalformedParameter,
  indexParameter,
  metricParameter,
  type Parameter,
  settingFlag,
  storeParameter,
} from "../parameter.ts";
import { ValueError } from "../value-error.ts";
import { checkMetric } from "./check-metric.ts";
import { parseJavaDouble } from "./fraction-type.ts";
import { scriptExcludes } from "./script-excludes.ts";
import {
  columnNumber,
  parameterNumber,
  parseWholeNumber,
  queryNumber,
  wholeNumberRange,
  type WholeNumberKind,
} from "./whole-number.ts";

/** The type of a width. `script`: how it takes the values of scripts. */
export function wholeNumberType(
  kind: WholeNumberKind,
  summary: string,
  script: IndexScript = noIndexScript(scriptExcludes),
): FieldType {
  const nullValue: Parameter = {
    name: "null_value",
    fallback: null,
    updateable: false,
    acceptsNull: true,
    read: (value) => parameterNumber(kind, value),
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
      const replacement = values["null_value"] as number | bigint | null;
      const indexed = values["index"] === true;
      const column = values["doc_values"] === true;
      const base = baseField(path, {
        type: kind.name,
        capabilities: wholeNumbers(kind.javaClass === "Long" ? "long" : "int"),
        searchable: indexed,
        aggregatable: column,
        // Without doc values there is still a column for queries; `aggregatable` hides it from everything else.
        spec: { terms: undefined, norms: false, column: indexed || column ? "integer" : undefined },
        shown,
      });
      return {
        ...base,
        range: (bounds) => wholeNumberRange(kind, bounds),
        syntheticSource: column ? { order: "sorted", text: String, keepsOrder: values["store"] !== true } : undefined,

        index(value, target) {
          let parsed: number | bigint | undefined;
          try {
            parsed = parseWholeNumber(kind, value, coerce, target.numberText);
          } catch (error) {
            if (!ignoreMalformed || !(error instanceof ValueError) || (typeof value === "object" && value !== null))
              throw error;
            target.ignore(path);
            return;
          }
          parsed ??= replacement ?? undefined;
          if (parsed === undefined) return;
          if (base.spec.column) target.builder.addNumber(target.field, parsed);
          else target.builder.addPresence(target.field);
        },

        format: (value, format) => formatWhole(value as number | bigint, format),
        formatAsString: (value, format) =>
          format === undefined ? undefined : javaText(formatWhole(value as number | bigint, format)),
        parseValue: (value) => columnNumber(queryNumber(value).whole),

        fetch(sourceValue, format) {
          refuseFetchFormat(base, format);
          // As in Elasticsearch, texts are read as fractions first, which refuses non-ASCII digits although `long`
          // indexes them.
          const fraction =
            typeof sourceValue === "string" && sourceValue !== ""
              ? parseJavaDouble(sourceValue)
              : typeof sourceValue === "number"
                ? sourceValue
                : 0;
          if (fraction === undefined || (!coerce && fraction % 1 !== 0)) return undefined;
          try {
            return parseWholeNumber(kind, sourceValue, true, String) ?? replacement ?? undefined;
          } catch {
            return undefined; // Malformed values are reported in `ignored_field_values`, not here.
          }
        },
      };
    },
  });
}

/** A number of the column as JSON, or by a decimal pattern. */
export function formatWhole(value: number | bigint, format: string | undefined): Json {
  if (format !== undefined) return formatDecimal(value, format);
  return typeof value === "bigint" ? columnNumber(value) : value;
}
