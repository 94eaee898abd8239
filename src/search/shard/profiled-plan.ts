/** Measures where a query spends its time, node by node (`QueryProfiler`). */
import type { Operator, OperatorContext, WindowBuffer } from "../../query/operator.ts";
import type { Plan } from "../../query/query.ts";
import type { ProfiledNode } from "../shard-result.ts";

/** What one node took, in nanoseconds, and how often. */
class Measure {
  createWeightNanos = 0;
  buildScorerNanos = 0;
  buildScorerCount = 0;
  nextDocNanos = 0;
  nextDocCount = 0;
  scoreNanos = 0;
  scoreCount = 0;
  maxScoreNanos = 0;
  maxScoreCount = 0;
}

/** A plan whose nodes are measured while it runs. */
export class ProfiledPlan {
  readonly plan: Plan;
  readonly #measures = new Map<Plan, Measure>();

  /** `make` plans the query; its time is shared out as the creation of the root. */
  constructor(make: () => Plan) {
    const started = process.hrtime.bigint();
    const plan = make();
    this.#watch(plan);
    const root = this.#measures.get(plan);
    if (root) root.createWeightNanos = nanosSince(started);
    this.plan = plan;
  }

  /** Time of planning, which rewrites the query, in nanoseconds. */
  get rewriteNanos(): number {
    return this.#measures.get(this.plan)?.createWeightNanos ?? 0;
  }

  /** Time in which matches were found and scored, in nanoseconds. */
  get runNanos(): number {
    const measure = this.#measures.get(this.plan);
    return measure ? measure.buildScorerNanos + measure.nextDocNanos + measure.scoreNanos + measure.maxScoreNanos : 0;
  }

  /** What the nodes took, as plain data. */
  tree(): ProfiledNode {
    return this.#nodeOf(this.plan);
  }

  /** Puts a measuring step in front of each node's operator. Plans belong to one request, so nobody else sees it. */
  #watch(plan: Plan): void {
    if (this.#measures.has(plan)) return;
    const measure = new Measure();
    this.#measures.set(plan, measure);
    const operator = plan.operator.bind(plan);
    const measured = (context: OperatorContext): Operator | undefined => {
      const started = process.hrtime.bigint();
      const inner = operator(context);
      measure.buildScorerNanos += nanosSince(started);
      measure.buildScorerCount++;
      return inner && measuredOperator(inner, measure);
    };
    Object.defineProperty(plan, "operator", { value: measured, configurable: true, writable: true });
    for (const child of shownOf(plan)) this.#watch(child);
  }

  #nodeOf(plan: Plan): ProfiledNode {
    const measure = this.#measures.get(plan) ?? new Measure();
    const nanos =
      measure.createWeightNanos +
      measure.buildScorerNanos +
      measure.nextDocNanos +
      measure.scoreNanos +
      measure.maxScoreNanos;
    return {
      type: plan.kind,
      description: plan.description,
      nanos,
      breakdown: breakdownOf(measure),
      children: shownOf(plan).map((child) => this.#nodeOf(child)),
    };
  }
}

/** The parts of a plan that the profile shows. */
function shownOf(plan: Plan): readonly Plan[] {
  return plan.profiled ?? plan.children;
}

function breakdownOf(measure: Measure): Record<string, number> {
  return {
    set_min_competitive_score_count: 0,
    match_count: 0,
    shallow_advance_count: 0,
    set_min_competitive_score: 0,
    next_doc: measure.nextDocNanos,
    match: 0,
    next_doc_count: measure.nextDocCount,
    score_count: measure.scoreCount,
    compute_max_score_count: measure.maxScoreCount,
    compute_max_score: measure.maxScoreNanos,
    advance: 0,
    advance_count: 0,
    score: measure.scoreNanos,
    count_weight_count: 0,
    build_scorer_count: measure.buildScorerCount,
    create_weight: measure.createWeightNanos,
    shallow_advance: 0,
    count_weight: 0,
    create_weight_count: 1,
    build_scorer: measure.buildScorerNanos,
  };
}

/** An operator that measures: windows with scores count as scoring, the others as iteration. */
function measuredOperator(inner: Operator, measure: Measure): Operator {
  return {
    cost: inner.cost,
    ...(inner.twoPhase === undefined ? {} : { twoPhase: inner.twoPhase }),
    nextWindow(from) {
      const started = process.hrtime.bigint();
      const base = inner.nextWindow(from);
      measure.nextDocNanos += nanosSince(started);
      measure.nextDocCount++;
      return base;
    },
    maxScore(base) {
      const started = process.hrtime.bigint();
      const score = inner.maxScore(base);
      measure.maxScoreNanos += nanosSince(started);
      measure.maxScoreCount++;
      return score;
    },
    fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer) {
      const started = process.hrtime.bigint();
      const any = inner.fill(base, into, scored, candidates);
      if (scored) {
        measure.scoreNanos += nanosSince(started);
        measure.scoreCount++;
      } else {
        measure.nextDocNanos += nanosSince(started);
        measure.nextDocCount++;
      }
      return any;
    },
  };
}

function nanosSince(started: bigint): number {
  return Number(process.hrtime.bigint() - started);
}
