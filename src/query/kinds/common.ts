/**
 * `common`: documents with the rare words of a text; frequent words only add to the score. Removed in Elasticsearch
 * 8.0.
 */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { CommonTermsExpression, type CommonTermsOptions } from "../common-terms/common-terms-expression.ts";
import type { Expression } from "../expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { termOf } from "../exact-queries.ts";
import { searchableField, unmapped } from "../searchable-field.ts";
import { kindQuery } from "../kind-query.ts";
import { expectText, readHead, requireFieldBody } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";
import { namedAnalyzer } from "../text/field-match.ts";
import { readOperator } from "../text/match-parameters.ts";

const DEFAULT_CUTOFF = 0.01;
const encoder = new TextEncoder();

export const common: QueryKind = {
  name: "common",
  summary:
    "Matches documents with the rare words of a text; frequent words only add to the score. Deprecated: match does without.",

  parse(body, context) {
    const { field: path, read: inner, short } = requireFieldBody("common", body);
    context.warn(
      "Deprecated field [common] used, replaced by [[match] query which can efficiently skip blocks of documents if the total number of hits is not tracked]",
    );
    const read = inner ?? new BodyReader("common", {});
    const head = readHead("common", read, body);
    const text = inner ? read.string("query") : expectText(short);
    const analyzer = read.string("analyzer");
    const options = { ...readOptions(read), ...readMinimums(read.json("minimum_should_match") ?? null) };
    read.end();
    if (text === undefined) throw illegalArgument("text cannot be null");
    return kindQuery(head, (searcher) => build(searcher, { path, text, analyzer }, options));
  },
};

function readOptions(read: BodyReader): CommonTermsOptions {
  return {
    cutoff: read.number("cutoff_frequency") ?? DEFAULT_CUTOFF,
    rare: readOperator(read, "low_freq_operator") === "and" ? "must" : "should",
    frequent: readOperator(read, "high_freq_operator") === "and" ? "must" : "should",
  };
}

/** One minimum for the rare words, or `{low_freq, high_freq}`. */
function readMinimums(value: Json): Pick<CommonTermsOptions, "rareMinimum" | "frequentMinimum"> {
  if (value === null) return {};
  if (Array.isArray(value)) throw parsingException("[common] query does not support [minimum_should_match]");
  if (!isJsonObject(value)) return { rareMinimum: String(value) };
  const read = new BodyReader("common", value);
  const minimums = { rareMinimum: read.string("low_freq"), frequentMinimum: read.string("high_freq") };
  const [unknown] = read.keys().filter((key) => key !== "low_freq" && key !== "high_freq");
  if (unknown !== undefined)
    throw parsingException(`[common] query does not support [${unknown}] for [minimum_should_match]`);
  return minimums;
}

function build(
  searcher: SearcherView,
  asked: { path: string; text: string; analyzer: string | undefined },
  options: CommonTermsOptions,
): Expression {
  const named = asked.analyzer === undefined ? undefined : namedAnalyzer(searcher, asked.analyzer, "common");
  const field = searchableField(searcher, asked.path);
  if (!field) return unmapped(asked.path);
  const analyzer = field.capabilities.texts !== undefined ? (named ?? field.searchAnalyzer) : undefined;
  // Fields that are not analysed take the whole text as a term, as `term` does.
  if (!analyzer) return termOf(searcher, field, asked.text);
  const words = analyzer.tokens(asked.text).map((token) => encoder.encode(token.text));
  return words.length === 0 ? matchNone("no terms") : new CommonTermsExpression(field, words, options);
}
