/** Stored queries that match documents in memory: candidates are run one by one, unless they are known to match. */
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import type { CandidateQueries } from "./candidate-queries.ts";

/** The candidates of a segment, and how they are run. */
export interface RunQueries extends CandidateQueries {
  /** The best score of a query; -1 when it matches nothing. */
  readonly score: (doc: number) => number;
  /** Keeps the documents in memory meanwhile. */
  readonly within: <Answer>(work: () => Answer) => Answer;
}

/** Queries between two tests for cancellation. */
const CHECKS = 16;

export class PercolateOperator implements Operator {
  readonly cost: number;
  readonly twoPhase = true;
  readonly #context: OperatorContext;
  readonly #queries: RunQueries;
  /** Index of the first candidate of the current window. */
  #at = 0;

  constructor(context: OperatorContext, queries: RunQueries) {
    this.#context = context;
    this.#queries = queries;
    this.cost = queries.docs.length;
  }

  nextWindow(from: number): number {
    const { docs } = this.#queries;
    const base = from & -WINDOW_DOCS;
    while (this.#at < docs.length && docs[this.#at]! < base) this.#at++;
    return this.#at < docs.length ? docs[this.#at]! & -WINDOW_DOCS : NO_MORE_DOCS;
  }

  maxScore(): number {
    return Number.POSITIVE_INFINITY;
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    this.nextWindow(base);
    into.bits.fill(0);
    return this.#queries.within(() => this.#run(base, into, scored, candidates));
  }

  #run(base: number, into: WindowBuffer, scored: boolean, candidates: WindowBuffer | undefined): boolean {
    const { docs, certain, score } = this.#queries;
    let any = false;
    for (let at = this.#at; at < docs.length && docs[at]! < base + WINDOW_DOCS; at++) {
      const doc = docs[at]!;
      const place = doc - base;
      const bit = 1 << (place & 31);
      if (candidates && (candidates.bits[place >>> 5]! & bit) === 0) continue;
      const isCertain = ((certain[doc >>> 5]! >>> (doc & 31)) & 1) === 1;
      if (at % CHECKS === 0) this.#context.checkpoint();
      const found = isCertain ? 0 : score(doc);
      if (found < 0) continue;
      into.bits[place >>> 5]! |= bit;
      if (scored) into.scores[place] = found;
      any = true;
    }
    return any;
  }
}
