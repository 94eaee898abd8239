/** Parameters of fields with analysed values. */
import { refuseUpdateable } from "../../analysis/analysis-mode.ts";
import type { Analyzer } from "../../analysis/analyzer.ts";
import { DEFAULT_POSITION_INCREMENT_GAP } from "../../analysis/text-analyzer.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { FieldTypeContext } from "../field-type.ts";
import { javaText, mapperParsing, notOfClass } from "../mapping-error.ts";
import { queryFraction } from "../numbers/fraction-type.ts";
import { choiceParameter, type Parameter, readInteger, unsupportedParameters } from "../parameter.ts";
import type { PostingsDetail } from "../../segment/format.ts";

/** Names of the index's default analyzers, for fields that name none. */
export const DEFAULT_ANALYZER = "default";

export function analyzerParameter(name: string, updateable: boolean): Parameter {
  return {
    name,
    fallback: null,
    updateable,
    read(value, context) {
      const analyzer = javaText(value);
      if (analyzer === DEFAULT_ANALYZER && name === "analyzer") return null;
      const found = context.analyzer(analyzer);
      if (name === "analyzer") refuseUpdateable(found, "index time");
      return analyzer;
    },
    text: (value) => (value === null ? DEFAULT_ANALYZER : javaText(value)),
  };
}

export const positionIncrementGap: Parameter = {
  name: "position_increment_gap",
  fallback: DEFAULT_POSITION_INCREMENT_GAP,
  updateable: false,
  read(value) {
    const gap = readInteger(value);
    if (gap < 0) throw mapperParsing(`[position_increment_gap] must be positive, got [${gap}]`);
    return gap;
  },
};

export const fielddataFilter: Parameter = {
  name: "fielddata_frequency_filter",
  fallback: { min: 0, max: 0x7fffffff, min_segment_size: 0 },
  updateable: true,
  read(value, context) {
    if (!isJsonObject(value)) throw notOfClass(value, "Map");
    const { min, max, min_segment_size: segmentSize, ...others } = value;
    const read = {
      min: queryFraction(min ?? 0),
      max: queryFraction(max ?? 0x7fffffff),
      min_segment_size: readInteger(segmentSize ?? 0),
    };
    const unsupported = unsupportedParameters(leafName(context), others);
    if (unsupported) throw unsupported;
    return read;
  },
};

export const indexOptions: Parameter = choiceParameter("index_options", "positions", [
  "positions",
  "docs",
  "freqs",
  "offsets",
]);

/** The postings detail for a value of `index_options`. */
export function postingsDetail(options: string): PostingsDetail {
  if (options === "docs" || options === "freqs") return options;
  return "positions";
}

export const termVector: Parameter = choiceParameter("term_vector", "no", [
  "no",
  "yes",
  "with_positions",
  "with_offsets",
  "with_positions_offsets",
  "with_positions_payloads",
  "with_positions_offsets_payloads",
]);

const MOST_PREFIX_CHARACTERS = 20;

/** `index_prefixes`: lengths of prefixes that may be searched even when expensive queries are off. */
export const indexPrefixes: Parameter = {
  name: "index_prefixes",
  fallback: null,
  updateable: false,
  acceptsNull: true,
  read(value, context) {
    if (!isJsonObject(value)) throw notOfClass(value, "Map");
    const { min_chars: least, max_chars: most, ...others } = value;
    const shown: JsonObject = { max_chars: readInteger(most ?? 5), min_chars: readInteger(least ?? 2) };
    const unsupported = unsupportedParameters(leafName(context), others);
    if (unsupported) throw unsupported;
    checkLengths(Number(shown["min_chars"]), Number(shown["max_chars"]));
    return shown;
  },
  text: (value) =>
    isJsonObject(value)
      ? `{ min_chars=${javaText(value["min_chars"])}, max_chars=${javaText(value["max_chars"])} }`
      : "null",
};

function checkLengths(least: number, most: number): void {
  if (least > most) throw illegalArgument(`min_chars [${least}] must be less than max_chars [${most}]`);
  if (least < 1) throw illegalArgument(`min_chars [${least}] must be greater than zero`);
  if (most >= MOST_PREFIX_CHARACTERS)
    throw illegalArgument(`max_chars [${most}] must be less than ${MOST_PREFIX_CHARACTERS}`);
}

function leafName({ path }: FieldTypeContext): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

/** The analyzers of a field. */
export interface FieldAnalyzers {
  readonly index: Analyzer;
  readonly search: Analyzer;
  readonly quote: Analyzer;
}

/** The analyzers of a field: its own, else the index's `default`, `default_search`, `default_search_quoted`. */
export function analyzersOf(values: Readonly<Record<string, Json>>, context: FieldTypeContext): FieldAnalyzers {
  const own = (name: string): Analyzer | undefined => {
    const asked = ownOf(values, name);
    return typeof asked === "string" ? context.analyzer(asked) : undefined;
  };
  const optional = (name: string): Analyzer | undefined => context.optionalAnalyzer(name);
  const named = own("analyzer");
  const index = named ?? context.analyzer(DEFAULT_ANALYZER);
  const search = own("search_analyzer") ?? named ?? optional("default_search") ?? index;
  const quote =
    own("search_quote_analyzer") ?? own("search_analyzer") ?? named ?? optional("default_search_quoted") ?? search;
  return { index, search, quote };
}

/**
 * Adds the analyzers to the output as Elasticsearch does: each one that differs from its default, together with the
 * analyzers that it defaults to.
 */
export function showAnalyzers(values: Readonly<Record<string, Json>>, shown: JsonObject): void {
  const index = values["analyzer"] ?? DEFAULT_ANALYZER;
  const search = values["search_analyzer"] ?? index;
  const quote = values["search_quote_analyzer"] ?? search;
  delete shown["search_analyzer"];
  delete shown["search_quote_analyzer"];
  if (index !== search || search !== quote) {
    shown["analyzer"] = index;
    shown["search_analyzer"] = search;
  }
  if (search !== quote) shown["search_quote_analyzer"] = quote;
}
