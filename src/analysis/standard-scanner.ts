/**
 * The general standard tokenizer: word boundaries of UAX #29 as in Lucene 9.12's StandardTokenizerImpl, on any text.
 * A token is the longest match at its start within a window of `maxTokenLength` UTF-16 units (Lucene's buffer).
 */
import { WordBreak, wordBreakClass, wordBreakClasses } from "./unicode/word-break.ts";

/** Token types, indexed by the scanner's type number. */
export const standardTokenTypes = [
  "<ALPHANUM>",
  "<NUM>",
  "<SOUTHEAST_ASIAN>",
  "<IDEOGRAPHIC>",
  "<HIRAGANA>",
  "<KATAKANA>",
  "<HANGUL>",
  "<EMOJI>",
] as const;

const ALPHANUM = 0;
const NUM = 1;
const SOUTHEAST_ASIAN = 2;
const IDEOGRAPHIC = 3;
const HIRAGANA = 4;
const KATAKANA = 5;
const HANGUL = 6;
const EMOJI = 7;

const ZERO_WIDTH_JOINER = 0x200d;
const TEXT_PRESENTATION = 0xfe0e;
const EMOJI_PRESENTATION = 0xfe0f;
const KEYCAP = 0x20e3;
const FIRST_TAG = 0xe0020;
const CANCEL_TAG = 0xe007f;

/** Kind of the last item of a word, in `#matchWord`. */
const NOTHING = 0;
const LETTER = 1;
const NUMBER = 2;
const KANA = 3;
const CONNECTOR = 4;
/** A Hebrew letter with its quote: anything except a mid character may follow. */
const QUOTED = 5;

/**
 * Scans one text; reusable through `reset`. After `next()` returns true, `start`, `end` and `type` describe the token.
 */
export class StandardScanner {
  start = 0;
  end = 0;
  /** Index into `standardTokenTypes`. */
  type = 0;
  #text = "";
  #limit = 0;
  readonly #maxTokenLength: number;
  /** Classes of the code units of the BMP. */
  readonly #classes: Uint8Array = wordBreakClasses();
  /** Type of the word matched by `#matchWord`. */
  #wordType = 0;

  constructor(maxTokenLength: number) {
    this.#maxTokenLength = maxTokenLength;
  }

  reset(text: string): void {
    this.#text = text;
    this.start = 0;
    this.end = 0;
  }

  /** Moves to the next token; false at the end of the text. */
  next(): boolean {
    const text = this.#text;
    const length = text.length;
    const classes = this.#classes;
    let from = this.end;
    while (from < length) {
      const unit = text.charCodeAt(from);
      const kind = classes[unit]!;
      if (kind === WordBreak.other && unit !== 0x23 && unit !== 0x2a && (unit & 0xf800) !== 0xd800) {
        from++;
        continue;
      }
      this.#limit = this.#window(from);
      if (kind === WordBreak.letter) {
        const plain = this.#plainWord(from);
        if (plain > 0) {
          this.start = from;
          this.end = plain;
          this.type = ALPHANUM;
          return true;
        }
      }
      const end = this.#match(from);
      if (end > from) {
        this.start = from;
        this.end = end;
        return true;
      }
      from += this.#codePoint(from) > 0xffff ? 2 : 1;
    }
    this.end = length;
    return false;
  }

  /**
   * End of a word that consists of letters only and is followed by a character that ends any word; 0 in any other case.
   */
  #plainWord(from: number): number {
    const text = this.#text;
    const classes = this.#classes;
    const limit = this.#limit;
    let at = from + 1;
    while (at < limit && classes[text.charCodeAt(at)] === WordBreak.letter) at++;
    if (at >= limit) return at;
    const unit = text.charCodeAt(at);
    return classes[unit] === WordBreak.other && (unit & 0xf800) !== 0xd800 ? at : 0;
  }

  /** End of the window at `from`; never inside a surrogate pair. */
  #window(from: number): number {
    const end = from + this.#maxTokenLength;
    if (end >= this.#text.length) return this.#text.length;
    const last = this.#text.charCodeAt(end - 1);
    return last >= 0xd800 && last < 0xdc00 && end - 1 > from ? end - 1 : end;
  }

  #codePoint(at: number): number {
    return this.#text.codePointAt(at)!;
  }

  /** Class of the character at `at`; `other` at the limit. */
  #classAt(at: number): number {
    if (at >= this.#limit) return WordBreak.other;
    const unit = this.#text.charCodeAt(at);
    return unit >= 0xd800 && unit < 0xdc00 ? wordBreakClass(this.#codePoint(at)) : this.#classes[unit]!;
  }

  /** Index after the character at `at`. */
  #after(at: number): number {
    const unit = this.#text.charCodeAt(at);
    return at + (unit >= 0xd800 && unit < 0xdc00 && this.#codePoint(at) > 0xffff ? 2 : 1);
  }

  /** Index after the character at `at` and all following Extend, Format and ZWJ characters (rule WB4). */
  #afterExtended(at: number): number {
    let next = this.#after(at);
    while (next < this.#limit && isExtend(this.#classAt(next))) next = this.#after(next);
    return Math.min(next, this.#limit);
  }

  /** End of the longest token that starts at `from`, or `from`. Sets `type`. Of equal lengths the earlier rule wins. */
  #match(from: number): number {
    const kind = this.#classAt(from);
    let best = this.#matchEmoji(from, kind);
    this.type = EMOJI;
    if (kind <= WordBreak.katakana || kind === WordBreak.connector || kind === WordBreak.emojiLetter) {
      const end = this.#matchWord(from);
      if (end > best) {
        best = end;
        this.type = this.#wordType;
      }
      return best;
    }
    if (best > from) return best;
    switch (kind) {
      case WordBreak.complex:
      case WordBreak.complexExtend: {
        let end = this.#afterExtended(from);
        while (isComplex(this.#classAt(end))) end = this.#afterExtended(end);
        this.type = SOUTHEAST_ASIAN;
        return end;
      }
      case WordBreak.han:
        this.type = IDEOGRAPHIC;
        return this.#afterExtended(from);
      case WordBreak.hiragana:
        this.type = HIRAGANA;
        return this.#afterExtended(from);
      default:
        return from;
    }
  }

  /** Rules WB5 to WB13b: letters, numbers and katakana, joined by mid characters and connectors. */
  #matchWord(from: number): number {
    let last = NOTHING;
    let at = from;
    let seen = 0;
    // A Hebrew letter may take a quote unless a mid character joined it to the word.
    let hebrew = false;
    while (at < this.#limit) {
      const kind = this.#classAt(at);
      const item = wordItem(kind);
      if (item === NOTHING) {
        const joined = this.#joins(at, kind, last);
        if (joined > 0) {
          // Joined letters form a word whatever their script; joined numbers remain a number.
          if (last === LETTER) seen |= SEEN_LETTER;
          at = joined;
          hebrew = false;
          continue;
        }
        const quoted = hebrew ? this.#hebrewQuote(at, kind) : 0;
        if (quoted === 0) break;
        at = quoted;
        last = QUOTED;
        hebrew = false;
        continue;
      }
      // WB13: katakana joins only katakana and connectors.
      if (item !== CONNECTOR && last !== NOTHING && last !== CONNECTOR && (item === KANA) !== (last === KANA)) break;
      seen |= seenBit(kind);
      hebrew = kind === WordBreak.hebrew;
      last = item;
      at = this.#afterExtended(at);
    }
    this.#wordType = wordTypeOf(seen);
    return (seen & ~SEEN_CONNECTOR) === 0 ? from : at;
  }

  /**
   * WB6, WB7, WB11, WB12: a mid character between two letters or two numbers; returns the index after the second, or
   * 0.
   */
  #joins(at: number, kind: number, last: number): number {
    const joinsLetters =
      kind === WordBreak.midLetter || kind === WordBreak.midNumberLetter || kind === WordBreak.singleQuote;
    const joinsNumbers =
      kind === WordBreak.midNumber || kind === WordBreak.midNumberLetter || kind === WordBreak.singleQuote;
    if (!(last === LETTER && joinsLetters) && !(last === NUMBER && joinsNumbers)) return 0;
    const next = this.#afterExtended(at);
    if (next >= this.#limit || wordItem(this.#classAt(next)) !== last) return 0;
    return this.#afterExtended(next);
  }

  /** WB7a to WB7c: a quote after a Hebrew letter; returns the index after it (and after the second letter), or 0. */
  #hebrewQuote(at: number, kind: number): number {
    if (kind === WordBreak.singleQuote) return this.#afterExtended(at);
    if (kind !== WordBreak.doubleQuote) return 0;
    const next = this.#afterExtended(at);
    return next < this.#limit && this.#classAt(next) === WordBreak.hebrew ? this.#afterExtended(next) : 0;
  }

  /**
   * Emoji sequences of UTS #51: characters with modifiers and presentation selectors, joined by ZWJ; keycaps; flags.
   */
  #matchEmoji(from: number, kind: number): number {
    if (kind === WordBreak.regionalIndicator) {
      const second = this.#afterExtended(from);
      return this.#classAt(second) === WordBreak.regionalIndicator ? this.#afterExtended(second) : from;
    }
    const unit = this.#text.charCodeAt(from);
    if ((unit >= 0x30 && unit <= 0x39) || unit === 0x23 || unit === 0x2a) return this.#matchKeycap(from);
    let at = from;
    while (at < this.#limit && this.#text.charCodeAt(at) === ZERO_WIDTH_JOINER) at++;
    const first = this.#classAt(at);
    // Joiners may precede an emoji, but not a modifier.
    if (!isEmoji(first) || (at > from && first === WordBreak.emojiModifier)) return from;
    let end = this.#emojiElement(at);
    const tagged = this.#tags(end);
    if (tagged > end) return tagged;
    for (;;) {
      let next = end;
      while (next < this.#limit && this.#text.charCodeAt(next) === ZERO_WIDTH_JOINER) next++;
      const joined = next > end || this.#text.charCodeAt(end - 1) === ZERO_WIDTH_JOINER;
      if (!joined || !isEmoji(this.#classAt(next))) return end;
      end = this.#emojiElement(next);
    }
  }

  /** One emoji character with its modifiers and selectors. */
  #emojiElement(at: number): number {
    const modifier = this.#classAt(at) === WordBreak.emojiModifier;
    const end = this.#afterEmojiExtended(at);
    if (!modifier && this.#text.charCodeAt(end) === EMOJI_PRESENTATION && end < this.#limit) return end + 1;
    return end;
  }

  /** Like `#afterExtended`, but stops at presentation selectors. */
  #afterEmojiExtended(at: number): number {
    let next = this.#after(at);
    while (next < this.#limit && isExtend(this.#classAt(next))) {
      const unit = this.#text.charCodeAt(next);
      if (unit === TEXT_PRESENTATION || unit === EMOJI_PRESENTATION) break;
      next = this.#after(next);
    }
    return Math.min(next, this.#limit);
  }

  /** End of a tag sequence (regional flags) at `at`, or `at`. */
  #tags(at: number): number {
    let next = at;
    while (next < this.#limit) {
      const codePoint = this.#codePoint(next);
      if (codePoint === CANCEL_TAG && next > at) return next + 2;
      if (codePoint < FIRST_TAG || codePoint >= CANCEL_TAG) return at;
      next += 2;
    }
    return at;
  }

  #matchKeycap(from: number): number {
    let at = this.#afterEmojiExtended(from);
    // The keycap sign itself is Extend: look for the last one included in the extension.
    if (at < this.#limit && this.#text.charCodeAt(at) === EMOJI_PRESENTATION) at++;
    if (at < this.#limit && this.#text.charCodeAt(at) === KEYCAP) return this.#afterEmojiExtended(at);
    return this.#text.slice(from, at).includes(String.fromCharCode(KEYCAP)) ? this.#afterEmojiExtended(from) : from;
  }
}

function isExtend(kind: number): boolean {
  return kind === WordBreak.extend || kind === WordBreak.complexExtend || kind === WordBreak.emojiModifier;
}

function isComplex(kind: number): boolean {
  return kind === WordBreak.complex || kind === WordBreak.complexExtend;
}

function isEmoji(kind: number): boolean {
  return kind === WordBreak.emoji || kind === WordBreak.emojiLetter || kind === WordBreak.emojiModifier;
}

/** The role of a class in a word; NOTHING for classes that are not part of a word by themselves. */
function wordItem(kind: number): number {
  switch (kind) {
    case WordBreak.letter:
    case WordBreak.hangul:
    case WordBreak.hebrew:
    case WordBreak.emojiLetter:
      return LETTER;
    case WordBreak.numeric:
      return NUMBER;
    case WordBreak.katakana:
      return KANA;
    case WordBreak.connector:
      return CONNECTOR;
    default:
      return NOTHING;
  }
}

const SEEN_LETTER = 1;
const SEEN_HANGUL = 2;
const SEEN_NUMBER = 4;
const SEEN_KANA = 8;
const SEEN_CONNECTOR = 16;

function seenBit(kind: number): number {
  switch (kind) {
    case WordBreak.hangul:
      return SEEN_HANGUL;
    case WordBreak.numeric:
      return SEEN_NUMBER;
    case WordBreak.katakana:
      return SEEN_KANA;
    case WordBreak.connector:
      return SEEN_CONNECTOR;
    default:
      return SEEN_LETTER;
  }
}

/** The token type of a word made of these items: the narrowest rule that matches it whole. */
function wordTypeOf(seen: number): number {
  if ((seen & ~SEEN_CONNECTOR) === SEEN_NUMBER) return NUM;
  if (seen === SEEN_HANGUL) return HANGUL;
  if (seen === SEEN_KANA) return KATAKANA;
  return ALPHANUM;
}
