/** Parts of a document's source as JSON text. */
import { javaDouble } from "../../core/float32.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import { type NumberSpellings, numberSpellings } from "../number-spellings.ts";

/** A value of a document. */
export interface SourceCursor {
  readonly value: Json;
  /** Remaining parts of a dotted name between here and the source value; `value` was wrapped in objects for them. */
  readonly rest: readonly string[];
  /** The object or array of the source that contains it, and its key or index there. */
  readonly holder: object;
  readonly key: string | number;
}

/** The source of one document. */
export class SourceText {
  readonly #spellings: NumberSpellings;

  constructor(text: string, source: JsonObject) {
    this.#spellings = numberSpellings(text, source);
  }

  /** The text of a value, with fractions as Elasticsearch's generator writes them: `1.0`, `1000.0`. */
  of({ value, rest, holder, key }: SourceCursor): string {
    if (this.#spellings.size === 0) return stringifyJson(value);
    if (rest.length === 0) return this.#text(value, holder, key);
    const [name = "", ...below] = rest;
    const inner = isJsonObject(value) ? (ownOf(value, name) ?? null) : null;
    return `{${JSON.stringify(name)}:${this.of({ value: inner, rest: below, holder, key })}}`;
  }

  /** The source text of a number. */
  number(value: number | bigint, holder: object, key: string | number): string {
    return this.#spellings.get(holder)?.get(key) ?? String(value);
  }

  #text(value: Json, holder: object, key: string | number): string {
    if (Array.isArray(value)) return `[${value.map((item, index) => this.#text(item, value, index)).join(",")}]`;
    if (isJsonObject(value)) {
      const members = Object.entries(value).map(
        ([name, member]) => `${JSON.stringify(name)}:${this.#text(member, value, name)}`,
      );
      return `{${members.join(",")}}`;
    }
    if (typeof value !== "number") return stringifyJson(value);
    const spelling = this.#spellings.get(holder)?.get(key);
    return spelling !== undefined && /[.eE]/.test(spelling) ? javaDouble(value) : String(value);
  }
}
