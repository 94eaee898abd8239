/** A plan whose matches are cut down to a slice. */
import type { Operator, OperatorContext, WindowBuffer } from "../../query/operator.ts";
import type { Explanation, Plan } from "../../query/query.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { SliceMembers } from "./slice-members.ts";

/** See the file comment. */
export class SlicedPlan implements Plan {
  readonly kind: string;
  readonly description: string;
  readonly children: readonly Plan[];
  readonly name: string | undefined;
  readonly #inner: Plan;
  readonly #members: SliceMembers;

  constructor(inner: Plan, members: SliceMembers) {
    this.#inner = inner;
    this.#members = members;
    this.kind = inner.kind;
    this.description = inner.description;
    this.children = inner.children;
    this.name = inner.name;
  }

  operator(context: OperatorContext, leadCost?: number): Operator | undefined {
    const inner = this.#inner.operator(context, leadCost);
    return inner && new SlicedOperator(inner, this.#members.ofSegment(context.reader));
  }

  explain(segment: SegmentReader, doc: number): Explanation {
    return this.#inner.explain(segment, doc);
  }
}

class SlicedOperator implements Operator {
  readonly cost: number;
  readonly twoPhase = true;
  readonly #inner: Operator;
  readonly #has: (doc: number) => boolean;

  constructor(inner: Operator, has: (doc: number) => boolean) {
    this.#inner = inner;
    this.#has = has;
    this.cost = inner.cost;
  }

  nextWindow(from: number): number {
    return this.#inner.nextWindow(from);
  }

  maxScore(base: number): number {
    return this.#inner.maxScore(base);
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    if (!this.#inner.fill(base, into, scored, candidates)) return false;
    const { bits } = into;
    let any = 0;
    for (let index = 0; index < bits.length; index++) {
      let kept = bits[index]!;
      for (let left = kept; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left);
        if (!this.#has(base + index * 32 + bit)) kept &= ~(1 << bit);
      }
      bits[index] = kept;
      any |= kept;
    }
    return any !== 0;
  }
}
