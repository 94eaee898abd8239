/** The term vector of one field: its values analysed, by term. */
import type { Analyzer, Token } from "../../analysis/analyzer.ts";

/** One occurrence of a term; offsets in UTF-16 units over all values, which stand one character apart. */
export interface Occurrence {
  readonly position: number;
  readonly startOffset: number;
  readonly endOffset: number;
  /** Bytes that a filter attached; never empty. */
  readonly payload?: Uint8Array;
}

/** One term of a field and where it stands. */
export interface VectorTerm {
  readonly text: string;
  /** UTF-8. */
  readonly bytes: Uint8Array;
  readonly occurrences: readonly Occurrence[];
}

/** The terms of a field in the order of their bytes. */
export interface FieldVector {
  readonly field: string;
  readonly hasPositions: boolean;
  readonly hasOffsets: boolean;
  /** Whether payloads are kept, and there are any. */
  readonly hasPayloads: boolean;
  readonly terms: readonly VectorTerm[];
}

/** What values are analysed with; without an analyzer each value is a term. */
export interface VectorAnalysis {
  readonly analyzer: Analyzer | undefined;
  /** Positions between the last token of a value and the first of the next. */
  readonly gap: number;
}

/** Analyses the values of a field one after the other, as Lucene's MemoryIndex takes them in. */
export function vectorTerms(values: readonly string[], { analyzer, gap }: VectorAnalysis): VectorTerm[] {
  const byText = new Map<string, Occurrence[]>();
  let position = 0;
  let offset = 0;
  for (const value of values) {
    const tokens = analyzer ? analyzer.tokens(value) : [wholeValue(value)];
    let last = -1;
    for (const token of tokens) {
      last = token.position;
      const place = {
        position: position + token.position,
        startOffset: offset + token.startOffset,
        endOffset: offset + token.endOffset,
      };
      const occurrence = token.payload?.length ? { ...place, payload: token.payload } : place;
      const occurrences = byText.get(token.text);
      if (occurrences) occurrences.push(occurrence);
      else byText.set(token.text, [occurrence]);
    }
    if (last >= 0) position += last + 1 + gap;
    offset += value.length + 1;
  }
  const terms = Array.from(byText, ([text, occurrences]) => ({ text, bytes: Buffer.from(text, "utf8"), occurrences }));
  return terms.sort((left, right) => Buffer.compare(left.bytes, right.bytes));
}

function wholeValue(text: string): Token {
  return { text, position: 0, startOffset: 0, endOffset: text.length, positionLength: 1, type: "word" };
}
