/** Documents that have a phrase: terms at given positions, exactly or within a slop. */
import { BUFFER_BYTES } from "../../kernel/structures.ts";
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import { termScore, type TermScoring } from "../scoring/term-scoring.ts";
import { ConjunctionOperator } from "../boolean/conjunction-operator.ts";
import { DisjunctionOperator } from "../boolean/disjunction-operator.ts";
import type { FlatShape } from "../execution/flat-shape.ts";
import { sumOfBounds } from "../execution/score-bounds.ts";
import { openTermCursor } from "../term/term-cursor.ts";
import { TermPositions } from "./term-positions.ts";
import { TermOperator } from "../term/term-operator.ts";

/** A place of the phrase: its position, and the terms allowed there (at least one). */
export interface PhrasePlace {
  readonly position: number;
  readonly ordinals: readonly number[];
}

/** A phrase of at least one place, in a field with positions. */
export interface SegmentPhrase {
  readonly field: string;
  readonly places: readonly PhrasePlace[];
  readonly slop: number;
  readonly scoring: TermScoring | undefined;
}

/** The positions of one place of the phrase in a document: ascending, at least one. */
export interface PlacePositions {
  readonly offset: number;
  readonly terms: readonly number[];
  positions: Int32Array;
}

const none = new Int32Array(0);
/** A greater slop does not fit the kernel's integers together with a position. */
const MOST_SLOP = 1 << 30;

/** The frequency of the phrase in a document, from the positions of its places; 0: no match. */
export type PhraseFrequency = (places: readonly PlacePositions[], slop: number) => number;

/** The operator of a phrase: the kernel's for one term at each place and no slop, else one that uses `frequency`. */
export function phraseOperator(context: OperatorContext, phrase: SegmentPhrase, frequency: PhraseFrequency): Operator {
  const exact = phrase.slop === 0 && phrase.places.every((place) => place.ordinals.length === 1);
  return exact ? new ExactPhraseOperator(context, phrase) : new SloppyPhraseOperator(context, phrase, frequency);
}

function costOf(context: OperatorContext, phrase: SegmentPhrase): number {
  const terms = context.reader.terms(phrase.field);
  const costs = phrase.places.map((place) =>
    place.ordinals.reduce((sum, ordinal) => sum + (terms?.docFreq(ordinal) ?? 0), 0),
  );
  return Math.min(...costs);
}

/** One term at each place, no slop. */
class ExactPhraseOperator implements Operator {
  readonly cost: number;
  readonly twoPhase = true;
  readonly flat: FlatShape | undefined;
  private readonly context: OperatorContext;
  private readonly phrase: SegmentPhrase;
  private cursors: readonly number[] = [];
  /** Address of the array of cursor addresses. */
  private list = 0;
  private table = 0;

  constructor(context: OperatorContext, phrase: SegmentPhrase) {
    const { field, places, scoring } = phrase;
    this.context = context;
    this.phrase = phrase;
    this.cost = costOf(context, phrase);
    const clauses = places.map((place) => ({ field, ordinal: place.ordinals[0]!, scoring }));
    this.flat =
      places.length > 1 ? { join: "phrase", clauses, places: places.map((place) => place.position) } : undefined;
  }

  /** Opens the cursors on first use: a whole-query loop opens its own. */
  private open(): void {
    if (this.list !== 0) return;
    const { context } = this;
    const { field, places, scoring } = this.phrase;
    context.positions(field);
    const terms = context.reader.terms(field)!;
    const rarestFirst = places.toSorted((a, b) => terms.docFreq(a.ordinals[0]!) - terms.docFreq(b.ordinals[0]!));
    this.cursors = rarestFirst.map((place) => {
      // All words are decoded at the same time, so they cannot share buffers.
      const buffer = context.scratch(BUFFER_BYTES);
      const cursor = openTermCursor(
        context,
        { field, ordinal: place.ordinals[0]!, scoring },
        scoring !== undefined,
        buffer,
      );
      context.kernel.setOffset(cursor, place.position);
      return cursor;
    });
    this.list = context.scratch(this.cursors.length * 4);
    context.words.set(this.cursors, this.list / 4);
    this.table = scoring ? context.table(scoring.normInverse) : 0;
  }

  nextWindow(from: number): number {
    this.open();
    const { kernel } = this.context;
    let doc = from & -WINDOW_DOCS;
    for (let agreed = 0; agreed < this.cursors.length;) {
      agreed = 0;
      for (const cursor of this.cursors) {
        const found = kernel.advance(cursor, doc);
        if (found === NO_MORE_DOCS) return NO_MORE_DOCS;
        // It is enough that all words occur in the same window.
        if ((found & -WINDOW_DOCS) > doc) doc = found & -WINDOW_DOCS;
        else agreed++;
      }
    }
    return doc;
  }

  maxScore(base: number): number {
    const { scoring } = this.phrase;
    if (!scoring) return 0;
    this.open();
    // A phrase is at most as frequent as its rarest word.
    let least = Infinity;
    for (const cursor of this.cursors) {
      const product = this.context.kernel.rangeProduct(cursor, base, base + WINDOW_DOCS);
      if (product < 0) return 0;
      if (product < least) least = product;
    }
    return this.context.kernel.scoreOf(scoring.weight, least);
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    const { kernel } = this.context;
    const { scoring } = this.phrase;
    this.context.checkpoint();
    this.open();
    const scores = scored && scoring ? into.scoresAddress : 0;
    const any = kernel.phraseWindow(
      this.list,
      this.cursors.length,
      base,
      into.bitsAddress,
      scores,
      candidates?.bitsAddress ?? 0,
      scoring?.weight ?? 0,
      this.table,
    );
    if (any !== 0 && scored && scores === 0) kernel.constantScores(into.bitsAddress, into.scoresAddress, 0);
    return any !== 0;
  }
}

/** Tests the documents that have all words, one by one. */
class SloppyPhraseOperator implements Operator {
  readonly cost: number;
  readonly twoPhase = true;
  readonly flat: FlatShape | undefined;
  private readonly context: OperatorContext;
  private readonly phrase: SegmentPhrase;
  private readonly frequency: PhraseFrequency;
  private readonly words: Operator;
  private readonly positions: readonly (readonly TermPositions[])[];
  /** Positions in the current document. */
  private readonly found: readonly PlacePositions[];
  private readonly norms: Uint8Array | undefined;

  constructor(context: OperatorContext, phrase: SegmentPhrase, frequency: PhraseFrequency) {
    const { field, places } = phrase;
    this.context = context;
    this.phrase = phrase;
    this.frequency = frequency;
    this.cost = costOf(context, phrase);
    this.flat = flatPair(phrase);
    const filters = places.map((place) => {
      const terms = place.ordinals.map((ordinal) => new TermOperator(context, { field, ordinal, scoring: undefined }));
      return terms.length === 1 ? terms[0]! : new DisjunctionOperator(context, terms);
    });
    this.words = new ConjunctionOperator(context, { scoring: [], filters });
    this.positions = places.map((place) =>
      place.ordinals.map((ordinal) => new TermPositions(context, field, ordinal, phrase.scoring)),
    );
    this.found = places.map((place) => ({ offset: place.position, terms: place.ordinals, positions: none }));
    this.norms = context.reader.norms(field);
  }

  nextWindow(from: number): number {
    return this.words.nextWindow(from);
  }

  maxScore(base: number): number {
    const { scoring, slop } = this.phrase;
    if (!scoring) return 0;
    // Each position of each word begins at most one match (SloppyPhraseMatcher.maxFreq); without slop the rarest word
    // is the bound.
    let least = Infinity;
    let sum = 0;
    for (const terms of this.positions) {
      const product = terms.reduce((all, term) => all + Math.max(0, term.maxProduct(base, base + WINDOW_DOCS)), 0);
      least = Math.min(least, product);
      sum += product;
    }
    return least === 0 ? 0 : this.context.kernel.scoreOf(scoring.weight, sumOfBounds(slop === 0 ? least : sum));
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    if (!this.words.fill(base, into, false, candidates)) return false;
    this.context.checkpoint();
    const { bits } = into;
    const scores = scored ? into.scores : undefined;
    let any = 0;
    for (let word = 0; word < bits.length; word++) {
      let left = bits[word]!;
      let kept = left;
      for (; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left);
        const place = word * 32 + bit;
        const score = this.scoreOf(base + place);
        if (score < 0) kept &= ~(1 << bit);
        else if (scores) scores[place] = score;
      }
      bits[word] = kept;
      any |= kept;
    }
    return any !== 0;
  }

  /** The score; -1 when the document does not have the phrase. */
  private scoreOf(doc: number): number {
    const { scoring, slop } = this.phrase;
    const { found, positions } = this;
    for (let i = 0; i < found.length; i++) found[i]!.positions = positionsOf(positions[i]!, doc);
    const freq = this.frequency(found, slop);
    if (freq === 0) return -1;
    return scoring ? termScore(scoring, freq, this.norms?.[doc] ?? 1) : 0;
  }
}

/** The flat shape of two different words: the kernel counts them as SloppyPhraseMatcher does. */
function flatPair({ field, places, slop, scoring }: SegmentPhrase): FlatShape | undefined {
  const [one, other] = places.map((place) => (place.ordinals.length === 1 ? place.ordinals[0] : undefined));
  if (places.length !== 2 || one === undefined || other === undefined || one === other || slop > MOST_SLOP)
    return undefined;
  const clauses = [one, other].map((ordinal) => ({ field, ordinal, scoring }));
  return { join: "phrase", clauses, places: places.map((place) => place.position), slop };
}

/** The positions of all terms of a place, ascending. */
function positionsOf(terms: readonly TermPositions[], doc: number): Int32Array {
  let all: Int32Array = none;
  let isShared = true;
  for (const term of terms) {
    const own = term.of(doc);
    if (own.length === 0) continue;
    if (all.length === 0) {
      all = own;
      continue;
    }
    const both = new Int32Array(all.length + own.length);
    both.set(all);
    both.set(own, all.length);
    all = both;
    isShared = false;
  }
  return isShared ? all : all.sort();
}
