/** Documents with any of some tokens, scored by the products of weights (Elasticsearch's `WeightedTokensUtils`). */
import { illegalArgument } from "../../compat/errors.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { boosted } from "../boost/boost-expression.ts";
import { booleanOf } from "../boolean/boolean-expression.ts";
import { type Expression, expressionKey, matchKeyOf } from "../expression.ts";
import { checkClauseCount } from "../limits.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import type { SearcherView } from "../query.ts";
import { linear } from "./feature-functions.ts";
import { rankFeature } from "./rank-feature-expression.ts";

/** A token with its weight. */
export interface WeightedToken {
  readonly token: string;
  readonly weight: number;
}

/** Documents with any of the tokens in a field; `kind` is the query that asks. */
export function weightedTokens(
  { mapping }: SearcherView,
  path: string,
  tokens: readonly WeightedToken[],
  kind: string,
): Expression {
  const field = mapping.field(path);
  if (!field) return matchNone(`The "${kind}" query is against a field that does not exist`);
  requireTokens(field, path);
  checkClauseCount(tokens.length);
  const clauses = tokens.map(({ token, weight }) => ({
    occur: "should" as const,
    expression: boosted(
      rankFeature({ field, name: token, isNegative: false }, () => linear),
      weight,
    ),
  }));
  if (clauses.length === 0) return matchNone("empty BooleanQuery");
  return together(clauses.length === 1 ? clauses[0]!.expression : booleanOf(clauses, 1));
}

/** Tokens count together: queries around them do not take them apart (`SparseVectorQueryWrapper`). */
function together(tokens: Expression): Expression {
  const self: Expression = {
    type: "SparseVectorQueryWrapper",
    description: tokens.description,
    key: expressionKey("tokens", tokens.key),
    matchKey: () => matchKeyOf(tokens),
    isWrapper: true,
    ...(tokens.candidates ? { candidates: () => tokens.candidates!() } : {}),
    rewrite(searcher) {
      const rewritten = tokens.rewrite(searcher);
      return rewritten === tokens ? self : together(rewritten);
    },
    plan: (searcher, options) => tokens.plan(searcher, options),
    highlightTerms: (searcher, add, boost) => tokens.highlightTerms(searcher, add, boost),
  };
  return self;
}

function requireTokens(field: MappedField, path: string): void {
  if (field.capabilities.exactQuery === "feature" || field.capabilities.feature === "several") return;
  throw illegalArgument(`field [${path}] must be type [sparse_vector] but is type [${field.type}]`);
}

/** Refuses to leave out tokens by their frequencies, which this server cannot. */
export function refusePruning(prunes: boolean, kind: string): void {
  if (prunes) throw illegalArgument(`pruning of [${kind}] queries is not supported by this server yet`);
}
