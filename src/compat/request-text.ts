/** The JSON text of a request body, with positions of its parts for error messages in Elasticsearch's words. */
import { tokenName } from "./body-reader.ts";
import { illegalArgument, parsingException, RequestError } from "./errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import { type JsonPlace, type JsonPlaces, parseJsonWithPlaces } from "./json/parse-json.ts";

const BEGINNING: JsonPlace = { line: 1, col: 1 };
const NO_PLACES: JsonPlaces = { key: () => BEGINNING, value: () => BEGINNING, end: () => BEGINNING };

/** A parsed body. */
export class RequestText {
  readonly text: string;
  readonly body: JsonObject;
  readonly places: JsonPlaces;

  private constructor(text: string, body: JsonObject, places: JsonPlaces) {
    this.text = text;
    this.body = body;
    this.places = places;
  }

  /** Throws 400 when the text is not a JSON object. */
  static parse(text: string): RequestText {
    const { value, places } = parseJsonWithPlaces(text);
    if (!isJsonObject(value)) throw parsingException(`Expected [START_OBJECT] but found [${tokenName(value)}]`);
    return new RequestText(text, value, places);
  }

  /** A body that was never a text: what is wrong with it is told as of its beginning. */
  static of(body: JsonObject): RequestText {
    return new RequestText("", body, NO_PLACES);
  }

  /** An object within the body, read like one. */
  within(body: JsonObject): RequestText {
    return new RequestText(this.text, body, this.places);
  }

  /** "Unknown key for a VALUE_NUMBER in [foo].", at the value's position. */
  unknownKey(container: JsonObject, key: string): RequestError {
    return this.at(
      this.places.value(container, key),
      `Unknown key for a ${tokenName(ownOf(container, key) ?? null)} in [${key}].`,
    );
  }

  /** 400 `parsing_exception` at a position. */
  at(place: JsonPlace, reason: string): RequestError {
    return parsingException(reason, { line: place.line, col: place.col });
  }

  /** 400 `x_content_parse_exception`, which has the position in its reason. */
  contentError(place: JsonPlace, reason: string, cause?: RequestError): RequestError {
    return new RequestError(400, "x_content_parse_exception", `[${place.line}:${place.col}] ${reason}`, { cause });
  }

  /** A number, or numeric text; `whole` truncates fractions. */
  number(container: JsonObject, key: string, whole: boolean): number {
    const value = ownOf(container, key);
    if (typeof value === "number" || typeof value === "bigint")
      return whole ? Math.trunc(Number(value)) : Number(value);
    if (typeof value === "string") return parseNumberText(value, whole);
    throw this.notOfType(container, key, "numeric, can not use numeric value accessors");
  }

  /** A boolean, or the text `true` or `false`. */
  boolean(container: JsonObject, key: string): boolean {
    const value = ownOf(container, key);
    if (typeof value === "boolean") return value;
    if (typeof value === "string") return parseBooleanText(value);
    throw this.notOfType(container, key, "of boolean type");
  }

  /** Jackson's error for a token of another type. */
  notOfType(container: JsonObject, key: string, expected: string): RequestError {
    const place = this.places.value(container, key);
    const reason = `Current token (${jacksonToken(ownOf(container, key) ?? null)}) not ${expected}\n at [Source: (byte[])"${this.text.slice(0, 500)}"; line: ${place.line}, column: ${place.col + tokenLength(ownOf(container, key) ?? null)}]`;
    const told = { line: place.line, col: place.col + tokenLength(ownOf(container, key) ?? null) };
    return this.contentError(told, reason, new RequestError(400, "json_parse_exception", reason));
  }
}

/** Parses a decimal or whole number as Java does. Throws `number_format_exception`. */
export function parseNumberText(text: string, whole: boolean): number {
  const pattern = whole ? /^[+-]?\d+(?:\.\d*)?$/ : /^[+-]?(?:Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)$/;
  if (!pattern.test(text.trim())) {
    throw new RequestError(
      400,
      "number_format_exception",
      text === "" ? "empty String" : `For input string: "${text}"`,
    );
  }
  return whole ? Math.trunc(Number(text)) : Number(text);
}

/** `true` or `false`; throws 400 for anything else. */
export function parseBooleanText(text: string): boolean {
  if (text === "true") return true;
  if (text === "false") return false;
  throw illegalArgument(`Failed to parse value [${text}] as only [true] or [false] are allowed.`);
}

function jacksonToken(value: Json): string {
  if (typeof value === "number") return Number.isInteger(value) ? "VALUE_NUMBER_INT" : "VALUE_NUMBER_FLOAT";
  if (typeof value === "bigint") return "VALUE_NUMBER_INT";
  if (typeof value === "boolean") return value ? "VALUE_TRUE" : "VALUE_FALSE";
  return tokenName(value);
}

function tokenLength(value: Json): number {
  return typeof value === "object" ? 1 : String(value).length;
}
