/**
 * Documents of a required operator, with the score of an optional one added: float32 plus float32 (ReqOptSumScorer
 * rounds each side first).
 */
import { anyOfTerms, type FlatShape } from "../execution/flat-shape.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import { sumOfBounds } from "../execution/score-bounds.ts";

/** Up to this many optional terms are looked up for each document; more are read as a whole. */
const MOST_LOOKED_UP = 16;

export class OptionalOperator implements Operator {
  readonly cost: number;
  readonly twoPhase: boolean;
  readonly flat: FlatShape | undefined;
  private readonly context: OperatorContext;
  private readonly required: Operator;
  private readonly optional: Operator;
  private optionalNext = -1;

  constructor(context: OperatorContext, required: Operator, optional: Operator) {
    this.context = context;
    this.required = required;
    this.optional = optional;
    this.cost = required.cost;
    this.flat = withOptional(required.flat, optional);
    this.twoPhase = required.twoPhase === true || optional.twoPhase === true;
  }

  nextWindow(from: number): number {
    return this.required.nextWindow(from);
  }

  maxScore(base: number): number {
    const more = this.optionalReaches(base) ? this.optional.maxScore(base) : 0;
    return sumOfBounds(this.required.maxScore(base) + more);
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    if (!this.required.fill(base, into, scored, candidates)) return false;
    if (!scored || !this.optionalReaches(base)) return true;
    const { kernel } = this.context;
    const window = this.context.borrow();
    if (this.optional.fill(base, window, true, into)) {
      kernel.addScores(into.scoresAddress, window.bitsAddress, window.scoresAddress);
      kernel.roundScores(window.bitsAddress, into.scoresAddress);
    }
    this.context.giveBack(window);
    return true;
  }

  private optionalReaches(base: number): boolean {
    if (this.optionalNext < base) this.optionalNext = this.optional.nextWindow(base);
    return this.optionalNext === base;
  }
}

/** The flat shape: one required term with optional terms. */
function withOptional(required: FlatShape | undefined, optional: Operator): FlatShape | undefined {
  const terms = anyOfTerms(optional);
  if (!terms || !required || required.optional || required.clauses.length > 1 || terms.length > MOST_LOOKED_UP)
    return undefined;
  return { ...required, optional: terms };
}
