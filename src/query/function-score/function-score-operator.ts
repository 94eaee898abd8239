/** The documents of an operator with the scores that functions make of theirs (`FunctionScoreQuery`). */
import { RequestError } from "../../compat/errors.ts";
import { javaFloat } from "../../core/float32.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import { type BoostMode, combine, FactorSum, type ScoreMode } from "./score-modes.ts";
import type { SegmentFunction } from "./score-function.ts";

type AllValues = NonNullable<SegmentFunction["values"]>;

/** A function, and the documents that it applies to. */
export interface FilteredFunction {
  readonly run: SegmentFunction;
  readonly weight: number;
  /** Undefined: all documents. */
  readonly filter: Operator | undefined;
}

export interface FunctionScoring {
  readonly scoreMode: ScoreMode;
  readonly boostMode: BoostMode;
  readonly maxBoost: number;
  /** Whether anything reads the scores of the query. */
  readonly needsScores: boolean;
}

/** The documents of a window and their values; nothing else of the thread runs while one is filled. */
const docsOfWindow = new Uint32Array(WINDOW_DOCS);
const valuesOfWindow = new Float64Array(WINDOW_DOCS);

/** Documents between two tests for cancellation. */
const CHECKS = 256;

export class FunctionScoreOperator implements Operator {
  readonly cost: number;
  readonly twoPhase: boolean;
  readonly #context: OperatorContext;
  readonly #inner: Operator;
  readonly #functions: readonly FilteredFunction[];
  readonly #scoring: FunctionScoring;
  readonly #sum: FactorSum;
  /** The values of the only function, where that is all there is to it. */
  readonly #alone: AllValues | undefined;
  /** The next window of each filter, and the bits of the current one; undefined bits: nothing in the window. */
  readonly #next: Int32Array;
  readonly #windows: (WindowBuffer | undefined)[];
  readonly #hits: (Uint32Array | undefined)[];

  constructor(
    context: OperatorContext,
    inner: Operator,
    functions: readonly FilteredFunction[],
    scoring: FunctionScoring,
  ) {
    this.#context = context;
    this.#inner = inner;
    this.#functions = functions;
    this.#scoring = scoring;
    this.#sum = new FactorSum(scoring.scoreMode);
    const [only] = functions;
    this.#alone = only && isAlone(functions, scoring) ? only.run.values : undefined;
    this.#next = new Int32Array(functions.length).fill(-1);
    this.#windows = functions.map(({ filter }) => filter && context.window());
    this.#hits = functions.map(() => undefined);
    this.cost = inner.cost;
    this.twoPhase = inner.twoPhase === true;
  }

  nextWindow(from: number): number {
    return this.#inner.nextWindow(from);
  }

  maxScore(): number {
    return Number.POSITIVE_INFINITY;
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    const needsScores = scored && this.#scoring.needsScores;
    if (!this.#inner.fill(base, into, needsScores, candidates)) return false;
    if (!scored) return true;
    if (this.#alone) {
      this.#scoreAll(base, into, needsScores, this.#alone);
      return true;
    }
    for (let index = 0; index < this.#functions.length; index++) this.#hits[index] = this.#hitsOf(index, base, into);
    let docs = 0;
    const { bits, scores } = into;
    for (let word = 0; word < bits.length; word++) {
      for (let left = bits[word]!; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left);
        const place = word * 32 + bit;
        if (++docs % CHECKS === 0) this.#context.checkpoint();
        scores[place] = this.#scoreOf(base, place, needsScores ? Math.fround(scores[place]!) : 0);
      }
    }
    return true;
  }

  /** As `#scoreOf`, for a function that nothing is put together with. */
  #scoreAll(base: number, { bits, scores }: WindowBuffer, needsScores: boolean, alone: AllValues): void {
    const { boostMode, maxBoost } = this.#scoring;
    let count = 0;
    for (let word = 0; word < bits.length; word++)
      for (let left = bits[word]!; left !== 0; left &= left - 1)
        docsOfWindow[count++] = base + word * 32 + 31 - Math.clz32(left & -left);
    this.#context.checkpoint();
    alone(docsOfWindow, count, valuesOfWindow);
    for (let i = 0; i < count; i++) {
      const place = docsOfWindow[i]! - base;
      const score = needsScores ? Math.fround(scores[place]!) : 0;
      const combined = combine(boostMode, score, valuesOfWindow[i]!, maxBoost);
      if (!(combined >= 0)) throw invalidScore(combined, base + place);
      scores[place] = combined;
    }
  }

  #hitsOf(index: number, base: number, among: WindowBuffer): Uint32Array | undefined {
    const { filter } = this.#functions[index]!;
    const window = this.#windows[index];
    if (!filter || !window) return undefined;
    if (this.#next[index]! < base) this.#next[index] = filter.nextWindow(base);
    return this.#next[index] === base && filter.fill(base, window, false, among) ? window.bits : undefined;
  }

  #scoreOf(base: number, place: number, score: number): number {
    const sum = this.#sum;
    const { boostMode, maxBoost } = this.#scoring;
    sum.reset();
    for (let index = 0; index < this.#functions.length && !sum.isComplete; index++) {
      const { run, weight, filter } = this.#functions[index]!;
      if (filter && ((this.#hits[index]?.[place >>> 5] ?? 0) >>> (place & 31)) % 2 === 0) continue;
      sum.add(run.value(base + place, score), weight);
    }
    const combined = combine(boostMode, score, sum.factor, maxBoost);
    // Not a number counts as too small.
    if (!(combined >= 0)) throw invalidScore(combined, base + place);
    return combined;
  }
}

function invalidScore(score: number, doc: number): RequestError {
  const reason = `function score query returned an invalid score: ${javaFloat(score)} for doc: ${doc}`;
  return new RequestError(500, "exception", reason);
}

function isAlone(functions: readonly FilteredFunction[], { scoreMode }: FunctionScoring): boolean {
  const [only] = functions;
  return functions.length === 1 && only?.filter === undefined && (scoreMode !== "avg" || only?.weight === 1);
}
