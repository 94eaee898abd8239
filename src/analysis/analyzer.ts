/** Analysis: turns text into tokens, with the positions and offsets of Lucene. */
import type { Chain } from "./custom-chain.ts";
import type { TokenList } from "./token-list.ts";

/**
 * One token as a value. The tokens of a text form a graph: each leads from `position` to `position + positionLength`.
 */
export interface Token {
  readonly text: string;
  /** Absolute: the first token is at 0 unless holes precede it. Never decreases within a text. */
  readonly position: number;
  /** Offsets in UTF-16 units of the original text, before char filters. */
  readonly startOffset: number;
  readonly endOffset: number;
  /** 1 except in token graphs. */
  readonly positionLength: number;
  /** Lucene's token type: `<ALPHANUM>`, `word`, `SYNONYM` … */
  readonly type: string;
  /** Whether stemmers must not change the token (Lucene's KeywordAttribute); absent means false. */
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
   * Whether the analyzer must read the whole text: the tokens of a prefix of the text may differ from the first tokens
   * of the text. Absent: no.
   */
  readonly readsWhole?: true;
  /** The components of a custom analyzer; undefined for others. */
  readonly chain?: Chain;
  /** The tokens of one value. */
  tokens(text: string): Token[];
  /** The tokens together with the end state. */
  analyze(text: string): TokenList;
  /**
   * The hot path of indexing: adds the tokens of `text` to field number `field` of `builder`, with positions from
   * `basePosition` on.
   */
  index(text: string, builder: TokenTarget, field: number, basePosition: number): IndexedText;
}

/** Result of `index`. */
export interface IndexedText {
  /** Number of tokens at new positions. */
  readonly length: number;
  /** Number of tokens at the position of the previous token. */
  readonly overlaps: number;
  /** Position of the last token; `basePosition - 1` when there is none. */
  readonly lastPosition: number;
}

/** The part of the segment builder that analysis writes to. */
export interface TokenTarget {
  addTerm(field: number, bytes: Uint8Array, from: number, to: number, position: number): void;
}
