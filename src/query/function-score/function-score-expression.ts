/** A query whose scores functions change (Elasticsearch's `FunctionScoreQuery`). */
import { javaFloat } from "../../core/float32.ts";
import { murmur3 } from "../../core/murmur3.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { MinimumScoreOperator } from "../execution/minimum-score.ts";
import { expressionKey, type Expression, matchKeyOf } from "../expression.ts";
import { isMatchNone } from "../match-none/match-none-expression.ts";
import type { Operator, OperatorContext } from "../operator.ts";
import { inexact } from "../percolation/candidates.ts";
import { costOf, TESTED_DOCS } from "../plan-cost.ts";
import { planExpression } from "../query-cache/cached-plan.ts";
import type { Explanation, Plan } from "../query.ts";
import { explained, unmatched } from "../scoring/explanation.ts";
import { type FilteredFunction, FunctionScoreOperator } from "./function-score-operator.ts";
import type { ScoreFunction } from "./score-function.ts";
import { type BoostMode, explainCombined, FactorSum, type ScoreMode } from "./score-modes.ts";

/** A function, and the query for the documents that it applies to; undefined: all. */
export interface FunctionClause {
  readonly run: ScoreFunction;
  readonly filter: Expression | undefined;
}

export interface FunctionScoreOptions {
  readonly scoreMode: ScoreMode;
  readonly boostMode: BoostMode;
  /** A float32. */
  readonly maxBoost: number;
  /** Documents with a lower score do not match; a float32. */
  readonly minScore: number | undefined;
}

const FILTER_TYPE = "org.elasticsearch.common.lucene.search.function.FunctionScoreQuery$FilterScoreFunction";

/** The matches of `inner`, scored by the functions. */
export function scoredByFunctions(
  inner: Expression,
  functions: readonly FunctionClause[],
  options: FunctionScoreOptions,
): Expression {
  const { scoreMode, boostMode, maxBoost, minScore } = options;
  const told = functions.map(({ run, filter }) => `{${filter ? FILTER_TYPE : run.type}@${hashOf(run, filter)}}`);
  const description = `function score (${inner.description}, functions: [${told.join("")}])`;
  const functionKeys = functions.flatMap(({ run, filter }) => [run.key, filter?.key]);
  const key = expressionKey("function_score", scoreMode, boostMode, maxBoost, minScore, inner.key, ...functionKeys);
  const self: Expression = {
    type: "FunctionScoreQuery",
    description,
    key,
    // With a minimum, the functions decide which documents match.
    matchKey: () => (minScore === undefined ? matchKeyOf(inner) : key),
    isWrapper: true,
    candidates: () => inexact(inner.candidates?.()),
    rewrite(searcher) {
      const rewritten = inner.rewrite(searcher);
      if (isMatchNone(rewritten)) return rewritten;
      const filters = functions.map(({ filter }) => filter?.rewrite(searcher));
      if (rewritten === inner && filters.every((filter, index) => filter === functions[index]!.filter)) return self;
      return scoredByFunctions(
        rewritten,
        functions.map(({ run }, index) => ({ run, filter: filters[index] })),
        options,
      );
    },
    plan(searcher, planned) {
      const scored = planned.scored || minScore !== undefined;
      const needsScores = boostMode !== "replace" || functions.some(({ run }) => run.needsScores);
      return planFunctionScore({
        description,
        inner: planExpression(inner, searcher, {
          ...planned,
          scored: scored && (needsScores || functions.length === 0),
        }),
        functions: functions.map(({ run, filter }) => ({
          run,
          filter: filter && planExpression(filter, searcher, { scored: false, boost: 1 }),
        })),
        options,
        scored: planned.scored,
        needsScores,
      });
    },
    highlightTerms: (searcher, add, boost) => inner.highlightTerms(searcher, add, boost),
  };
  return self;
}

/** In the place of Java's hash of an object. */
function hashOf(run: ScoreFunction, filter: Expression | undefined): string {
  return (murmur3(new TextEncoder().encode(expressionKey(run.key, filter?.key))) >>> 0).toString(16);
}

interface PlannedFunction {
  readonly run: ScoreFunction;
  readonly filter: Plan | undefined;
}

interface PlannedFunctionScore {
  readonly description: string;
  readonly inner: Plan;
  readonly functions: readonly PlannedFunction[];
  readonly options: FunctionScoreOptions;
  readonly scored: boolean;
  readonly needsScores: boolean;
}

function planFunctionScore(planned: PlannedFunctionScore): Plan {
  const { inner, functions, options } = planned;
  const { minScore } = options;
  const filters = functions.map(({ filter }) => filter).filter((filter) => filter !== undefined);
  return {
    kind: "FunctionScoreQuery",
    description: planned.description,
    children: [inner, ...filters],
    // Elasticsearch does not measure the query itself.
    profiled: filters,
    operator(context, leadCost) {
      const matches = inner.operator(context, leadCost);
      if (!matches || (!planned.scored && minScore === undefined)) return matches;
      const changed = functions.length === 0 ? matches : scoredBy(planned, context, matches);
      return minScore === undefined ? changed : new MinimumScoreOperator(context, changed, minScore);
    },
    count: (segment) => (minScore === undefined ? inner.count?.(segment) : undefined),
    // Functions look at the documents one by one.
    cost: (segment) => sumOfCosts(filters, segment) + costOf(inner, segment) * (functions.length > 0 ? TESTED_DOCS : 1),
    explain: (segment, doc) => explainFunctionScore(planned, segment, doc),
  };
}

function sumOfCosts(plans: readonly Plan[], segment: SegmentReader): number {
  return plans.reduce((sum, plan) => sum + costOf(plan, segment), 0);
}

function scoredBy(
  { functions, options, needsScores }: PlannedFunctionScore,
  context: OperatorContext,
  matches: Operator,
): Operator {
  const opened: FilteredFunction[] = [];
  for (const { run, filter } of functions) {
    const operator = filter?.operator(context);
    // A filter that nothing in the segment matches.
    if (filter && !operator) continue;
    opened.push({ run: run.open(context.reader), weight: run.weight, filter: operator });
  }
  return new FunctionScoreOperator(context, matches, opened, { ...options, needsScores });
}

function explainFunctionScore(
  { inner, functions, options, scored }: PlannedFunctionScore,
  segment: SegmentReader,
  doc: number,
): Explanation {
  const query = inner.explain(segment, doc);
  // Functions of what does not count are not asked: they might fail.
  if (!query.match || (!scored && options.minScore === undefined)) return query;
  const told = functions.length === 0 ? query : explainFunctions(query, functions, options, { segment, doc });
  const { minScore } = options;
  if (minScore === undefined || told.value >= minScore) return told;
  const reason = `Score value is too low, expected at least ${javaFloat(minScore)} but got ${javaFloat(told.value)}`;
  return unmatched(reason, [told]);
}

function explainFunctions(
  query: Explanation,
  functions: readonly PlannedFunction[],
  { scoreMode, boostMode, maxBoost }: FunctionScoreOptions,
  { segment, doc }: { readonly segment: SegmentReader; readonly doc: number },
): Explanation {
  const sum = new FactorSum(scoreMode);
  const details: Explanation[] = [];
  for (const { run, filter } of functions) {
    if (filter && !filter.explain(segment, doc).match) continue;
    const opened = run.open(segment);
    if (!sum.isComplete) sum.add(opened.value(doc, Math.fround(query.value)), run.weight);
    const value = opened.explain(doc, query);
    if (!filter) details.push(value);
    else
      details.push(
        explained(Math.fround(value.value), "function score, product of:", [
          explained(1, `match filter: ${filter.description}`),
          value,
        ]),
      );
  }
  const [only] = details;
  const isSingle = functions.length === 1 && functions[0]?.filter === undefined;
  const factor = !only
    ? explained(1, "No function matched")
    : isSingle
      ? only
      : explained(Math.fround(sum.factor), `function score, score mode [${scoreMode}]`, details);
  return explainCombined(boostMode, query, factor, maxBoost);
}
