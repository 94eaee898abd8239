/**
 * Simplifies boolean queries as Lucene's `BooleanQuery.rewrite` does. The rules must be Lucene's, since merging decides
 * which scores are summed in double before they are rounded to float.
 */
import type { SearcherView } from "../query.ts";
import { boosted, withoutBoost } from "../boost/boost-expression.ts";
import type { BooleanExpression, Clause, Occur } from "./boolean-expression.ts";
import { constantScore, isConstantScore } from "../constant-score/constant-score-expression.ts";
import type { Expression } from "../expression.ts";
import { isMatchAll } from "../match-all/match-all-expression.ts";
import { isMatchNone, matchNone } from "../match-none/match-none-expression.ts";

type Rule = (query: BooleanExpression) => Expression;

/** Rules in Lucene's order; each returns its argument when it does not apply. */
const rules: readonly Rule[] = [
  contradictions,
  redundantFilters,
  optionalThatIsRequired,
  (query) => mergeEqual(query, "should"),
  (query) => mergeEqual(query, "must"),
  scoringMatchAll,
  flattenDisjunctions,
  requireAllOptional,
  inlineOnlyMust,
];

/** One step of simplification; returns the query itself when nothing is left to do. */
export function rewriteBoolean(query: BooleanExpression, searcher: SearcherView): Expression {
  if (query.clauses.length === 0) return matchNone("empty BooleanQuery");
  if (query.clauses.every((clause) => clause.occur === "must_not")) return matchNone("pure negative BooleanQuery");
  const [only] = query.clauses;
  if (query.clauses.length === 1 && only) {
    const single = singleClause(only, query.minimum);
    if (single) return single;
  }
  const inner = rewriteClauses(query, searcher);
  if (inner !== query) return inner;
  for (const rule of rules) {
    const simplified = rule(query);
    if (simplified !== query) return simplified;
  }
  return query;
}

function singleClause(clause: Clause, minimum: number): Expression | undefined {
  switch (clause.occur) {
    case "should":
      return minimum > 1 ? matchNone("minimumNumberShouldMatch is more than the number of clauses") : clause.expression;
    case "must":
      return minimum > 0 ? undefined : clause.expression;
    case "filter":
      return minimum > 0 ? undefined : boosted(constantScore(clause.expression), 0);
    case "must_not":
      return undefined;
  }
}

function rewriteClauses(query: BooleanExpression, searcher: SearcherView): Expression {
  let changed = false;
  const clauses: Clause[] = [];
  for (const clause of query.clauses) {
    let rewritten = clause.expression.rewrite(searcher);
    // Where scores are not needed, a constant score has no effect.
    if ((clause.occur === "filter" || clause.occur === "must_not") && isConstantScore(rewritten))
      rewritten = rewritten.inner;
    if (rewritten !== clause.expression) changed = true;
    if (isMatchNone(rewritten)) {
      if (clause.occur === "must" || clause.occur === "filter") return rewritten;
      changed = true;
      continue;
    }
    clauses.push({ occur: clause.occur, expression: rewritten });
  }
  return changed ? query.with(clauses, query.minimum) : query;
}

function keys(query: BooleanExpression, occur: Occur): Set<string> {
  return new Set(query.of(occur).map((expression) => expression.key));
}

function contradictions(query: BooleanExpression): Expression {
  const excluded = query.of("must_not");
  if (excluded.length === 0) return query;
  if (excluded.some(isMatchAll)) return matchNone("MUST_NOT clause is MatchAllDocsQuery");
  const excludedKeys = keys(query, "must_not");
  const clash = query.clauses.some(
    ({ occur, expression }) => (occur === "must" || occur === "filter") && excludedKeys.has(expression.key),
  );
  return clash ? matchNone("FILTER or MUST clause also in MUST_NOT") : query;
}

function redundantFilters(query: BooleanExpression): Expression {
  const filters = keys(query, "filter");
  const required = keys(query, "must");
  const dropMatchAll = filters.size > 1 || required.size > 0;
  const seen = new Set<string>();
  const clauses = query.clauses.filter(({ occur, expression }) => {
    if (occur === "must_not") return keep(seen, `-${expression.key}`);
    if (occur !== "filter") return true;
    if (required.has(expression.key) || (dropMatchAll && isMatchAll(expression))) return false;
    return keep(seen, `#${expression.key}`);
  });
  return clauses.length === query.clauses.length ? query : query.with(clauses, query.minimum);
}

function keep(seen: Set<string>, key: string): boolean {
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

/** A clause that is both optional and a filter always matches and scores: it is required. */
function optionalThatIsRequired(query: BooleanExpression): Expression {
  const optional = keys(query, "should");
  const both = new Set([...keys(query, "filter")].filter((key) => optional.has(key)));
  if (both.size === 0) return query;
  let minimum = query.minimum;
  const clauses: Clause[] = [];
  for (const clause of query.clauses) {
    const known = both.has(clause.expression.key);
    if (known && clause.occur === "filter") continue;
    if (known && clause.occur === "should") {
      clauses.push({ occur: "must", expression: clause.expression });
      minimum--;
    } else {
      clauses.push(clause);
    }
  }
  return query.with(clauses, Math.max(0, minimum));
}

/** Equal clauses become one with the sum of their boosts. */
function mergeEqual(query: BooleanExpression, occur: "should" | "must"): Expression {
  if (occur === "should" && query.minimum > 1) return query;
  const sums = new Map<string, { inner: Expression; boost: number }>();
  let count = 0;
  for (const clause of query.clauses) {
    if (clause.occur !== occur) continue;
    count++;
    const { inner, boost } = withoutBoost(clause.expression);
    sums.set(inner.key, { inner, boost: (sums.get(inner.key)?.boost ?? 0) + boost });
  }
  if (sums.size === count) return query;
  const merged = [...sums.values()].map(({ inner, boost }) => ({
    occur,
    expression: boost === 1 ? inner : boosted(inner, boost),
  }));
  return query.with([...merged, ...query.clauses.filter((clause) => clause.occur !== occur)], query.minimum);
}

/** A match_all that scores beside filters gives every match the same score. */
function scoringMatchAll(query: BooleanExpression): Expression {
  const [must, second] = query.of("must");
  const filters = query.clauses.filter((clause) => clause.occur === "filter");
  if (!must || second || query.of("should").length > 0 || query.minimum > 0 || filters.length === 0) return query;
  const { inner, boost } = withoutBoost(must);
  if (!isMatchAll(inner)) return query;
  const rest = query.clauses.filter((clause) => clause.occur !== "must");
  return boosted(constantScore(query.with(rest)), boost);
}

// Boolean expressions import this file, so it cannot use `instanceof`. A named expression has the type of the one it
// names, but no clauses.
function isBoolean(expression: Expression): expression is BooleanExpression {
  return expression.type === "BooleanQuery" && "clauses" in expression;
}

function isDisjunction(expression: Expression): expression is BooleanExpression {
  return isBoolean(expression) && expression.clauses.every((clause) => clause.occur === "should");
}

function flattenDisjunctions(query: BooleanExpression): Expression {
  if (query.minimum > 1) return query;
  let changed = false;
  const clauses = query.clauses.flatMap((clause): readonly Clause[] => {
    if (clause.occur !== "should" || !isDisjunction(clause.expression) || clause.expression.minimum > 1)
      return [clause];
    changed = true;
    return clause.expression.clauses;
  });
  return changed ? query.with(clauses, query.minimum) : query;
}

function requireAllOptional(query: BooleanExpression): Expression {
  const optional = query.of("should").length;
  if (optional < query.minimum) return matchNone("SHOULD clause count less than minimumNumberShouldMatch");
  if (optional === 0 || optional !== query.minimum) return query;
  return query.with(
    query.clauses.map((clause) =>
      clause.occur === "should" ? { occur: "must", expression: clause.expression } : clause,
    ),
  );
}

/** If the only scoring clause is a disjunction, its clauses move up beside the filters. */
function inlineOnlyMust(query: BooleanExpression): Expression {
  const [must, second] = query.of("must");
  if (!must || second || query.of("should").length > 0 || !isDisjunction(must)) return query;
  const rest = query.clauses.filter((clause) => clause.occur !== "must");
  return query.with([...rest, ...must.clauses], Math.max(1, must.minimum));
}
