/** Documents with intervals (Lucene's `IntervalScorer`). */
import { ConjunctionOperator } from "../boolean/conjunction-operator.ts";
import { DisjunctionOperator } from "../boolean/disjunction-operator.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import { TermPositions } from "../phrase/term-positions.ts";
import { TermOperator } from "../term/term-operator.ts";
import { IntervalCounter, ordinalsOf } from "./interval-counter.ts";
import { type IntervalSource } from "./interval-source.ts";

/** Documents between two tests for cancellation. */
const CHECKS = 128;

export class IntervalsOperator implements Operator {
  readonly cost: number;
  readonly twoPhase = true;
  /** Upper bound of the scores. */
  readonly most: number;
  readonly #context: OperatorContext;
  readonly #words: Operator;
  readonly #counter: IntervalCounter;
  /** Positions of the counter's terms. */
  readonly #positions: readonly TermPositions[];
  readonly #scoreOf: (frequency: number) => number;
  #checks = 0;

  /** `words` are the documents that are tested; no score reaches `weight`. */
  constructor(
    context: OperatorContext,
    counter: IntervalCounter,
    {
      words,
      weight,
      scoreOf,
    }: {
      readonly words: Operator;
      readonly weight: number;
      readonly scoreOf: (frequency: number) => number;
    },
  ) {
    this.#context = context;
    this.#words = words;
    this.#counter = counter;
    this.#scoreOf = scoreOf;
    this.cost = words.cost;
    this.most = weight;
    this.#positions = counter.terms.map((term) => new TermPositions(context, term.path, term.ordinal, undefined));
  }

  nextWindow(from: number): number {
    return this.#words.nextWindow(from);
  }

  maxScore(): number {
    return this.most;
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    if (!this.#words.fill(base, into, false, candidates)) return false;
    const { bits, scores } = into;
    let any = 0;
    for (let word = 0; word < bits.length; word++) {
      let left = bits[word]!;
      let kept = left;
      for (; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left);
        const place = word * 32 + bit;
        const score = this.#score(base + place, scored);
        if (score < 0) kept &= ~(1 << bit);
        else if (scored) scores[place] = score;
      }
      bits[word] = kept;
      any |= kept;
    }
    return any !== 0;
  }

  /** The score; -1 when the document has no interval. */
  #score(doc: number, scored: boolean): number {
    if (++this.#checks % CHECKS === 0) this.#context.checkpoint();
    const { terms } = this.#counter;
    for (let i = 0; i < terms.length; i++) terms[i]!.positions = this.#positions[i]!.of(doc);
    if (!scored) return this.#counter.matches() ? 0 : -1;
    const frequency = this.#counter.frequency();
    return frequency === 0 ? -1 : this.#scoreOf(frequency);
  }
}

/** Documents that have the words of intervals, at any position; undefined: there are none in the segment. */
export function wordsOperator(context: OperatorContext, source: IntervalSource): Operator | undefined {
  switch (source.kind) {
    case "none":
      return undefined;
    case "term":
    case "terms": {
      const field = (source.kind === "term" ? source.field : source.expansion.field).path;
      const terms = ordinalsOf(context.reader, source).map(
        (ordinal) => new TermOperator(context, { field, ordinal, scoring: undefined }),
      );
      return anyOf(context, terms);
    }
    case "or":
      return anyOf(
        context,
        source.parts.map((part) => wordsOperator(context, part)).filter((part) => part !== undefined),
      );
    case "block":
    case "ordered":
    case "unordered":
      return allOf(context, source.parts);
    case "related":
      return source.relation.startsWith("not_")
        ? wordsOperator(context, source.inner)
        : allOf(context, [source.inner, source.reference]);
    case "repeated":
    case "max_gaps":
    case "scripted":
    case "extended":
    case "beside":
    case "field":
      return wordsOperator(context, source.inner);
  }
}

function anyOf(context: OperatorContext, parts: readonly Operator[]): Operator | undefined {
  return parts.length > 1 ? new DisjunctionOperator(context, parts) : parts[0];
}

function allOf(context: OperatorContext, parts: readonly IntervalSource[]): Operator | undefined {
  const filters: Operator[] = [];
  for (const part of parts) {
    const words = wordsOperator(context, part);
    if (!words) return undefined;
    filters.push(words);
  }
  return filters.length > 1 ? new ConjunctionOperator(context, { scoring: [], filters }) : filters[0];
}
