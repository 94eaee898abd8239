/**
 * Converts numbers in words and digits to one number: Lucene's KoreanNumberFilter and JapaneseNumberFilter, which
 * differ only in their words.
 */
import type { Token } from "../analyzer.ts";
import type { TokenFilter, TokenList } from "../token-list.ts";

/** The numerals of a language. */
export interface NumberWords {
  readonly digits: ReadonlyMap<string, number>;
  /** Powers of ten: up to 3 they multiply the preceding number, from 4 on everything before them. */
  readonly powers: ReadonlyMap<string, number>;
}

const points = ".．";
const separators = ",，";
const arabic = "0123456789０１２３４５６７８９";

/** A decimal: `unscaled` / 10^`scale`. */
interface Decimal {
  readonly unscaled: bigint;
  readonly scale: number;
}

const zero: Decimal = { unscaled: 0n, scale: 0 };

function sum(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  return {
    unscaled: one.unscaled * 10n ** BigInt(scale - one.scale) + other.unscaled * 10n ** BigInt(scale - other.scale),
    scale,
  };
}

function product(one: Decimal | undefined, other: Decimal | undefined): Decimal | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return { unscaled: one.unscaled * other.unscaled, scale: one.scale + other.scale };
}

/** Without trailing zeros. */
function plainText({ unscaled, scale }: Decimal): string {
  const digits = unscaled.toString().padStart(scale + 1, "0");
  const fraction = scale === 0 ? "" : digits.slice(-scale).replace(/0+$/, "");
  const whole = scale === 0 ? digits : digits.slice(0, -scale);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** The number that a text of numerals denotes, in digits; the text itself when it denotes none. */
export function numberOf(text: string, words: NumberWords): string {
  let at = 0;

  const basic = (): Decimal | undefined | "none" => {
    let written = "";
    for (; at < text.length; at++) {
      const sign = text.charAt(at);
      const digit = arabic.indexOf(sign);
      if (digit >= 0) written += digit % 10;
      else if (words.digits.has(sign)) written += words.digits.get(sign);
      else if (points.includes(sign)) written += ".";
      else if (!separators.includes(sign)) break;
    }
    if (written === "") return undefined;
    const match = /^(\d*)(?:\.(\d*))?$/.exec(written);
    if (match === null || written === ".") return "none";
    const [, whole = "", fraction = ""] = match;
    return { unscaled: BigInt(whole + fraction), scale: fraction.length };
  };

  const power = (from: number, to: number): Decimal | undefined => {
    const exponent = words.powers.get(text.charAt(at)) ?? 0;
    if (exponent < from || exponent > to) return undefined;
    at++;
    return { unscaled: 10n ** BigInt(exponent), scale: 0 };
  };

  /** Adds up pairs of a number and a power while there are any. */
  const added = (pair: () => Decimal | undefined | "none"): Decimal | undefined | "none" => {
    let total: Decimal | undefined;
    for (;;) {
      const next = pair();
      if (next === "none") return "none";
      if (next === undefined) return total;
      total = sum(total ?? zero, next);
    }
  };
  const pairOf =
    (number: () => Decimal | undefined | "none", from: number, to: number) => (): Decimal | undefined | "none" => {
      const first = number();
      return first === "none" ? "none" : product(first, power(from, to));
    };

  const medium = pairOf(basic, 1, 3);
  const result = added(pairOf(() => added(medium), 4, Infinity));
  return result === undefined || result === "none" ? text : plainText(result);
}

/** Joins tokens that are parts of one number. */
export function numberFilter(words: NumberWords): TokenFilter {
  const isNumeral = (text: string): boolean =>
    Array.from(text).every((sign) => arabic.includes(sign) || words.digits.has(sign) || words.powers.has(sign));
  const isBetween = (text: string): boolean =>
    Array.from(text).every((sign) => points.includes(sign) || separators.includes(sign));
  return { filter: (list) => new NumberJoiner(list, words, isNumeral, isBetween).joined(), attributes: ["keyword"] };
}

/**
 * Processes the tokens of a text. Positions advance by increments: a joined number takes the increment of the token
 * after it, as in Lucene.
 */
class NumberJoiner {
  readonly #list: TokenList;
  readonly #words: NumberWords;
  readonly #isNumeral: (text: string) => boolean;
  readonly #isBetween: (text: string) => boolean;
  readonly #tokens: Token[] = [];
  #position = -1;
  /** The numerals read so far; kept when a number is abandoned. */
  #numeral = "";

  constructor(
    list: TokenList,
    words: NumberWords,
    isNumeral: (text: string) => boolean,
    isBetween: (text: string) => boolean,
  ) {
    this.#list = list;
    this.#words = words;
    this.#isNumeral = isNumeral;
    this.#isBetween = isBetween;
  }

  joined(): TokenList {
    const { tokens, nextPosition, endOffset } = this.#list;
    let skipped = 0;
    for (let index = 0; index < tokens.length;) {
      const token = tokens[index]!;
      if (token.keyword || skipped > 0 || this.#increment(index) === 0) {
        if (!token.keyword) skipped = skipped > 0 ? skipped - 1 : token.positionLength - 1;
        this.#tell(token, this.#increment(index));
        index++;
        continue;
      }
      if (!this.#isNumeral(token.text)) {
        this.#tell(token, this.#increment(index));
        index++;
        continue;
      }
      const next = this.#endOfNumber(index);
      const behind = tokens[next];
      if (behind !== undefined && this.#increment(next) === 0) {
        // A compound begins before the end of the number: the number is not joined.
        this.#tell(token, this.#increment(index));
        skipped = behind.positionLength - 1;
        this.#tell(behind, 0);
        index = next + 1;
        continue;
      }
      const last = tokens[next - 1]!;
      const shape = behind ?? last;
      const text = numberOf(this.#numeral, this.#words);
      this.#numeral = "";
      this.#tell(
        { ...shape, text, startOffset: token.startOffset, endOffset: last.endOffset },
        behind ? this.#increment(next) : this.#lastIncrement(),
      );
      // The token after a number is output unchanged, even if it begins another.
      if (behind !== undefined) this.#tell(behind, this.#increment(next));
      index = behind === undefined ? next : next + 1;
    }
    const last = tokens.at(-1)?.position ?? -1;
    return { tokens: this.#tokens, nextPosition: this.#position + nextPosition - last, endOffset };
  }

  /** Continues from a numeral; returns the index after the number. */
  #endOfNumber(from: number): number {
    const { tokens } = this.#list;
    let at = from;
    for (;;) {
      const { text } = tokens[at]!;
      at++;
      const next = tokens[at];
      if (next !== undefined && this.#increment(at) === 0) return at;
      this.#numeral += text;
      if (next === undefined || !(this.#isNumeral(next.text) || this.#isBetween(next.text))) return at;
    }
  }

  #increment(index: number): number {
    const { tokens } = this.#list;
    return tokens[index]!.position - (index === 0 ? -1 : tokens[index - 1]!.position);
  }

  /** For a number that ends the text: dropped tokens after it keep their increment. */
  #lastIncrement(): number {
    const { tokens, nextPosition } = this.#list;
    return nextPosition > tokens.at(-1)!.position + 1 ? 1 : this.#increment(tokens.length - 1);
  }

  #tell(token: Token, increment: number): void {
    this.#position += increment;
    this.#tokens.push({ ...token, position: this.#position });
  }
}
