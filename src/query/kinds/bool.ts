/** `bool`: a combination of clauses. */
import { BodyReader, contentParseException, tokenName } from "../../compat/body-reader.ts";
import { RequestError } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { booleanOf, type Clause, type Occur } from "../boolean/boolean-expression.ts";
import type { Expression } from "../expression.ts";
import { matchAll } from "../match-all/match-all-expression.ts";
import { withMinimum } from "../boolean/with-minimum.ts";
import { expressionOf, isKnownEmpty, kindQuery } from "../kind-query.ts";
import { readHead } from "../query-head.ts";
import type { ParseContext, QueryKind } from "../query-kind.ts";
import type { Query, SearcherView } from "../query.ts";

/** Clauses in the order in which Elasticsearch adds them. */
const occurs: readonly [key: string, occur: Occur][] = [
  ["must", "must"],
  ["must_not", "must_not"],
  ["mustNot", "must_not"],
  ["should", "should"],
  ["filter", "filter"],
];

export const bool: QueryKind = {
  name: "bool",
  summary: "Matches documents by required, optional, filtering and excluding clauses.",

  parse(body, context) {
    const read = new BodyReader("bool", body, "object");
    const head = readHead("bool", read, body);
    const minimum = readMinimum(read);
    const adjustPureNegative = read.boolean("adjust_pure_negative") ?? true;
    const clauses = readAll(read, context);
    read.end();
    const build = (searcher: SearcherView): Expression => {
      return clauses.length === 0 ? matchAll() : assemble(clauses, minimum, adjustPureNegative, searcher);
    };
    return kindQuery(head, build, (searcher) => cannotMatch(clauses, searcher));
  },
};

/** Clauses are read in the order of the body, so that its first error is told. */
function readAll(read: BodyReader, context: ParseContext): ParsedClause[] {
  const found = new Map<string, Query[]>();
  const byKey = new Map(occurs.map((each) => [each[0], each]));
  for (const key of read.keys()) {
    const each = byKey.get(key);
    if (each) found.set(key, readClauses(read, each, context));
  }
  return occurs.flatMap((each) =>
    (found.get(each[0]) ?? readClauses(read, each, context)).map((query) => ({ occur: each[1], query })),
  );
}

function readMinimum(read: BodyReader): string | undefined {
  const value = read.json("minimum_should_match");
  if (value === undefined || value === null) return undefined;
  if (typeof value === "object" || typeof value === "boolean") {
    throw contentParseException(`[bool] minimum_should_match doesn't support values of type: ${tokenName(value)}`);
  }
  return String(value);
}

function readClauses(read: BodyReader, [key, occur]: readonly [string, Occur], context: ParseContext): Query[] {
  const value = read.json(key);
  if (value === undefined || value === null) return [];
  if (typeof value !== "object")
    throw contentParseException(`[bool] ${key} doesn't support values of type: ${tokenName(value)}`);
  const bodies = Array.isArray(value) ? value : [value];
  return bodies.map((body) => {
    context.countClause();
    // What must not match has no hits.
    return inClause(key, body, () => (occur === "must_not" ? context.parseQuery(body, []) : context.parseQuery(body)));
  });
}

function inClause(key: string, body: Json, parse: () => Query): Query {
  try {
    if (Array.isArray(body))
      throw new RequestError(400, "illegal_state_exception", "expected value but got [START_ARRAY]");
    return parse();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw contentParseException(`[bool] failed to parse field [${key}]`, error);
  }
}

interface ParsedClause {
  readonly occur: Occur;
  readonly query: Query;
}

/** As Elasticsearch's `BoolQueryBuilder.doRewrite` decides: `minimum_should_match` is not considered. */
function cannotMatch(clauses: readonly ParsedClause[], searcher: SearcherView): boolean {
  const required = clauses.filter(({ occur }) => occur === "must" || occur === "filter");
  if (required.some(({ query }) => isKnownEmpty(query, searcher))) return true;
  if (clauses.some(({ occur, query }) => occur === "must_not" && query.kind === "match_all")) return true;
  const optional = clauses.filter(({ occur }) => occur === "should");
  return required.length === 0 && optional.length > 0 && optional.every(({ query }) => isKnownEmpty(query, searcher));
}

function assemble(
  clauses: readonly ParsedClause[],
  minimum: string | undefined,
  adjustPureNegative: boolean,
  searcher: SearcherView,
): Expression {
  const parts: Clause[] = clauses.map(({ occur, query }) => ({ occur, expression: expressionOf(query, searcher) }));
  // A query of exclusions alone matches all other documents, whatever its minimum.
  if (adjustPureNegative && parts.every((clause) => clause.occur === "must_not"))
    return booleanOf([...parts, { occur: "filter", expression: matchAll() }]);
  return withMinimum(booleanOf(parts), minimum);
}
