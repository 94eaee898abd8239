import type { Analyzer } from "../../analysis/analyzer.ts";
import { DEFAULT_POSITION_INCREMENT_GAP } from "../../analysis/text-analyzer.ts";
import { illegalArgument } from "../../core/errors.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { baseField, defineFieldType, refuseFetchFormat, valueText } from "../define-field-type.ts";
import type { FieldType, FieldTypeContext, IndexableField } from "../field-type.ts";
import { textOf } from "../keyword-text.ts";
import { javaText, mapperParsing } from "../mapping-error.ts";
import {
  booleanParameter,
  choiceParameter,
  indexParameter,
  normsParameter,
  type Parameter,
  readInteger,
  similarityOf,
  similarityParameter,
  storeParameter,
} from "../parameter.ts";
import { termRange } from "../term-range.ts";

/** Names of the index' own analyzers: what a field uses that names none. */
const DEFAULT = "default";

function analyzerParameter(name: string, updateable: boolean): Parameter {
  return {
    name,
    fallback: null,
    updateable,
    read(value, context) {
      const analyzer = javaText(value);
      if (analyzer === DEFAULT) return null;
      context.analyzer(analyzer);
      return analyzer;
    },
    text: (value) => (value === null ? DEFAULT : javaText(value)),
  };
}

const positionIncrementGap: Parameter = {
  name: "position_increment_gap",
  fallback: DEFAULT_POSITION_INCREMENT_GAP,
  updateable: false,
  read(value) {
    const gap = readInteger(value);
    if (gap < 0) throw mapperParsing(`[position_increment_gap] must be positive, got [${gap}]`);
    return gap;
  },
};

/** Sub-fields that the original indexes for these; they come with the issue of all field types. */
function unavailableParameter(name: string, neutral: (value: Json) => boolean): Parameter {
  return {
    name,
    fallback: null,
    updateable: false,
    read(value) {
      if (neutral(value)) return null;
      throw mapperParsing(`[${name}] is not supported by this server yet`);
    },
  };
}

const fielddataFilter: Parameter = {
  name: "fielddata_frequency_filter",
  fallback: null,
  updateable: true,
  read(value) {
    if (!isJsonObject(value)) throw mapperParsing("[fielddata_frequency_filter] must be an object");
    return { min: Number(value["min"] ?? 0), max: Number(value["max"] ?? 0x7fffffff), min_segment_size: Number(value["min_segment_size"] ?? 0) };
  },
};

/** Text that is analysed into words. */
export const text: FieldType = defineFieldType({
  name: "text",
  summary: "Text that is analysed into words and found by them.",
  parameters: [
    indexParameter,
    storeParameter,
    choiceParameter("index_options", "positions", ["positions", "docs", "freqs", "offsets"]),
    normsParameter(true),
    choiceParameter("term_vector", "no", [
      "no",
      "yes",
      "with_positions",
      "with_offsets",
      "with_positions_offsets",
      "with_positions_payloads",
      "with_positions_offsets_payloads",
    ]),
    analyzerParameter("analyzer", false),
    analyzerParameter("search_analyzer", true),
    analyzerParameter("search_quote_analyzer", true),
    similarityParameter,
    positionIncrementGap,
    booleanParameter("fielddata", false, { updateable: true }),
    fielddataFilter,
    booleanParameter("eager_global_ordinals", false, { updateable: true }),
    unavailableParameter("index_phrases", (value) => value === false || value === "false"),
    unavailableParameter("index_prefixes", (value) => value === null),
  ],

  create({ values, shown }, context): IndexableField {
    const { path } = context;
    const indexed = values["index"] === true;
    const options = values["index_options"] as string;
    const positions = options === "positions" || options === "offsets";
    if (shown["position_increment_gap"] !== undefined && !positions) {
      throw illegalArgument(`Cannot set position_increment_gap on field [${path}] without positions enabled`);
    }
    const analyzers = analyzersOf(values, context);
    const norms = indexed && values["norms"] === true;
    // What a field would use anyway is not shown.
    if (shown["search_analyzer"] === values["analyzer"]) delete shown["search_analyzer"];
    if (shown["search_quote_analyzer"] === (values["search_analyzer"] ?? values["analyzer"])) delete shown["search_quote_analyzer"];
    // A field that names a search analyzer shows what it is indexed with as well.
    if (shown["analyzer"] === undefined && (shown["search_analyzer"] !== undefined || shown["search_quote_analyzer"] !== undefined))
      shown["analyzer"] = DEFAULT;
    const base = baseField(path, {
      type: "text",
      family: "text",
      searchable: indexed,
      aggregatable: false,
      spec: { terms: indexed ? (positions ? "positions" : options === "freqs" ? "freqs" : "docs") : undefined, norms, column: undefined },
      shown,
    });
    const { index: indexAnalyzer, search, quote } = analyzers;
    const gap = (shown["position_increment_gap"] as number | undefined) ?? indexAnalyzer.positionIncrementGap;
    return {
      ...base,
      indexAnalyzer,
      searchAnalyzer: search,
      searchQuoteAnalyzer: quote,
      similarity: similarityOf(values, context),
      term: (value) => Buffer.from(valueText(value), "utf8"),
      range: (bounds) => termRange(bounds, (value) => Buffer.from(valueText(value), "utf8")),

      index(value, target) {
        const textValue = textOf(value, target);
        if (textValue === null) return;
        const { builder, field } = target;
        if (!indexed) {
          builder.addPresence(field);
          return;
        }
        const { length, lastPosition } = indexAnalyzer.index(textValue, builder, field, target.nextPosition);
        if (length > 0) builder.addLength(field, length);
        else builder.addPresence(field);
        target.nextPosition = lastPosition + 1 + gap;
      },

      fetch(sourceValue, format) {
        refuseFetchFormat(base, format);
        return sourceValue === null || typeof sourceValue === "object" ? undefined : String(sourceValue);
      },
    };
  },
});

/** The analyzers of a field: its own, else the index' `default`, `default_search`, `default_search_quoted`. */
function analyzersOf(values: Readonly<Record<string, Json>>, context: FieldTypeContext): { index: Analyzer; search: Analyzer; quote: Analyzer } {
  const own = (name: string): Analyzer | undefined => (typeof values[name] === "string" ? context.analyzer(values[name]) : undefined);
  const optional = (name: string): Analyzer | undefined => context.optionalAnalyzer(name);
  const named = own("analyzer");
  const index = named ?? context.analyzer(DEFAULT);
  const search = own("search_analyzer") ?? named ?? optional("default_search") ?? index;
  const quote = own("search_quote_analyzer") ?? own("search_analyzer") ?? named ?? optional("default_search_quoted") ?? search;
  return { index, search, quote };
}
