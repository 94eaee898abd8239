/** `simple_query_string`: a query written as text, in a syntax that accepts any text. */
import { BodyReader } from "../../compat/body-reader.ts";
import { parsingException } from "../../compat/errors.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { withMinimum } from "../boolean/with-minimum.ts";
import { kindQuery } from "../kind-query.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";
import { parseSimpleFlags } from "../simple-query-string/flags.ts";
import { parseSimpleQuery } from "../simple-query-string/parser.ts";
import { type SimpleSettings, simpleWords } from "../simple-query-string/words.ts";
import {
  defaultFields,
  type FieldWeights,
  isAllFields,
  readKeptWeights,
  resolveFields,
} from "../text/field-weights.ts";
import { readOperator } from "../text/match-parameters.ts";

const keys: ReadonlySet<string> = new Set([
  "query",
  "fields",
  "default_operator",
  "analyzer",
  "flags",
  "lenient",
  "minimum_should_match",
  "analyze_wildcard",
  "quote_field_suffix",
  "auto_generate_synonyms_phrase_query",
  "fuzzy_prefix_length",
  "fuzzy_max_expansions",
  "fuzzy_transpositions",
  "boost",
  "_name",
]);

export const simpleQueryString: QueryKind = {
  name: "simple_query_string",
  summary: "Matches documents by a query written in a simple syntax that is never wrong.",

  parse(body) {
    const read = new BodyReader("simple_query_string", body);
    const unknown = read.keys().find((key) => !keys.has(key));
    if (unknown !== undefined) throw parsingException(`[simple_query_string] unsupported field [${unknown}]`);
    const head = readHead("simple_query_string", read, body);
    const text = read.string("query");
    const parameters = readParameters(read);
    if (text === undefined) throw parsingException("[simple_query_string] query text missing");
    return kindQuery(head, (searcher) => {
      const settings = settingsOf(searcher, parameters);
      if (settings.fields.size === 0) return matchNone("unmapped fields []");
      const syntax = { flags: parameters.flags, operator: parameters.operator, words: simpleWords(searcher, settings) };
      const expression = parseSimpleQuery(text, syntax) ?? matchNone("empty string passed to query parser");
      return withMinimum(expression, parameters.minimumShouldMatch);
    });
  },
};

type Parameters = ReturnType<typeof readParameters>;

function readParameters(read: BodyReader) {
  const fields = read.json("fields");
  if (fields !== undefined && !Array.isArray(fields))
    throw parsingException("[simple_query_string] query does not support [fields]");
  const flags = read.json("flags");
  return {
    given: fields === undefined ? (new Map<string, number>() as FieldWeights) : readKeptWeights(fields),
    flags: parseSimpleFlags(typeof flags === "number" ? flags : read.string("flags")),
    operator: readOperator(read, "default_operator") ?? ("or" as const),
    analyzer: read.string("analyzer"),
    synonymPhrases: read.boolean("auto_generate_synonyms_phrase_query") ?? true,
    lenient: read.boolean("lenient"),
    analyzeWildcard: read.boolean("analyze_wildcard") ?? false,
    quoteFieldSuffix: read.string("quote_field_suffix"),
    prefixLength: read.integer("fuzzy_prefix_length") ?? 0,
    maxExpansions: read.integer("fuzzy_max_expansions") ?? 50,
    transpositions: read.boolean("fuzzy_transpositions") ?? true,
    minimumShouldMatch: read.string("minimum_should_match"),
  };
}

function settingsOf(searcher: SearcherView, parameters: Parameters): SimpleSettings {
  const asked = parameters.given.size > 0 ? parameters.given : defaultFields(searcher);
  return { ...parameters, fields: resolveFields(searcher, asked), lenient: parameters.lenient ?? isAllFields(asked) };
}
