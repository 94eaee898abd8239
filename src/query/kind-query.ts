/** The query that a kind's `parse` returns: the parsed body, and how to build an expression once an index is known. */
import { RequestError } from "../compat/errors.ts";
import type { Expression } from "./expression.ts";
import { rewriteFully } from "./expression.ts";
import { boosted } from "./boost/boost-expression.ts";
import { constantScore } from "./constant-score/constant-score-expression.ts";
import { isMatchNone } from "./match-none/match-none-expression.ts";
import { named } from "./named/named-expression.ts";
import type { HighlightTerm, Plan, PlanOptions, Query, SearcherView } from "./query.ts";
import { planExpression } from "./query-cache/cached-plan.ts";
import { creatingQuery } from "./query-shard-exception.ts";

/** What every documented query has. */
export interface QueryHead {
  readonly kind: string;
  readonly boost: number;
  readonly name: string | undefined;
}

/** A query made of expressions. */
export interface KindQuery extends Query {
  /** The expression on an index, including boost and name. Throws RequestError when a value does not fit a field. */
  expression(searcher: SearcherView): Expression;
}

/** How `cannotMatch` is answered. `as built`: by building the expression, which shows when it matches nothing. */
export type EmptyTest = "as built" | ((searcher: SearcherView) => boolean);

/** Makes the query of a kind. `build` is called once for each shard on which the query is planned. */
export function kindQuery(
  head: QueryHead,
  build: (searcher: SearcherView) => Expression,
  emptyTest?: EmptyTest,
): KindQuery {
  const expression = (searcher: SearcherView): Expression => {
    const plain = build(searcher);
    // What counts for nothing is not scored: functions in it add nothing either.
    const counted = head.boost === 0 ? constantScore(plain) : plain;
    const weighted = head.boost === 1 ? plain : boosted(counted, head.boost);
    return head.name === undefined ? weighted : named(weighted, head.name);
  };
  const cannotMatch =
    emptyTest === "as built" ? (searcher: SearcherView): boolean => isMatchNone(build(searcher)) : emptyTest;
  // Lists the parts of `head` one by one: a literal that extends a spread would give each object its own hidden class.
  return {
    kind: head.kind,
    boost: head.boost,
    name: head.name,
    cannotMatch,
    expression,
    plan: (searcher: SearcherView, options: PlanOptions): Plan =>
      creatingQuery(searcher.index, () =>
        planExpression(rewriteFully(expression(searcher), searcher), searcher, options),
      ),
    highlightTerms(searcher: SearcherView, add: (term: HighlightTerm) => void): void {
      creatingQuery(searcher.index, () => expression(searcher).highlightTerms(searcher, add, 1));
    },
  };
}

/** Whether a query is known to match nothing on a shard. False for a query that does not fit the shard. */
export function isKnownEmpty(query: Query, searcher: SearcherView): boolean {
  try {
    return query.cannotMatch?.(searcher) ?? false;
  } catch (error) {
    if (error instanceof RequestError) return false; // The error is reported when the shard is searched.
    throw error;
  }
}

/** The expression of any query; a query that is not built from expressions is wrapped. */
export function expressionOf(query: Query, searcher: SearcherView): Expression {
  return "expression" in query ? (query as KindQuery).expression(searcher) : opaque(query);
}

/** An expression around a query that plans itself. */
function opaque(query: Query): Expression {
  const self: Expression = {
    type: query.kind,
    description: query.kind,
    key: `opaque:${opaqueNumber(query)}`,
    isWrapper: true,
    rewrite: () => self,
    plan: (searcher, options) => query.plan(searcher, options),
    highlightTerms: (searcher, add) => query.highlightTerms(searcher, add),
  };
  return self;
}

const opaqueNumbers = new WeakMap<Query, number>();
let opaqueCount = 0;

function opaqueNumber(query: Query): number {
  const known = opaqueNumbers.get(query);
  if (known !== undefined) return known;
  opaqueNumbers.set(query, ++opaqueCount);
  return opaqueCount;
}
