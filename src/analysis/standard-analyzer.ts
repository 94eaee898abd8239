/**
 * The hot path of indexing: standard tokenizer and lower case in one loop over bytes. ASCII text never leaves the byte
 * buffer; other text goes through the general scanner and is written token by token as lower-case UTF-8.
 */
import type { Analyzer, IndexedText, Token, TokenTarget } from "./analyzer.ts";
import { DEFAULT_POSITION_INCREMENT_GAP } from "./text-analyzer.ts";
import type { TokenList } from "./token-list.ts";
import { StandardScanner, standardTokenTypes } from "./standard-scanner.ts";
import { lowerText } from "./unicode/lower-case.ts";
import { writeLowerCase } from "./unicode/utf8.ts";

const LETTER = 1;
const NUMBER = 2;
const CONNECTOR = 4;
/** Mid characters: this bit, plus LETTER and/or NUMBER for what they may join. */
const MID = 8;

/** Class of each ASCII byte, sufficient for the word break rules of UAX #29 on ASCII. */
const classOf = new Uint8Array(256);
/** Lower case of each ASCII byte. */
const lowerOf = new Uint8Array(256);
/** Lower case of each ASCII letter; 0 for everything else. */
const lowerLetterOf = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++) {
  lowerOf[byte] = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
  if ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)) {
    classOf[byte] = LETTER;
    lowerLetterOf[byte] = lowerOf[byte]!;
  } else if (byte >= 0x30 && byte <= 0x39) classOf[byte] = NUMBER;
}
classOf[0x5f] = CONNECTOR;
classOf[0x3a] = MID | LETTER; // : is MidLetter
classOf[0x2c] = MID | NUMBER; // , and ; are MidNum
classOf[0x3b] = MID | NUMBER;
classOf[0x2e] = MID | LETTER | NUMBER; // . is MidNumLet
classOf[0x27] = MID | LETTER | NUMBER; // ' is Single_Quote

/** Room after the text in the buffer, so that non-ASCII text always takes more bytes than it has units. */
const SLACK = 4;

/** Standard tokenizer and lower case; no stop words. */
export class StandardAnalyzer implements Analyzer {
  readonly name: string;
  readonly positionIncrementGap: number;
  readonly #maxTokenLength: number;
  /** Created for the first non-ASCII text. */
  #generalScanner: StandardScanner | undefined;
  #buffer = Buffer.allocUnsafe(4096);

  constructor(name: string, maxTokenLength: number, positionIncrementGap = DEFAULT_POSITION_INCREMENT_GAP) {
    this.name = name;
    this.#maxTokenLength = maxTokenLength;
    this.positionIncrementGap = positionIncrementGap;
  }

  analyze(text: string): TokenList {
    const tokens = this.tokens(text);
    return { tokens, nextPosition: tokens.length, endOffset: text.length };
  }

  tokens(text: string): Token[] {
    const tokens: Token[] = [];
    const scanner = this.#scanner;
    scanner.reset(text);
    for (let position = 0; scanner.next(); position++) {
      const { start, end, type } = scanner;
      tokens.push({
        text: lowerText(text.slice(start, end)),
        position,
        startOffset: start,
        endOffset: end,
        positionLength: 1,
        type: standardTokenTypes[type]!,
      });
    }
    return tokens;
  }

  index(text: string, builder: TokenTarget, field: number, basePosition: number): IndexedText {
    this.#reserve(text.length);
    const written = this.#buffer.write(text, 0, "utf8");
    const length =
      written === text.length
        ? this.#indexAscii(written, builder, field, basePosition)
        : this.#indexAny(text, builder, field, basePosition);
    return { length, overlaps: 0, lastPosition: basePosition + length - 1 };
  }

  get #scanner(): StandardScanner {
    return (this.#generalScanner ??= new StandardScanner(this.#maxTokenLength));
  }

  #reserve(units: number): void {
    if (units * 3 + SLACK > this.#buffer.length) this.#buffer = Buffer.allocUnsafe(units * 4 + SLACK);
  }

  /**
   * Adds the tokens of the buffer's first `length` bytes, all ASCII, lowercasing in place. Returns the number of
   * tokens.
   */
  #indexAscii(length: number, builder: TokenTarget, field: number, basePosition: number): number {
    const bytes = this.#buffer;
    const maxTokenLength = this.#maxTokenLength;
    let position = basePosition;
    let at = 0;
    while (at < length) {
      const first = classOf[bytes[at]!]!;
      if (first === 0 || first >= MID) {
        at++;
        continue;
      }
      const start = at;
      const limit = Math.min(length, start + maxTokenLength);
      let last = first;
      let seen = first;
      // Most words consist of letters only.
      if (first === LETTER) at = lowerLetters(bytes, at, limit);
      while (at < limit) {
        const byte = bytes[at]!;
        const kind = classOf[byte]!;
        if (kind === 0) break;
        if (kind < MID) {
          bytes[at] = lowerOf[byte]!;
          seen |= kind;
          last = kind;
        } else if ((kind & last & (LETTER | NUMBER)) === 0 || at + 1 >= limit || classOf[bytes[at + 1]!] !== last) {
          break;
        }
        at++;
      }
      // Connectors alone are not a word.
      if (seen !== CONNECTOR) builder.addTerm(field, bytes, start, at, position++);
      // Cut before the word that the connectors may begin: as many of the last ones as fit in a token belong to it.
      else if (at === limit) at = Math.max(start + 1, endOfConnectors(bytes, at, length) - maxTokenLength + 1);
    }
    return position - basePosition;
  }

  #indexAny(text: string, builder: TokenTarget, field: number, basePosition: number): number {
    const scanner = this.#scanner;
    const bytes = this.#buffer;
    scanner.reset(text);
    let position = basePosition;
    while (scanner.next()) {
      const length = writeLowerCase(bytes, text, scanner.start, scanner.end);
      builder.addTerm(field, bytes, 0, length, position++);
    }
    return position - basePosition;
  }
}

/** Lowercases letters from `from` on; returns where they end. */
function lowerLetters(bytes: Uint8Array, from: number, limit: number): number {
  let at = from;
  for (; at < limit; at++) {
    const lower = lowerLetterOf[bytes[at]!]!;
    if (lower === 0) break;
    bytes[at] = lower;
  }
  return at;
}

function endOfConnectors(bytes: Uint8Array, from: number, length: number): number {
  let at = from;
  while (at < length && classOf[bytes[at]!] === CONNECTOR) at++;
  return at;
}
