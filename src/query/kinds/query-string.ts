/** `query_string`: a query written as text. */
import { BodyReader } from "../../compat/body-reader.ts";
import { parsingException, RequestError } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { valueText } from "../../compat/value-text.ts";
import { timeZone } from "../../compat/time-zone.ts";
import { DEFAULT_WORK_LIMIT } from "../../core/automata/work-limit.ts";
import { boosted, withoutBoost } from "../boost/boost-expression.ts";
import type { Expression } from "../expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { withMinimum } from "../boolean/with-minimum.ts";
import { autoFuzziness } from "../fuzziness.ts";
import { kindQuery } from "../kind-query.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";
import { queryShardException } from "../query-shard-exception.ts";
import { buildQueryString, fixNegative } from "../query-string/build.ts";
import { escapeQueryString } from "../query-string/escape.ts";
import { parseQueryString } from "../query-string/grammar.ts";
import type { StringSettings } from "../query-string/settings.ts";
import { parseRewriteMethod } from "../rewrite-method.ts";
import { namedAnalyzer } from "../text/field-match.ts";
import {
  defaultFields,
  type FieldWeights,
  isAllFields,
  readKeptWeights,
  resolveFields,
} from "../text/field-weights.ts";
import { readFuzziness, readOperator } from "../text/match-parameters.ts";
import { parseMultiMatchType } from "../text/multi-field-match.ts";

export const queryString: QueryKind = {
  name: "query_string",
  summary: "Matches documents by a query written in the syntax of Lucene's query parser.",

  parse(body) {
    const read = new BodyReader("query_string", body);
    const head = readHead("query_string", read, body);
    const given = readQuery(read);
    const parameters = readParameters(read);
    read.end();
    if (given === undefined) throw parsingException("[query_string] must be provided with a [query]");
    const text = parameters.escape ? escapeQueryString(given) : given;
    return kindQuery(head, (searcher) => {
      if (parameters.defaultField !== undefined && parameters.fields.size > 0) throw bothFields();
      if (text.trim() === "") return matchNone("Matching no documents because no terms present");
      const expression = parsed(searcher, text, settingsOf(searcher, parameters), given);
      if (!expression) return matchNone("no terms");
      const { inner, boost } = withoutBoost(fixNegative(expression));
      const limited = withMinimum(inner, parameters.minimumShouldMatch);
      return boost === 1 ? limited : boosted(limited, boost);
    });
  },
};

function readQuery(read: BodyReader): string | undefined {
  const value = read.json("query");
  if (Array.isArray(value)) throw parsingException("[query_string] query does not support [query]");
  return read.string("query");
}

type Parameters = ReturnType<typeof readParameters>;

function readParameters(read: BodyReader) {
  read.boolean("enable_position_increments");
  const fields = read.json("fields");
  if (fields !== undefined && !Array.isArray(fields))
    throw parsingException("[query_string] query does not support [fields]");
  return {
    fields: fields === undefined ? (new Map<string, number>() as FieldWeights) : readKeptWeights(fields),
    synonymPhrases: read.boolean("auto_generate_synonyms_phrase_query") ?? true,
    defaultField: read.string("default_field"),
    operator: readOperator(read, "default_operator") ?? ("or" as const),
    type: parseMultiMatchType(read.string("type") ?? "best_fields"),
    tieBreaker: read.number("tie_breaker"),
    analyzer: read.string("analyzer"),
    quoteAnalyzer: read.string("quote_analyzer"),
    quoteFieldSuffix: read.string("quote_field_suffix"),
    phraseSlop: read.integer("phrase_slop") ?? 0,
    fuzziness: readFuzziness(read) ?? autoFuzziness,
    fuzzyPrefixLength: read.integer("fuzzy_prefix_length") ?? 0,
    fuzzyMaxExpansions: read.integer("fuzzy_max_expansions") ?? 50,
    fuzzyTranspositions: read.boolean("fuzzy_transpositions") ?? true,
    fuzzyRewrite: read.string("fuzzy_rewrite"),
    rewrite: read.string("rewrite"),
    allowLeadingWildcard: read.boolean("allow_leading_wildcard") ?? true,
    analyzeWildcard: read.boolean("analyze_wildcard") ?? false,
    lenient: read.boolean("lenient"),
    timeZone: readTimeZone(read),
    maxDeterminizedStates: read.integer("max_determinized_states") ?? DEFAULT_WORK_LIMIT,
    minimumShouldMatch: read.string("minimum_should_match"),
    escape: read.boolean("escape") ?? false,
  };
}

function readTimeZone(read: BodyReader): string | undefined {
  const zone = read.string("time_zone");
  if (zone !== undefined) {
    try {
      timeZone(zone);
    } catch {
      throw new RequestError(500, "zone_rules_exception", `Unknown time-zone ID: ${zone}`);
    }
  }
  return zone;
}

function settingsOf(searcher: SearcherView, parameters: Parameters): StringSettings {
  const { defaultField, fuzzyRewrite, rewrite } = parameters;
  if (parameters.analyzer !== undefined) namedAnalyzer(searcher, parameters.analyzer, "query_string");
  if (parameters.quoteAnalyzer !== undefined)
    namedAnalyzer(searcher, parameters.quoteAnalyzer, "query_string", "quote_analyzer");
  const asked =
    defaultField !== undefined
      ? new Map([[defaultField, 1]])
      : parameters.fields.size > 0
        ? parameters.fields
        : defaultFields(searcher);
  const allFields = isAllFields(asked);
  return {
    ...parameters,
    fields: resolveFields(searcher, asked),
    allFields,
    lenient:
      parameters.lenient ?? (allFields || valueText(searcher.mapping.setting("index.query_string.lenient")) === "true"),
    fuzzyRewrite: fuzzyRewrite === undefined ? undefined : parseRewriteMethod(fuzzyRewrite),
    rewrite: rewrite === undefined ? undefined : parseRewriteMethod(rewrite),
  };
}

function parsed(searcher: SearcherView, text: string, settings: StringSettings, given: string): Expression | undefined {
  try {
    const node = parseQueryString(text);
    return buildQueryString(searcher, node, settings);
  } catch (error) {
    if (!(error instanceof RequestError) || error.type !== "parse_exception") throw error;
    // A text that is no date is told as it is, other errors from building the query like those of its syntax.
    if (error.message.startsWith("failed to parse date field")) throw error;
    const cause = error.message.startsWith("Cannot parse")
      ? error
      : new RequestError(400, "parse_exception", `Cannot parse '${text}': ${error.message}`, { cause: error });
    throw queryShardException(searcher.index, `Failed to parse query [${given}]`, cause);
  }
}

function bothFields(): RequestError {
  const reason = "[query_string] cannot use [fields] parameter in conjunction with [default_field]";
  return validationFailed([reason], "query_validation_exception");
}
