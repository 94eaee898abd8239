/** The best-scoring documents among those added: a heap with the worst one on top. */

const FIRST_ROOM = 16;

/** Documents come ascending; of equal scores the earlier one is better. */
export class BestDocs {
  /** Memory of a document, for accounting. */
  static readonly ENTRY_BYTES = Float32Array.BYTES_PER_ELEMENT + Float64Array.BYTES_PER_ELEMENT;

  readonly #limit: number;
  readonly #reserve: (bytes: number) => void;
  scores = new Float32Array(0);
  docs = new Float64Array(0);
  count = 0;

  /** `limit` is at least 1. */
  constructor(limit: number, reserve: (bytes: number) => void) {
    this.#limit = limit;
    this.#reserve = reserve;
  }

  add(doc: number, score: number): void {
    if (this.count < this.#limit) {
      if (this.count === this.docs.length) this.#grow();
      this.#rise(this.count++, doc, score);
    } else if (score > this.scores[0]!) {
      this.#sink(doc, score);
    }
  }

  /** Moves a document up from the free slot `at`. */
  #rise(at: number, doc: number, score: number): void {
    const { docs, scores } = this;
    let place = at;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      // An equal score of an earlier document is better than this one.
      if (scores[parent]! < score) break;
      docs[place] = docs[parent]!;
      scores[place] = scores[parent]!;
      place = parent;
    }
    docs[place] = doc;
    scores[place] = score;
  }

  /** Replaces the worst document and moves the new one down. */
  #sink(doc: number, score: number): void {
    const { docs, scores, count } = this;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= count) break;
      const next = child + 1;
      if (next < count && isWorse(scores[next]!, docs[next]!, scores[child]!, docs[child]!)) child = next;
      if (!isWorse(scores[child]!, docs[child]!, score, doc)) break;
      docs[place] = docs[child]!;
      scores[place] = scores[child]!;
      place = child;
    }
    docs[place] = doc;
    scores[place] = score;
  }

  #grow(): void {
    const room = Math.min(this.#limit, Math.max(FIRST_ROOM, this.docs.length * 2));
    this.#reserve((room - this.docs.length) * BestDocs.ENTRY_BYTES);
    const docs = new Float64Array(room);
    const scores = new Float32Array(room);
    docs.set(this.docs);
    scores.set(this.scores);
    this.docs = docs;
    this.scores = scores;
  }
}

function isWorse(score: number, doc: number, otherScore: number, otherDoc: number): boolean {
  return score < otherScore || (score === otherScore && doc > otherDoc);
}
