/** Analysis: text in, tokens out, with the positions and offsets of Lucene. */
import type { Chain } from "./custom-chain.ts";
import type { TokenList } from "./token-list.ts";

/** One token as a value. Tokens of a text are a graph: each leads from `position` to `position + positionLength`. */
export interface Token {
  readonly text: string;
  /** Absolute: the first token stands at 0 unless holes come before it. Never falls within a text. */
  readonly position: number;
  /** Offsets in UTF-16 units of the text as it came, before char filters. */
  readonly startOffset: number;
  readonly endOffset: number;
  /** 1 but for graphs. */
  readonly positionLength: number;
  /** As Lucene names it: `<ALPHANUM>`, `word`, `SYNONYM` … */
  readonly type: string;
  /** Whether stemmers leave the token alone (Lucene's KeywordAttribute); absent is false. */
  readonly keyword?: boolean;
  /** Bytes that a filter attached (Lucene's PayloadAttribute). */
  readonly payload?: Uint8Array;
}

/** Turns text into tokens. Has no state between calls; not shared between threads. */
export interface Analyzer {
  readonly name: string;
  /** Position gap between the values of an array (default 100 for text). */
  readonly positionIncrementGap: number;
  /**
   * Whether what it makes of the beginning of a text may be quite another thing than the beginning of what it makes of
   * the text. Absent: no.
   */
  readonly readsWhole?: true;
  /** What a custom analyzer is made of; undefined for the others. */
  readonly chain?: Chain;
  /** The tokens of one value. */
  tokens(text: string): Token[];
  /** The tokens with what follows them. */
  analyze(text: string): TokenList;
  /**
   * The hot path of indexing: adds the tokens of `text` to field number `field` of `builder`, positions from
   * `basePosition`.
   */
  index(text: string, builder: TokenTarget, field: number, basePosition: number): IndexedText;
}

/** What `index` has added. */
export interface IndexedText {
  /** Tokens at positions of their own. */
  readonly length: number;
  /** Tokens at the position of the token before them. */
  readonly overlaps: number;
  /** Position of the last token; one before the base position when there is none. */
  readonly lastPosition: number;
}

/** The part of the segment builder that analysis writes to. */
export interface TokenTarget {
  addTerm(field: number, bytes: Uint8Array, from: number, to: number, position: number): void;
}
