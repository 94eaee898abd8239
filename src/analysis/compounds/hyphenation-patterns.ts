/**
 * Hyphenation by Liang's patterns (as in TeX) in the XML format of the FOP project: Lucene's HyphenationTree and
 * PatternParser.
 */
import { readXml } from "../../core/read-xml.ts";

/** Marks the start and the end of a word in patterns. */
const EDGE = ".";

/** Finds where words may be hyphenated. */
export class HyphenationPatterns {
  /** Values between the letters of each pattern, including before the first and after the last. */
  readonly #patterns = new Map<string, Uint8Array>();
  #longest = 0;
  /** Letters, and the letter that represents the class of each. */
  readonly #classes = new Map<string, string>();
  /** Words with the lengths of their parts. */
  readonly #exceptions = new Map<string, readonly number[]>();

  /** Parses the file. Throws SyntaxError when it is not XML. */
  constructor(xml: string) {
    let hyphen = "-";
    let section = "";
    let token = "";
    /** Parts of an exception: texts and, for a hyphen, the letters in its place in the unhyphenated word. */
    let exception: (string | { readonly undivided: string })[] = [];
    const endToken = (): void => {
      const word = token;
      token = "";
      if (word === "") return;
      if (section === "classes") this.#addClass(word);
      else if (section === "patterns") this.#addPattern(word);
      else if (section === "exceptions") {
        this.#addException([
          ...exception,
          ...word.split(hyphen).flatMap((part, index) => (index === 0 ? [part] : [{ undivided: "" }, part])),
        ]);
        exception = [];
      }
    };
    for (const event of readXml(xml)) {
      if (event.type === "text") {
        for (const [index, part] of event.text.split(/\s/).entries()) {
          if (index > 0) endToken();
          token += part;
        }
        continue;
      }
      if (event.type === "start" && event.name === "hyphen") {
        exception.push(token, { undivided: event.attributes.get("no") ?? "" });
        token = "";
        continue;
      }
      if (event.name === "hyphen") continue;
      if (event.type === "end") endToken();
      token = "";
      section = event.type === "start" ? event.name : "";
      if (section === "exceptions") exception = [];
      const given = event.type === "start" && event.name === "hyphen-char" ? event.attributes.get("value") : undefined;
      if (given?.length === 1) hyphen = given;
    }
  }

  /** 0, the hyphenation points, and the length in letters; empty for words without hyphenation points. */
  points(word: string): readonly number[] {
    let letters = "";
    let ignored = 0;
    for (const [index, character] of word.split("").entries()) {
      const letter = this.#classes.get(character);
      if (letter === undefined) {
        if (index === ignored) ignored++;
        continue;
      }
      // A letter after a non-letter within the word.
      if (index - ignored > letters.length) return [];
      letters += letter;
    }
    const { length } = letters;
    if (length < 2) return [];
    const points = this.#exceptions.has(letters) ? this.#exceptionPoints(letters) : this.#patternPoints(letters);
    return points.length === 0 ? [] : [0, ...points.map((point) => point + ignored), length];
  }

  #exceptionPoints(letters: string): number[] {
    const points: number[] = [];
    let at = 0;
    for (const length of this.#exceptions.get(letters) ?? []) {
      at += length;
      if (at >= 1 && at < letters.length - 1) points.push(at);
    }
    return points;
  }

  /** Odd values are hyphenation points; of all matching patterns the highest value wins. */
  #patternPoints(letters: string): number[] {
    const framed = EDGE + letters + EDGE;
    const values = new Uint8Array(framed.length + 1);
    for (let from = 0; from < framed.length - 1; from++) {
      for (let length = 1; length <= this.#longest && from + length <= framed.length; length++) {
        const pattern = this.#patterns.get(framed.slice(from, from + length));
        if (pattern === undefined) continue;
        for (let index = 0; index < pattern.length; index++)
          values[from + index] = Math.max(values[from + index]!, pattern[index]!);
      }
    }
    const points: number[] = [];
    for (let at = 1; at < letters.length; at++) if (values[at + 1]! % 2 === 1) points.push(at);
    return points;
  }

  /** All characters of a class are represented by its first. */
  #addClass(characters: string): void {
    for (const character of characters.split("")) this.#classes.set(character, characters.charAt(0));
  }

  /** `a1b2c`: letters with digits between. */
  #addPattern(word: string): void {
    const letters = word.replace(/\d/g, "");
    const values = new Uint8Array(letters.length + 1);
    let at = 0;
    for (const character of word) {
      if (/\d/.test(character)) values[at] = Number(character);
      else at += character.length;
    }
    this.#patterns.set(letters, values);
    this.#longest = Math.max(this.#longest, letters.length);
  }

  #addException(parts: readonly (string | { readonly undivided: string })[]): void {
    const word = parts.map((part) => (typeof part === "string" ? part : part.undivided)).join("");
    this.#exceptions.set(
      word,
      parts.filter((part) => typeof part === "string").map(({ length }) => length),
    );
  }
}
