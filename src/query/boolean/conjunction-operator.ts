/**
 * Documents that match all of several operators; the score is the sum of the scoring ones, rounded once
 * (ConjunctionScorer).
 */
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import { restricted, type FlatShape, type TermClause } from "../execution/flat-shape.ts";
import { sumOfBounds } from "../execution/score-bounds.ts";

export class ConjunctionOperator implements Operator {
  readonly cost: number;
  readonly twoPhase: boolean;
  readonly flat: FlatShape | undefined;
  readonly most: number | undefined;
  private readonly context: OperatorContext;
  /** All operators, cheapest first and two-phase ones last. */
  private readonly order: readonly Operator[];
  private readonly scoring: ReadonlySet<Operator>;

  /** `scoring` and `filters` together have at least one operator. */
  constructor(context: OperatorContext, parts: { scoring: readonly Operator[]; filters: readonly Operator[] }) {
    const all = [...parts.scoring, ...parts.filters];
    this.context = context;
    this.order = all.toSorted((a, b) => Number(a.twoPhase ?? false) - Number(b.twoPhase ?? false) || a.cost - b.cost);
    this.scoring = new Set(parts.scoring);
    this.cost = Math.min(...all.map((operator) => operator.cost));
    this.twoPhase = all.some((operator) => operator.twoPhase === true);
    this.flat = flatConjunction(context, parts.scoring, parts.filters);
    this.most = mostOf(parts.scoring);
  }

  nextWindow(from: number): number {
    let base = from & -WINDOW_DOCS;
    for (let agreed = 0, i = 0; agreed < this.order.length; i = (i + 1) % this.order.length) {
      const next = this.order[i]!.nextWindow(base);
      if (next === NO_MORE_DOCS) return NO_MORE_DOCS;
      agreed = next === base ? agreed + 1 : 1;
      base = next;
    }
    return base;
  }

  maxScore(base: number): number {
    let sum = 0;
    for (const operator of this.scoring) sum += operator.maxScore(base);
    return sumOfBounds(sum);
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    const { kernel } = this.context;
    const first = this.order[0]!;
    const firstScores = scored && this.scoring.has(first);
    if (!first.fill(base, into, firstScores, candidates)) return false;
    if (this.order.length === 1 && firstScores === scored) return true;
    if (scored && !firstScores) kernel.clearScores(into.scoresAddress);
    const window = this.context.borrow();
    let any = true;
    for (let i = 1; i < this.order.length && any; i++) {
      const operator = this.order[i]!;
      const scores = scored && this.scoring.has(operator);
      any = operator.fill(base, window, scores, into);
      if (!any) break;
      kernel.windowCopy(into.bitsAddress, window.bitsAddress);
      if (scores) kernel.addScores(into.scoresAddress, window.bitsAddress, window.scoresAddress);
    }
    this.context.giveBack(window);
    if (!any) kernel.windowClear(into.bitsAddress);
    else if (scored) kernel.roundScores(into.bitsAddress, into.scoresAddress);
    return any;
  }
}

/** Upper bound of the sum of the scores in the segment; undefined when an operator does not know its own. */
function mostOf(scoring: readonly Operator[]): number | undefined {
  let sum = 0;
  for (const { most } of scoring) {
    if (most === undefined) return undefined;
    sum += most;
  }
  return sumOfBounds(sum);
}

/** The flat shape: terms that must all match, or one flat operator, with at most filters beside them. */
function flatConjunction(
  context: OperatorContext,
  scoring: readonly Operator[],
  filters: readonly Operator[],
): FlatShape | undefined {
  const only = scoring.length === 1 ? scoring[0]?.flat : undefined;
  const shape = only ?? joinTerms(scoring);
  if (!shape || filters.length === 0) return shape;
  const filter = filters.length === 1 ? filters[0] : new ConjunctionOperator(context, { scoring: [], filters });
  return filter && restricted(shape, { filter });
}

function joinTerms(operators: readonly Operator[]): FlatShape | undefined {
  const clauses: TermClause[] = [];
  for (const { flat } of operators) {
    // A nested conjunction rounds its own sum, so only single terms may join.
    if (!flat || flat.clauses.length !== 1 || flat.filter || flat.excluded || flat.optional) return undefined;
    clauses.push(...flat.clauses);
  }
  return clauses.length > 0 ? { join: "all", clauses } : undefined;
}
