import type { Analyzer } from "../../analysis/analyzer.ts";
import { wholeNumbers } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseFetchFormat } from "../define-field-type.ts";
import type { FieldType, IndexableField } from "../field-type.ts";
import { textOf } from "../keyword-text.ts";
import { mapperParsing } from "../mapping-error.ts";
import { formatWhole } from "../numbers/whole-number-type.ts";
import { integerKind } from "../numbers/number-kinds.ts";
import { columnNumber, parameterNumber, queryNumber, wholeNumberRange } from "../numbers/whole-number.ts";
import { booleanParameter, docValuesParameter, indexParameter, storeParameter } from "../parameter.ts";
import { analyzerParameter } from "../text/text-parameters.ts";

/** The number of words in a text. */
export const tokenCount: FieldType = defineFieldType({
  name: "token_count",
  summary: "The number of words in a text.",
  parameters: [
    indexParameter,
    docValuesParameter,
    storeParameter,
    analyzerParameter("analyzer", false),
    {
      name: "null_value",
      fallback: null,
      updateable: false,
      acceptsNull: true,
      read: (value) => parameterNumber(integerKind, value),
    },
    booleanParameter("enable_position_increments", true),
  ],

  create({ values, shown }, context): IndexableField {
    const { path } = context;
    if (values["analyzer"] === null)
      throw mapperParsing(`Analyzer must be set for field [${path.slice(path.lastIndexOf(".") + 1)}] but wasn't.`);
    const analyzer = context.analyzer(values["analyzer"] as string);
    const holes = values["enable_position_increments"] === true;
    const replacement = values["null_value"] as number | null;
    const indexed = values["index"] === true;
    const column = values["doc_values"] === true;
    const base = baseField(path, {
      type: "token_count",
      capabilities: wholeNumbers("long"),
      searchable: indexed,
      aggregatable: column,
      spec: { terms: undefined, norms: false, column: indexed || column ? "integer" : undefined },
      shown,
    });
    return {
      ...base,
      capsType: "integer",
      range: (bounds) => wholeNumberRange(integerKind, bounds),

      index(value, target) {
        const text = textOf(value, target);
        const count = text === null ? replacement : countTokens(analyzer, text, holes);
        if (count === null) return;
        if (base.spec.column) target.builder.addNumber(target.field, count);
        else target.builder.addPresence(target.field);
      },

      format: (value, format) => formatWhole(value as number, format),
      parseValue: (value) => columnNumber(queryNumber(value).whole),

      fetch(sourceValue, format) {
        refuseFetchFormat(base, format);
        // Elasticsearch returns doc values.
        if (!column) return undefined;
        if (sourceValue === null) return replacement ?? undefined;
        return typeof sourceValue === "object" ? undefined : countTokens(analyzer, String(sourceValue), holes);
      },
    };
  },
});

/** Tokens at the same position count once; with `holes`, positions that a filter left empty count too. */
function countTokens(analyzer: Analyzer, text: string, holes: boolean): number {
  const { tokens, nextPosition } = analyzer.analyze(text);
  return holes ? nextPosition : new Set(tokens.map((token) => token.position)).size;
}
