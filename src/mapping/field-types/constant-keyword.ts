import type { Json, JsonObject } from "../../core/json.ts";
import { wholeTexts } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseFetchFormat, refuseFormat, valueText } from "../define-field-type.ts";
import type { FieldType, IndexableField } from "../field-type.ts";
import { TextBytes, textOf } from "../keyword-text.ts";
import { javaText, mapperParsing } from "../mapping-error.ts";
import type { Parameter } from "../parameter.ts";
import { termText } from "../synthetic-source/texts-shown-back.ts";
import { badValue } from "../value-error.ts";

const valueBytes = new TextBytes();
const decoder = new TextDecoder();

/** The constant value; without one in the mapping, the first document sets it. */
const valueParameter: Parameter = {
  name: "value",
  fallback: null,
  updateable: false,
  mayBecome: (from) => from === null,
  read(value, context) {
    if (typeof value === "number" || typeof value === "bigint" || typeof value === "string") return String(value);
    throw mapperParsing(
      `Property [value] on field [${context.path.slice(context.path.lastIndexOf(".") + 1)}] must be a number or a string, but got [${javaText(value)}]`,
    );
  },
};

/** The same value in all documents of an index: queries on it are decided without reading documents. */
export const constantKeyword: FieldType = defineFieldType({
  name: "constant_keyword",
  summary: "A text that all documents of an index have in common.",
  parameters: [valueParameter],

  create({ values, shown }, { path }): IndexableField {
    const constant = values["value"] as string | null;
    const base = baseField(path, {
      type: "constant_keyword",
      capabilities: wholeTexts,
      searchable: true,
      aggregatable: true,
      spec: { terms: undefined, norms: false, column: "ordinals" },
      shown,
    });
    return {
      ...base,
      capsType: "keyword",
      constant,
      listsTerms: true,
      // Rendered only for documents that contain it, though all have it.
      syntheticSource: {
        order: "set",
        text: termText,
        collect(value, { builder, field }) {
          const bytes = Buffer.from(constant ?? valueText(value), "utf8");
          builder.addOrdinalTerm(field, bytes, 0, bytes.length);
        },
      },
      term: (value) => Buffer.from(valueText(value), "utf8"),

      ...(constant === null ? { definitionBy: definedBy } : {}),

      index(value, target) {
        const text = textOf(value, target);
        if (text === null) throw badValue(`[constant_keyword] field [${path}] doesn't accept [null] values`);
        if (text !== constant) {
          throw badValue(
            `[constant_keyword] field [${path}] only accepts values that are equal to the value defined in the mappings [${constant}], but got [${text}]`,
          );
        }
      },

      everyDocument(target) {
        if (constant === null) return;
        const length = valueBytes.write(constant);
        target.builder.addOrdinalTerm(target.field, valueBytes.bytes, 0, length);
      },

      format(value, format) {
        refuseFormat(base, format);
        return typeof value === "object" ? decoder.decode(value) : String(value);
      },
      parseValue: (value: Json) => Buffer.from(valueText(value), "utf8"),

      fetch(sourceValue, format) {
        refuseFetchFormat(base, format);
        return sourceValue === null ? undefined : valueText(sourceValue);
      },
    };
  },
});

/** The first value becomes the value of the mapping. */
function definedBy(value: Json): JsonObject | undefined {
  return typeof value === "object" ? undefined : { type: "constant_keyword", value: String(value) };
}
