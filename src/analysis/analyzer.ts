/** Analysis: text in, tokens out, with the positions and offsets of Lucene. */

/** Receives tokens. `bytes[from..to)` is UTF-8 and only valid during the call. */
export interface TokenSink {
  /**
   * One token. `position` is the absolute position (first token 0 unless increments say otherwise); offsets are UTF-16 units of the
   * text; `positionLength` is 1 but for graphs; `type` as Lucene names it (`<ALPHANUM>`, `word`, `SYNONYM` …).
   */
  token(bytes: Uint8Array, from: number, to: number, position: number, startOffset: number, endOffset: number, positionLength: number, type: string): void;
}

/** One token as a value: for `_analyze`, queries and highlighting, where speed matters less. */
export interface Token {
  readonly text: string;
  readonly position: number;
  readonly startOffset: number;
  readonly endOffset: number;
  readonly positionLength: number;
  readonly type: string;
}

/** Turns text into tokens. Has no state between calls; not shared between threads. */
export interface Analyzer {
  readonly name: string;
  /** Position gap between the values of an array (default 100 for text). */
  readonly positionIncrementGap: number;
  /** Streams the tokens of one value. */
  analyze(text: string, sink: TokenSink): void;
  /** The same as a list. */
  tokens(text: string): Token[];
  /**
   * The hot path of indexing: adds the tokens of `text` to field number `field` of `builder`, positions from `basePosition`.
   * Answers the tokens that count for the length (overlaps do not) and the position of the last token (basePosition - 1 if none).
   */
  index(text: string, builder: TokenTarget, field: number, basePosition: number): { length: number; lastPosition: number };
}

/** The part of the segment builder that analysis writes to. */
export interface TokenTarget {
  addTerm(field: number, bytes: Uint8Array, from: number, to: number, position: number): void;
}
