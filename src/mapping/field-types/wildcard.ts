import { wholeTexts } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseFetchFormat } from "../define-field-type.ts";
import type { FieldType, FieldTypeContext, IndexableField, ValueContext } from "../field-type.ts";
import { ignoreAboveOf, ignoreAboveParameter, TextBytes, textOf, sourceText } from "../keyword-text.ts";
import { javaText } from "../mapping-error.ts";
import type { ParameterValues } from "../parameter.ts";
import { asText, termText } from "../synthetic-source/texts-shown-back.ts";
import { textTerms } from "../text-terms.ts";
import { addTrigrams, trigramsName } from "../trigrams.ts";
import type { Json } from "../../core/json.ts";

const valueBytes = new TextBytes();

/** Whole texts for pattern queries: values in a column, and their trigrams to find candidates. */
export const wildcard: FieldType = defineFieldType({
  name: "wildcard",
  summary: "Whole texts that are searched for by patterns, quickly even in the middle.",
  parameters: [
    ignoreAboveParameter,
    { name: "null_value", fallback: null, updateable: false, acceptsNull: true, read: (value) => javaText(value) },
  ],

  create(read, context): IndexableField {
    const { path } = context;
    const limit = ignoreAboveOf(read.values, context);
    const replacement = read.values["null_value"] as string | null;
    const base = baseField(path, {
      type: "wildcard",
      capabilities: wholeTexts,
      searchable: true,
      aggregatable: true,
      spec: { terms: undefined, norms: false, column: "ordinals" },
      shown: read.shown,
    });
    return {
      ...base,
      capsType: "keyword",
      trigrams: trigramsName(path),
      subFields: [{ field: trigramsField(read, context), named: false }],
      ...textTerms(base),
      syntheticSource: { order: "set", text: termText, ignoredText: asText },

      index(value, target) {
        const text = textOf(value, target) ?? replacement;
        if (text === null) return;
        if (text.length > limit) {
          target.ignore(path);
          return;
        }
        const length = valueBytes.write(text);
        target.builder.addOrdinalTerm(target.field, valueBytes.bytes, 0, length);
      },

      fetch(sourceValue, format) {
        refuseFetchFormat(base, format);
        if (typeof sourceValue === "object" && sourceValue !== null) return undefined;
        const text = sourceValue === null ? replacement : sourceText(sourceValue);
        return text === null || text.length > limit ? undefined : text;
      },
    };
  },
});

/** The trigrams of the same values. */
function trigramsField({ values }: ParameterValues, context: FieldTypeContext): IndexableField {
  const limit = ignoreAboveOf(values, context);
  const replacement = values["null_value"] as string | null;
  const base = baseField(trigramsName(context.path), {
    type: "wildcard",
    capabilities: wholeTexts,
    searchable: true,
    aggregatable: false,
    spec: { terms: "docs", norms: false, column: undefined },
    shown: {},
  });
  return {
    ...base,
    index(value: Json, target: ValueContext) {
      const text = textOf(value, target) ?? replacement;
      if (text === null || text.length > limit) return;
      const length = valueBytes.write(text);
      addTrigrams(target.builder, target.field, valueBytes.bytes, length);
    },
  };
}
