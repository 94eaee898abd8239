/** `combined_fields`: documents with the words of a text in several text fields, as if these were one. */
import { BodyReader, contentParseException } from "../../compat/body-reader.ts";
import { javaMapOrder } from "../../compat/java-map-order.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { booleanOf } from "../boolean/boolean-expression.ts";
import { withMinimum } from "../boolean/with-minimum.ts";
import { type CombinedField, combinedTerms } from "../combined-fields/combined-terms-expression.ts";
import type { Expression } from "../expression.ts";
import { kindQuery } from "../kind-query.ts";
import { matchAll } from "../match-all/match-all-expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";
import { unwrapped } from "../query-shard-exception.ts";
import { tokensByPosition } from "../text/field-match.ts";
import { type FieldWeights, readKeptWeights, resolveFields } from "../text/field-weights.ts";

const encoder = new TextEncoder();

interface CombinedBody {
  readonly text: string;
  readonly fields: FieldWeights;
  readonly operator: "and" | "or";
  readonly minimum: string | undefined;
  readonly zeroTerms: "none" | "all";
}

export const combinedFields: QueryKind = {
  name: "combined_fields",
  summary: "Matches documents with the words of a text in several text fields, scored as if these were one.",

  parse(body) {
    const read = new BodyReader("combined_fields", body, "object");
    const head = readHead("combined_fields", read, body);
    const text = read.string("query");
    const fields = readFields(read.json("fields"));
    const operator = choice(read, "operator", ["and", "or"], (given) =>
      illegalArgument(`No enum constant org.elasticsearch.index.query.Operator.${given.toUpperCase()}`),
    );
    const zeroTerms = choice(read, "zero_terms_query", ["none", "all"], (given) =>
      illegalArgument(`Unsupported [zero_terms_query] value [${given}]`),
    );
    const minimum = read.string("minimum_should_match");
    // Synonyms of several words are not made phrases here.
    read.boolean("auto_generate_synonyms_phrase_query");
    read.end();
    if (text === undefined) throw illegalArgument("Required [query]");
    const given: CombinedBody = { text, fields, operator: operator ?? "or", minimum, zeroTerms: zeroTerms ?? "none" };
    return kindQuery(head, (searcher) => build(searcher, given));
  },
};

function checkSimilarities(searcher: SearcherView, paths: readonly string[]): void {
  const fields = paths.flatMap((path) => searcher.mapping.field(path) ?? []);
  if (fields.some(({ parameters }) => ownOf(parameters, "similarity") !== undefined))
    throw illegalArgument("[combined_fields] queries cannot be used with per-field similarities");
  if (fields.some(({ similarity }) => similarity.type !== "BM25"))
    throw illegalArgument("[combined_fields] queries can only be used with the [BM25] similarity");
}

/** Lengths are compared, or of no field are: Lucene's check of what the shard has, which is told as it is. */
function checkNorms({ segments }: SearcherView, combined: readonly CombinedField[]): void {
  const there = combined.filter(({ field }) => segments.some((segment) => segment.field(field.path) !== undefined));
  if (new Set(there.map(({ field }) => field.spec.norms)).size > 1)
    throw unwrapped(
      illegalArgument(
        "CombinedFieldQuery requires norms to be consistent across fields: some fields cannot  have norms enabled, while others have norms disabled",
      ),
    );
}

function readFields(value: Json | undefined): FieldWeights {
  if (value === undefined) return new Map();
  try {
    const weights = readKeptWeights(value);
    for (const weight of weights.values())
      if (weight < 1) throw illegalArgument("[combined_fields] requires field boosts to be >= 1.0");
    return weights;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw contentParseException("[combined_fields] failed to parse field [fields]", error);
  }
}

function choice<Name extends string>(
  read: BodyReader,
  key: string,
  names: readonly Name[],
  refusal: (given: string) => RequestError,
): Name | undefined {
  const given = read.string(key);
  if (given === undefined) return undefined;
  const found = names.find((name) => name === given.toLowerCase());
  if (found) return found;
  throw contentParseException(`[combined_fields] failed to parse field [${key}]`, refusal(given));
}

/** An alias beside its field is the same field: of several weights the last in Elasticsearch's map counts. */
function withoutAliases(all: readonly CombinedField[], names: readonly string[]): readonly CombinedField[] {
  const byName = new Map(names.map((name, at) => [name, all[at]!]));
  const kept = new Map(javaMapOrder(names).map((name) => [byName.get(name)!.field.path, byName.get(name)!]));
  return [...new Set(all.map(({ field }) => kept.get(field.path)!))];
}

function build(searcher: SearcherView, { text, fields, operator, minimum, zeroTerms }: CombinedBody): Expression {
  if (fields.size === 0) throw illegalArgument("In [combined_fields] query, at least one field must be provided");
  const resolved = resolveFields(searcher, fields);
  if (resolved.size === 0) return matchNone("unmapped fields []");
  checkSimilarities(searcher, [...resolved.keys()]);
  const all = [...resolved].map(([path, weight]): CombinedField => {
    const field = searcher.mapping.field(path)!;
    if (field.capabilities.texts !== "words")
      throw illegalArgument(`Field [${path}] of type [${field.type}] does not support [combined_fields] queries`);
    return { field, weight };
  });
  const combined = withoutAliases(all, [...resolved.keys()]);
  const analyzers = new Set(combined.map(({ field }) => field.searchAnalyzer));
  const [analyzer] = analyzers;
  if (analyzers.size > 1 || !analyzer)
    throw illegalArgument("All fields in [combined_fields] query must have the same search analyzer");
  const words = tokensByPosition(analyzer.analyze(text).tokens).map((tokens) =>
    combinedTerms(
      combined,
      tokens.map((token) => encoder.encode(token.text)),
    ),
  );
  if (words.length > 0) checkNorms(searcher, combined);
  const [only] = words;
  if (!only) return zeroTerms === "all" ? matchAll() : matchNone("Matching no documents because no terms present");
  if (words.length === 1) return only;
  const occur = operator === "and" ? "must" : "should";
  return withMinimum(booleanOf(words.map((expression) => ({ occur, expression }))), minimum);
}
