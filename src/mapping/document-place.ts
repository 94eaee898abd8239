/**
 * The current position of document parsing: a path that costs one write for each step. It is located in the source only
 * for errors.
 */
import { type JsonLocation, locateJson, placeInBytes } from "../compat/json/locate-json.ts";
import { isJsonObject, type Json } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import type { DocumentInput } from "./document-parser.ts";
import { type NumberSpellings, numberSpellings } from "./number-spellings.ts";

/** Line and column, from 1; columns in bytes. */
export interface Place {
  readonly line: number;
  readonly col: number;
}

const UNKNOWN: Place = { line: 1, col: 1 };

/** The path of the current value. A value at depth d is d steps from the root. */
export class DocumentPlace {
  readonly #document: DocumentInput;
  readonly #path: (string | number | undefined)[] = [];
  #text: string | undefined;
  #spellings: NumberSpellings | undefined;

  constructor(document: DocumentInput) {
    this.#document = document;
  }

  /**
   * Sets step number `depth` (from 0) of the path; undefined for a step that does not exist in the source: into the
   * object behind a dotted name.
   */
  set(depth: number, step: string | number | undefined): void {
    this.#path[depth] = step;
  }

  /** Whether the value at `depth` is an item of an array. */
  isItem(depth: number): boolean {
    return typeof this.#path[depth - 1] === "number";
  }

  /** The token after a value that is the member `label` of its object: another name, or the end. */
  tokenAfter(depth: number, label: string): { readonly token: "FIELD_NAME" | "END_OBJECT"; readonly place: Place } {
    // For a dotted name Elasticsearch makes objects, whose ends are no tokens of the source.
    if (this.#steps(depth).at(-1) !== label) return { token: "END_OBJECT", place: this.value(depth) };
    let token: "FIELD_NAME" | "END_OBJECT" = "END_OBJECT";
    const place = this.#at(depth, ({ end }, source) => {
      const at = end + source.slice(end).search(/["}]/);
      if (source[at] === '"') token = "FIELD_NAME";
      return at;
    });
    return { token, place };
  }

  /** The source as text; undefined when not given. */
  get source(): string | undefined {
    const { raw } = this.#document;
    if (this.#text === undefined && raw)
      this.#text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString("utf8");
    return this.#text;
  }

  /** Where the value at `depth` begins. */
  value(depth: number): Place {
    return this.#at(depth, (location) => location.start);
  }

  /** Where the name of the value at `depth` begins. */
  name(depth: number): Place {
    return this.#at(depth, (location) => location.nameStart);
  }

  /** The closing bracket of the object or array at `depth`. */
  last(depth: number): Place {
    return this.#at(depth, (location) => location.end - 1);
  }

  /** The character after the first token of the value. */
  afterToken(depth: number): Place {
    return this.#at(depth, (location, source) =>
      "{[".includes(source[location.start] ?? "") ? location.start + 1 : location.end,
    );
  }

  /** The source text of the value. */
  text(depth: number): string | undefined {
    const { source } = this;
    const location = source === undefined ? undefined : this.#locate(source, depth);
    return location && source?.slice(location.start, location.end);
  }

  /**
   * The source text of the number at `depth`; undefined where that is how its value is written anyway. The first call
   * scans the source once more, only if it has fractions: documents whose number texts are not needed cost nothing.
   */
  numberText(depth: number): string | undefined {
    const { source } = this;
    // A truncated source is not scanned again: it is refused anyway.
    if (source === undefined || this.#document.unread) return undefined;
    this.#spellings ??= numberSpellings(source, this.#document.source);
    if (this.#spellings.size === 0) return undefined;
    const path = this.#steps(depth);
    const last = path.pop();
    const holder = path.reduce<Json | undefined>(memberOf, this.#document.source);
    if (last === undefined) return undefined;
    return typeof holder === "object" && holder !== null ? this.#spellings.get(holder)?.get(last) : undefined;
  }

  #at(depth: number, offset: (location: JsonLocation, source: string) => number): Place {
    const { source } = this;
    const location = source === undefined ? undefined : this.#locate(source, depth);
    return source === undefined || !location ? UNKNOWN : placeInBytes(source, offset(location, source));
  }

  #locate(source: string, depth: number): JsonLocation | undefined {
    return locateJson(source, this.#steps(depth));
  }

  #steps(depth: number): (string | number)[] {
    return this.#path.slice(0, depth).filter((step) => step !== undefined);
  }
}

function memberOf(holder: Json | undefined, step: string | number): Json | undefined {
  if (Array.isArray(holder)) return holder[Number(step)];
  return isJsonObject(holder) ? ownOf(holder, step) : undefined;
}
