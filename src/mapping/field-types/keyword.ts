import type { Analyzer } from "../../analysis/analyzer.ts";
import { MAX_TERM_BYTES } from "../../compat/term-limit.ts";
import { textAnalyzer } from "../../analysis/text-analyzer.ts";
import { builtInAnalysis } from "../../analysis/analyzers-of.ts";
import { wholeTexts } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseFetchFormat, refuseFormat, valueText } from "../define-field-type.ts";
import type { Json } from "../../core/json.ts";
import type { FieldType, FieldTypeContext, IndexableField } from "../field-type.ts";
import { indexAsGiven, indexScript } from "../index-script.ts";
import { ignoreAboveOf, ignoreAboveParameter, immenseTerm, TextBytes, textOf, sourceText } from "../keyword-text.ts";
import { keywordSyntheticSource } from "../synthetic-source/texts-shown-back.ts";
import { javaText } from "../mapping-error.ts";
import {
  booleanParameter,
  choiceParameter,
  dimensionParameter,
  docValuesParameter,
  indexParameter,
  normsParameter,
  type Parameter,
  similarityOf,
  similarityParameter,
  storeParameter,
} from "../parameter.ts";
import { termRange } from "../term-range.ts";

const decoder = new TextDecoder();

const normalizerParameter: Parameter = {
  name: "normalizer",
  fallback: null,
  updateable: false,
  acceptsNull: true,
  read(value, context) {
    const name = javaText(value);
    context.normalizer(name);
    return name;
  },
};

/** Whole texts: found exactly, sorted and aggregated by ordinals. */
export const keyword: FieldType = defineFieldType({
  name: "keyword",
  summary: "Whole texts that are found exactly, sorted and aggregated.",
  parameters: [
    indexParameter,
    docValuesParameter,
    storeParameter,
    { name: "null_value", fallback: null, updateable: false, acceptsNull: true, read: (value) => javaText(value) },
    booleanParameter("eager_global_ordinals", false, { updateable: true }),
    ignoreAboveParameter,
    choiceParameter("index_options", "docs", ["docs", "freqs"]),
    normsParameter(false),
    similarityParameter,
    normalizerParameter,
    booleanParameter("split_queries_on_whitespace", false, { updateable: true }),
    dimensionParameter,
  ],

  script: indexScript({
    excludes: ["null_value"],
    program: (script, scripts) => scripts.program(script, "keyword_field"),
    index: indexAsGiven,
  }),

  create({ values, shown }, context): IndexableField {
    const { path } = context;
    const limit = ignoreAboveOf(values, context);
    const replacement = values["null_value"] as string | null;
    const normalizer = values["normalizer"] === null ? undefined : context.normalizer(values["normalizer"] as string);
    const indexed = values["index"] === true;
    const column = values["doc_values"] === true;
    const norms = indexed && values["norms"] === true;
    // Lucene counts a value by itself, and by its frequency where it keeps that.
    const lengthOfValue = values["index_options"] === "freqs" ? 2 : 1;
    const splits = values["split_queries_on_whitespace"] === true && !isBuiltIn(values["normalizer"], context);
    const searchAnalyzer = splits ? splitting(normalizer) : normalizer;
    const base = baseField(path, {
      type: "keyword",
      capabilities: wholeTexts,
      searchable: indexed,
      aggregatable: column,
      spec: {
        terms: indexed ? (values["index_options"] === "freqs" ? "freqs" : "docs") : undefined,
        norms,
        column: column ? "ordinals" : undefined,
      },
      shown,
    });
    const normalized = (text: string): string =>
      normalizer
        ? normalizer
            .tokens(text)
            .map((token) => token.text)
            .join("")
        : text;
    return {
      ...base,
      indexAnalyzer: normalizer,
      listsTerms: true,
      searchAnalyzer,
      searchQuoteAnalyzer: searchAnalyzer,
      similarity: similarityOf(values, context),
      // The text cannot be restored from normalized terms.
      syntheticSource:
        normalizer || !(column || values["store"] === true)
          ? undefined
          : keywordSyntheticSource({ limit, replacement, stored: values["store"] === true }),
      term: (value) => Buffer.from(normalized(valueText(value)), "utf8"),
      range: (bounds) => termRange(bounds, (value) => Buffer.from(normalized(valueText(value)), "utf8")),

      index(value, target) {
        let text = textOf(value, target) ?? replacement;
        if (text === null) return;
        if (text.length > limit) {
          target.ignore(path);
          return;
        }
        if (normalizer) text = normalized(text);
        if (!indexed && !column) {
          target.builder.addPresence(target.field);
          return;
        }
        const length = termBytes.writeQuestionable(text);
        if (length > MAX_TERM_BYTES) throw immenseTerm(path, text);
        target.builder.addOrdinalTerm(target.field, termBytes.bytes, 0, length);
        if (norms) target.builder.addLength(target.field, lengthOfValue);
      },

      format(value, format) {
        refuseFormat(base, format);
        return typeof value === "object" ? decoder.decode(value) : String(value);
      },
      parseValue: (value) => Buffer.from(valueText(value), "utf8"),

      fetch(sourceValue, format) {
        refuseFetchFormat(base, format);
        const text =
          sourceValue === null
            ? replacement
            : typeof sourceValue === "object"
              ? javaText(sourceValue)
              : sourceText(sourceValue);
        if (text === null || text.length > limit) return undefined;
        return normalized(text);
      },
    };
  },
});

const termBytes = new TextBytes();

/** As in Elasticsearch, the normalizer that every index has leaves queries whole. */
function isBuiltIn(normalizer: Json | undefined, context: FieldTypeContext): boolean {
  return normalizer === "lowercase" && context.setting("index.analysis.normalizer.lowercase.type") === undefined;
}

/** Query text is split at white space and each word normalized. */
function splitting(normalizer: Analyzer | undefined): Analyzer {
  const whitespace = builtInAnalysis.analyzer("whitespace")!;
  if (!normalizer) return whitespace;
  const normalized = (text: string): string =>
    normalizer
      .tokens(text)
      .map((part) => part.text)
      .join("");
  return textAnalyzer(normalizer.name, (text) => {
    const list = whitespace.analyze(text);
    return { ...list, tokens: list.tokens.map((token) => ({ ...token, text: normalized(token.text) })) };
  });
}
