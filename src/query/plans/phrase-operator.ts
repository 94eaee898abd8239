/** The documents of a phrase. */
import { NO_MORE_DOCS } from "../../segment/format.ts";
import { PostingsReader, readPositions } from "../../segment/postings/postings-reader.ts";
import type { Operator, OperatorContext } from "../operator.ts";
import { ConjunctionOperator } from "../operators/conjunction.ts";
import { DocListOperator } from "../operators/doc-list.ts";
import { type TermScoring, termScore } from "../scoring/term-scoring.ts";
import { phraseFrequency } from "./phrase-frequency.ts";
import type { PhrasePlace } from "./phrase-plan.ts";
import { termsOperator } from "./terms-operator.ts";

/** A phrase in one segment. */
export interface SegmentPhrase {
  readonly field: string;
  readonly places: readonly PhrasePlace[];
  readonly slop: number;
  readonly scoring: TermScoring | undefined;
}

/** Finds the documents that have all words, then looks at the positions in each of them. */
export function phraseOperator(context: OperatorContext, phrase: SegmentPhrase): Operator | undefined {
  const { field, places, slop, scoring } = phrase;
  const filters = places.map((place) => termsOperator(context, field, Uint32Array.from(place.ordinals).sort()));
  const candidates = documentsOf(context, new ConjunctionOperator(context, { scoring: [], filters }));
  const cursors = places.map((place) => place.ordinals.map((ordinal) => new PositionCursor(context, field, ordinal)));
  const norms = context.reader.norms(field);
  const docs: number[] = [];
  const scores: number[] = [];
  for (const [index, doc] of candidates.entries()) {
    if ((index & 255) === 0) context.checkpoint();
    const positions = places.map((place, at) => ({
      offset: place.position,
      terms: place.ordinals,
      positions: merged((cursors[at] ?? []).map((cursor) => cursor.positionsAt(doc))),
    }));
    const freq = phraseFrequency(positions, slop);
    if (freq === 0) continue;
    docs.push(doc);
    scores.push(scoring ? termScore(scoring, freq, norms?.[doc] ?? 1) : 0);
  }
  return docs.length === 0 ? undefined : new DocListOperator(context, Uint32Array.from(docs), Float32Array.from(scores));
}

function documentsOf(context: OperatorContext, operator: Operator): number[] {
  const docs: number[] = [];
  const window = context.window();
  for (let base = operator.nextWindow(0); base !== NO_MORE_DOCS; base = operator.nextWindow(base + 4096)) {
    context.checkpoint();
    if (!operator.fill(base, window, false)) continue;
    for (let word = 0; word < window.bits.length; word++) {
      for (let left = window.bits[word] ?? 0; left !== 0; left &= left - 1) {
        docs.push(base + word * 32 + 31 - Math.clz32(left & -left));
      }
    }
  }
  return docs;
}

function merged(lists: readonly (readonly number[])[]): Int32Array {
  const [only] = lists;
  return lists.length === 1 && only ? Int32Array.from(only) : Int32Array.from(lists.flat()).sort();
}

/** The positions of a term, document after document. */
class PositionCursor {
  readonly #reader: PostingsReader | undefined;
  #count = 0;
  #at = 0;
  #address = 0;

  constructor(context: OperatorContext, field: string, ordinal: number) {
    const terms = context.reader.field(field)?.terms;
    if (!terms?.positions) return;
    this.#reader = new PostingsReader(context.reader.data, terms);
    this.#reader.open(ordinal);
    this.#next();
  }

  /** Documents must ascend; empty when the document does not have the term. */
  positionsAt(doc: number): number[] {
    const positions: number[] = [];
    const reader = this.#reader;
    while (reader && this.#count > 0) {
      if (this.#at === this.#count) this.#next();
      if (this.#count === 0 || (reader.docs[this.#at] ?? 0) > doc) break;
      const found = reader.docs[this.#at] === doc;
      this.#address = readPositions(reader.bytes, this.#address, reader.freqs[this.#at] ?? 0, found ? positions : []);
      this.#at++;
      if (found) break;
    }
    return positions;
  }

  #next(): void {
    this.#count = this.#reader?.nextBlock() ?? 0;
    this.#at = 0;
    this.#address = this.#reader?.positionsAddress ?? 0;
  }
}
