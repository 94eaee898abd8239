/** Which terms of a field `filter` leaves: those with the greatest tf-idf (`TermVectorsFilter`). */
import { illegalArgument } from "../../compat/errors.ts";
import type { VectorTerm } from "./field-vector.ts";
import type { TermFilter } from "./term-vector-item.ts";

/** One term with its score, a 32-bit float. */
interface ScoredTerm {
  readonly text: string;
  readonly score: number;
}

/**
 * Scores of the best terms by text. `docFreq` tells in how many documents of the shard a term is: one that is in none
 * is left out, as the documentation says of `min_doc_freq`. Throws for a number of terms that cannot be kept.
 */
export function bestTerms(
  terms: readonly VectorTerm[],
  filter: TermFilter,
  docCount: number,
  docFreq: (term: VectorTerm) => number,
): Map<string, number> {
  if (filter.maxNumTerms < 1)
    throw illegalArgument(`maxSize must be >= 0 and < 2147483631; got: ${filter.maxNumTerms}`);
  const queue = new TermQueue(Math.min(filter.maxNumTerms, terms.length));
  for (const term of terms) {
    const frequency = term.occurrences.length;
    if (isNoise(term.text, frequency, filter)) continue;
    const documents = docFreq(term);
    if (documents === 0 || documents < filter.minDocFreq || documents > filter.maxDocFreq) continue;
    queue.offer({ text: term.text, score: Math.fround(frequency * inverseDocFreq(documents, docCount)) });
  }
  return new Map(queue.terms().map(({ text, score }) => [text, score]));
}

/** `ClassicSimilarity.idf`. */
function inverseDocFreq(docFreq: number, docCount: number): number {
  return Math.fround(Math.log((docCount + 1) / (docFreq + 1)) + 1);
}

function isNoise(text: string, frequency: number, filter: TermFilter): boolean {
  if (text.length < filter.minWordLength || (filter.maxWordLength > 0 && text.length > filter.maxWordLength))
    return true;
  return frequency < filter.minTermFreq || frequency > filter.maxTermFreq;
}

/**
 * The greatest of what is offered. A heap as Lucene's PriorityQueue, since its order decides which of equal scores
 * stays.
 */
class TermQueue {
  readonly #size: number;
  /** From 1 on; the least first. */
  readonly #heap: ScoredTerm[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  offer(term: ScoredTerm): void {
    const heap = this.#heap;
    if (heap.length < this.#size) {
      heap.push(term);
      this.#up(heap.length);
    } else if (heap.length > 0 && this.#score(1) < term.score) {
      heap[0] = term;
      this.#down();
    }
  }

  terms(): readonly ScoredTerm[] {
    return this.#heap;
  }

  #score(place: number): number {
    return this.#heap[place - 1]?.score ?? Infinity;
  }

  #up(from: number): void {
    let place = from;
    while (place > 1 && this.#score(place) < this.#score(place >>> 1)) {
      this.#swap(place, place >>> 1);
      place >>>= 1;
    }
  }

  #down(): void {
    let place = 1;
    for (;;) {
      let child = place * 2;
      if (this.#score(child + 1) < this.#score(child)) child++;
      if (!(this.#score(child) < this.#score(place))) return;
      this.#swap(place, child);
      place = child;
    }
  }

  #swap(left: number, right: number): void {
    const heap = this.#heap;
    [heap[left - 1], heap[right - 1]] = [heap[right - 1]!, heap[left - 1]!];
  }
}
