/** The text of numbers in JSON, where parsing loses it: `1.0`, `1.50`, `1e3`. */
import { isJsonObject, type Json } from "../core/json.ts";
import { ownOf } from "../core/names.ts";

/** The texts of numbers by the object or array that contains them, and their key or index in it. */
export type NumberSpellings = ReadonlyMap<object, ReadonlyMap<string | number, string>>;

/** Fractions and exponents, minus zero. */
const ODD_NUMBER = /\d[.eE]|-0/;
const NUMBER = /-?\d[\d.eE+-]*/y;
const LITERAL = /true|false|null/y;
const SPACE = /\s*/y;
const QUOTED = /"(?:[^"\\]|\\.)*"/y;

const none: NumberSpellings = new Map();

/** The texts of the numbers in `text`, which is the valid JSON of `value`. */
export function numberSpellings(text: string, value: Json): NumberSpellings {
  return ODD_NUMBER.test(text) ? new SpellingReader(text).read(value) : none;
}

class SpellingReader {
  readonly #text: string;
  readonly #found = new Map<object, Map<string | number, string>>();
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(value: Json): NumberSpellings {
    this.#value(value, undefined, "");
    return this.#found;
  }

  #value(value: Json, holder: object | undefined, key: string | number): void {
    if (Array.isArray(value)) {
      this.#skip("[");
      for (let index = 0; index < value.length; index++) {
        if (index > 0) this.#skip(",");
        this.#value(value[index]!, value, index);
      }
      this.#skip("]");
    } else if (isJsonObject(value)) this.#object(value);
    else {
      this.#take(SPACE);
      const token = this.#take(NUMBER);
      if (token === "") this.#take(this.#text[this.#at] === '"' ? QUOTED : LITERAL);
      else if (holder && ODD_NUMBER.test(token)) this.#note(holder, key, token);
    }
  }

  /** Members in the order of the text: JavaScript objects list integer keys first. */
  #object(value: { [key: string]: Json }): void {
    this.#skip("{");
    for (let members = Object.keys(value).length; members > 0; members--) {
      this.#take(SPACE);
      const name = JSON.parse(this.#take(QUOTED)) as string;
      this.#skip(":");
      this.#value(ownOf(value, name) ?? null, value, name);
      if (members > 1) this.#skip(",");
    }
    this.#skip("}");
  }

  #note(holder: object, key: string | number, token: string): void {
    let texts = this.#found.get(holder);
    if (!texts) this.#found.set(holder, (texts = new Map()));
    texts.set(key, token);
  }

  #skip(character: string): void {
    this.#take(SPACE);
    this.#at += character.length;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const token = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += token.length;
    return token;
  }
}
