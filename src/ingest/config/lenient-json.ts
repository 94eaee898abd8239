/** Reads the first JSON value of a text, whatever stands behind it; of repeated keys the last one may count. */
import { RequestError } from "../../compat/errors.ts";
import { parseLossless } from "../../compat/json/lossless-json.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { put } from "../../core/names.ts";

const DEEPEST = 1_000;
/** What numbers and words are made of. */
const SCALAR = /[^\s,:[\]{}"]+/y;
const TEXT = /"(?:[^"\\]|\\.)*"/sy;

/** Throws RequestError 400 for what is no JSON. */
export function readLenientJson(text: string, duplicates: boolean): { readonly value: Json; readonly end: number } {
  const read = new LenientReader(text, duplicates);
  const value = read.value(0);
  return { value, end: read.at };
}

class LenientReader {
  readonly #text: string;
  readonly #duplicates: boolean;
  at = 0;

  constructor(text: string, duplicates: boolean) {
    this.#text = text;
    this.#duplicates = duplicates;
  }

  value(depth: number): Json {
    if (depth > DEEPEST) throw this.#fault("is nested too deeply");
    this.#blank();
    const first = this.#text.charAt(this.at);
    if (first === "{") return this.#object(depth);
    if (first === "[") return this.#list(depth);
    return parseLossless(this.#token(first === '"' ? TEXT : SCALAR));
  }

  #object(depth: number): JsonObject {
    const object: JsonObject = {};
    this.at++;
    while (!this.#ends("}", Object.keys(object).length > 0)) {
      this.#blank();
      const key = parseLossless(this.#token(TEXT));
      this.#expect(":");
      const value = this.value(depth + 1);
      if (typeof key !== "string") throw this.#fault("has no name");
      if (!this.#duplicates && Object.hasOwn(object, key)) throw this.#fault(`Duplicate field '${key}'`);
      put(object, key, value);
    }
    return object;
  }

  #list(depth: number): Json[] {
    const list: Json[] = [];
    this.at++;
    while (!this.#ends("]", list.length > 0)) list.push(this.value(depth + 1));
    return list;
  }

  /** Steps over the closing bracket, or over the comma before another member. */
  #ends(bracket: string, hasMembers: boolean): boolean {
    this.#blank();
    if (this.#text.charAt(this.at) === bracket) {
      this.at++;
      return true;
    }
    if (hasMembers) this.#expect(",");
    return false;
  }

  #expect(character: string): void {
    this.#blank();
    if (this.#text.charAt(this.at) !== character) throw this.#fault(`expects [${character}]`);
    this.at++;
  }

  #token(form: RegExp): string {
    form.lastIndex = this.at;
    const found = form.exec(this.#text)?.[0];
    if (found === undefined) throw this.#fault("expects a value");
    this.at += found.length;
    return found;
  }

  #blank(): void {
    while (/\s/.test(this.#text.charAt(this.at))) this.at++;
  }

  #fault(what: string): RequestError {
    return new RequestError(400, "x_content_parse_exception", `[1:${this.at + 1}] the text ${what}`);
  }
}
