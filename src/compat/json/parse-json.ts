/**
 * A strict JSON parser: integers stay exact, duplicate keys are rejected, and errors have Elasticsearch's words with
 * their position.
 */
import { RequestError } from "../errors.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { put } from "../../core/names.ts";

/** Line and column (both from 1, columns in UTF-16 units) of a token. */
export interface JsonPlace {
  readonly line: number;
  readonly col: number;
}

/** Positions of the values of a parsed text; kept only for request bodies, for their error messages. */
export interface JsonPlaces {
  /** Position of the name of `key` in `object`. */
  key(object: object, key: string): JsonPlace;
  /** Position of the first character of a value in an object or array. */
  value(container: object, key: string | number): JsonPlace;
  /** Position of the closing bracket of an object or array. */
  end(container: object): JsonPlace;
}

/** Maximum nesting depth (Jackson's StreamReadConstraints). */
const MAX_DEPTH = 1000;

/**
 * The value of `text`. Throws 400 `x_content_parse_exception` for invalid JSON, `x_content_e_o_f_exception` for a
 * truncated text.
 */
export function parseJson(text: string): Json {
  return new JsonReader(text, undefined).document();
}

/** The value of a text in UTF-8. Throws as `parseJson` does. */
export function parseJsonBytes(bytes: Uint8Array): Json {
  return parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8"));
}

/** Returns the value for a number that is written with a point or an exponent. */
export type FractionReader = (raw: string) => Json;

/** Like `parseJson`; `fraction` makes the value of numbers with a point or an exponent. */
export function parseJsonWith(text: string, fraction: FractionReader): Json {
  return new JsonReader(text, undefined, fraction).document();
}

/** Like `parseJson`, and returns the positions of all keys and values. */
export function parseJsonWithPlaces(text: string): { value: Json; places: JsonPlaces } {
  const offsets = new Offsets(text);
  const value = new JsonReader(text, offsets).document();
  return { value, places: offsets };
}

/** Offsets of keys and values by container. */
class Offsets implements JsonPlaces {
  readonly #text: string;
  readonly #byContainer = new Map<
    object,
    { keys: Map<string, number>; values: Map<string | number, number>; end: number }
  >();

  constructor(text: string) {
    this.#text = text;
  }

  open(container: object): { keys: Map<string, number>; values: Map<string | number, number>; end: number } {
    const record = { keys: new Map<string, number>(), values: new Map<string | number, number>(), end: 0 };
    this.#byContainer.set(container, record);
    return record;
  }

  key(object: object, key: string): JsonPlace {
    return placeOf(this.#text, this.#byContainer.get(object)?.keys.get(key) ?? 0);
  }

  value(container: object, key: string | number): JsonPlace {
    return placeOf(this.#text, this.#byContainer.get(container)?.values.get(key) ?? 0);
  }

  end(container: object): JsonPlace {
    return placeOf(this.#text, this.#byContainer.get(container)?.end ?? 0);
  }
}

function placeOf(text: string, offset: number): JsonPlace {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) {
    line++;
    start = at + 1;
  }
  return { line, col: offset - start + 1 };
}

class JsonReader {
  readonly #text: string;
  readonly #offsets: Offsets | undefined;
  readonly #fraction: FractionReader;
  #at = 0;
  #depth = 0;

  constructor(text: string, offsets: Offsets | undefined, fraction: FractionReader = Number) {
    this.#text = text;
    this.#offsets = offsets;
    this.#fraction = fraction;
  }

  document(): Json {
    this.#space();
    const value = this.#value();
    this.#space();
    if (this.#at < this.#text.length) {
      const start = this.#at;
      const what = tokenName(this.#text.charCodeAt(start));
      if (what === undefined) this.#badToken();
      const { line, col } = placeOf(this.#text, start);
      throw new RequestError(400, "parsing_exception", `Unexpected token [${what}] found after the main object.`, {
        details: { line, col },
      });
    }
    return value;
  }

  #space(): void {
    const text = this.#text;
    for (;;) {
      const code = text.charCodeAt(this.#at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
      this.#at++;
    }
  }

  #value(): Json {
    const code = this.#text.charCodeAt(this.#at);
    if (code === 0x7b) return this.#object();
    if (code === 0x5b) return this.#array();
    if (code === 0x22) return this.#string("VALUE_STRING");
    if (code === 0x2d || (code >= 0x30 && code <= 0x39)) return this.#number();
    if (this.#text.startsWith("true", this.#at) && this.#ends(4)) return this.#word(4, true);
    if (this.#text.startsWith("false", this.#at) && this.#ends(5)) return this.#word(5, false);
    if (this.#text.startsWith("null", this.#at) && this.#ends(4)) return this.#word(4, null);
    if (Number.isNaN(code)) throw this.#early("Unexpected end-of-input within/between Object entries");
    return this.#badToken();
  }

  #ends(length: number): boolean {
    return !/[\p{L}\p{N}_$]/u.test(this.#text.charAt(this.#at + length));
  }

  #word<T extends Json>(length: number, value: T): T {
    this.#at += length;
    return value;
  }

  #object(): JsonObject {
    const start = this.#at++;
    this.#enter();
    const object: JsonObject = {};
    const record = this.#offsets?.open(object);
    this.#space();
    if (this.#text.charCodeAt(this.#at) !== 0x7d) {
      for (;;) {
        this.#space();
        this.#member(object, record, start);
        this.#space();
        const code = this.#text.charCodeAt(this.#at);
        if (code === 0x7d) break;
        if (code !== 0x2c)
          throw this.#unclosed("Object", start, code, "was expecting comma to separate Object entries");
        this.#at++;
      }
    }
    if (record) record.end = this.#at;
    this.#at++;
    this.#depth--;
    return object;
  }

  #member(
    object: JsonObject,
    record: { keys: Map<string, number>; values: Map<string | number, number> } | undefined,
    start: number,
  ): void {
    const code = this.#text.charCodeAt(this.#at);
    const keyAt = this.#at;
    if (code !== 0x22) throw this.#unclosed("Object", start, code, "was expecting double-quote to start field name");
    const key = this.#string("FIELD_NAME");
    if (Object.hasOwn(object, key)) throw this.#malformed(`Duplicate field '${key}'`, this.#at);
    this.#space();
    const colon = this.#text.charCodeAt(this.#at);
    if (Number.isNaN(colon)) throw this.#early("Unexpected end-of-input within/between Object entries");
    if (colon !== 0x3a) throw this.#unexpected(colon, "was expecting a colon to separate field name and value");
    this.#at++;
    this.#space();
    record?.keys.set(key, keyAt);
    record?.values.set(key, this.#at);
    const value = this.#value();
    // A key `__proto__` must become an own property.
    if (key === "__proto__")
      Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
    else put(object, key, value);
  }

  #array(): Json[] {
    const start = this.#at++;
    this.#enter();
    const array: Json[] = [];
    const record = this.#offsets?.open(array);
    this.#space();
    if (this.#text.charCodeAt(this.#at) !== 0x5d) {
      for (;;) {
        this.#space();
        record?.values.set(array.length, this.#at);
        if (this.#at >= this.#text.length) throw this.#unclosed("Array", start, Number.NaN, "");
        array.push(this.#value());
        this.#space();
        const code = this.#text.charCodeAt(this.#at);
        if (code === 0x5d) break;
        if (code !== 0x2c) throw this.#unclosed("Array", start, code, "was expecting comma to separate Array entries");
        this.#at++;
      }
    }
    if (record) record.end = this.#at;
    this.#at++;
    this.#depth--;
    return array;
  }

  #enter(): void {
    if (++this.#depth > MAX_DEPTH) {
      const reason = `Document nesting depth (${this.#depth}) exceeds the maximum allowed (${MAX_DEPTH}, from \`StreamReadConstraints.getMaxNestingDepth()\`)`;
      throw new RequestError(400, "x_content_parse_exception", reason, {
        cause: new RequestError(400, "stream_constraints_exception", reason),
      });
    }
  }

  #string(token: string): string {
    const text = this.#text;
    const start = ++this.#at;
    let escaped = false;
    for (;;) {
      const code = text.charCodeAt(this.#at);
      if (Number.isNaN(code))
        throw this.#early(
          token === "FIELD_NAME" ? "Unexpected end-of-input in field name" : `Unexpected end-of-input in ${token}`,
        );
      if (code === 0x22) break;
      if (code === 0x5c) {
        escaped = true;
        this.#at++;
      } else if (code < 0x20) {
        throw this.#malformed(
          `Illegal unquoted character ((CTRL-CHAR, code ${code})): has to be escaped using backslash to be included in string value`,
          this.#at,
        );
      }
      this.#at++;
    }
    const raw = text.slice(start, this.#at++);
    return escaped ? this.#unescape(raw, start) : raw;
  }

  #unescape(raw: string, start: number): string {
    const bad = /\\(?!["\\/bfnrtu])|\\u(?![0-9a-fA-F]{4})/.exec(raw.replaceAll("\\\\", "\0\0"));
    if (bad) {
      const at = start + bad.index + 1;
      const code = this.#text.charCodeAt(at);
      if (code === 0x75)
        throw this.#malformed("Unexpected character: expected a hex-digit for character escape sequence", at);
      throw this.#malformed(`Unrecognized character escape ${characterName(code)}`, at);
    }
    return JSON.parse(`"${raw}"`) as string;
  }

  #number(): Json {
    const text = this.#text;
    const start = this.#at;
    if (text.charCodeAt(this.#at) === 0x2d) this.#at++;
    const first = text.charCodeAt(this.#at);
    if (!isDigit(first)) throw this.#inNumber("expected digit (0-9) to follow minus sign, for valid numeric value");
    if (first === 0x30 && isDigit(text.charCodeAt(this.#at + 1)))
      throw this.#malformed("Invalid numeric value: Leading zeroes not allowed", this.#at + 1);
    this.#digits();
    let integer = true;
    if (text.charCodeAt(this.#at) === 0x2e) {
      integer = false;
      this.#at++;
      if (!isDigit(text.charCodeAt(this.#at))) throw this.#inNumber("Decimal point not followed by a digit");
      this.#digits();
    }
    if ((text.charCodeAt(this.#at) | 0x20) === 0x65) {
      integer = false;
      this.#at++;
      const sign = text.charCodeAt(this.#at);
      if (sign === 0x2b || sign === 0x2d) this.#at++;
      if (!isDigit(text.charCodeAt(this.#at))) throw this.#inNumber("Exponent indicator not followed by a digit");
      this.#digits();
    }
    const raw = text.slice(start, this.#at);
    if (!integer) return this.#fraction(raw);
    const value = Number(raw);
    return Number.isSafeInteger(value) ? value : BigInt(raw);
  }

  #digits(): void {
    while (isDigit(this.#text.charCodeAt(this.#at))) this.#at++;
  }

  #badToken(): never {
    const word = /^[\p{L}\p{N}_$]+/u.exec(this.#text.slice(this.#at, this.#at + 256))?.[0];
    if (word === undefined)
      throw this.#unexpected(
        this.#text.charCodeAt(this.#at),
        "expected a valid value (JSON String, Number, Array, Object or token 'null', 'true' or 'false')",
      );
    const reason =
      word === "NaN" || word === "Infinity"
        ? `Non-standard token '${word}': enable \`JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS\` to allow`
        : `Unrecognized token '${word}': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')`;
    // If the word began like a keyword, Jackson has read one more character, if there is one.
    const end = this.#at + word.length;
    throw this.#malformed(reason, /^[tfn]/.test(word) && end < this.#text.length ? end + 1 : end);
  }

  #inNumber(reason: string): RequestError {
    const code = this.#text.charCodeAt(this.#at);
    if (Number.isNaN(code)) return this.#early("Unexpected end-of-input in numeric value");
    return this.#malformed(`Unexpected character (${characterName(code)}) in numeric value: ${reason}`, this.#at);
  }

  #unclosed(kind: "Object" | "Array", start: number, code: number, reason: string): RequestError {
    if (!Number.isNaN(code)) return this.#unexpected(code, reason);
    const { line, col } = placeOf(this.#text, start);
    return this.#early(
      `Unexpected end-of-input: expected close marker for ${kind} (start marker at [Source: (byte[])"${this.#text.slice(0, 500)}"; line: ${line}, column: ${col}])`,
    );
  }

  #unexpected(code: number, reason: string): RequestError {
    return this.#malformed(`Unexpected character (${characterName(code)}): ${reason}`, this.#at);
  }

  #source(line: number, col: number): string {
    return `\n at [Source: (byte[])"${this.#text.slice(0, 500)}"; line: ${line}, column: ${col}]`;
  }

  #malformed(reason: string, offset: number): RequestError {
    const { line, col } = placeOf(this.#text, offset);
    const full = reason + this.#source(line, col);
    return new RequestError(400, "x_content_parse_exception", `[${line}:${col}] ${full}`, {
      cause: new RequestError(400, "json_parse_exception", full),
    });
  }

  #early(reason: string): RequestError {
    const { line, col } = placeOf(this.#text, this.#text.length);
    return new RequestError(400, "x_content_e_o_f_exception", `[${line}:${col}] Unexpected end of file`, {
      cause: new RequestError(400, "json_e_o_f_exception", reason + this.#source(line, col)),
    });
  }
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function characterName(code: number): string {
  if (code < 0x20) return `(CTRL-CHAR, code ${code})`;
  return `'${String.fromCharCode(code)}' (code ${code})`;
}

/** Name in errors of the token that begins with a character; undefined when none does. */
function tokenName(code: number): string | undefined {
  if (code === 0x7b) return "START_OBJECT";
  if (code === 0x5b) return "START_ARRAY";
  if (code === 0x22) return "VALUE_STRING";
  if (code === 0x2d || isDigit(code)) return "VALUE_NUMBER";
  return undefined;
}
