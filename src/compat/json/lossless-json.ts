/**
 * Parses JSON of which parts are rendered again. Elasticsearch reads numbers with a point or an exponent as doubles and
 * writes them as Java does: `1e3` becomes `1000.0`. Numbers that JavaScript would write differently are kept as
 * `JsonText`, for `writeJson`.
 */
import { javaDouble } from "../../core/float32.ts";
import { JsonText } from "./json-text.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { parseJsonWith } from "./parse-json.ts";

// Whole numbers, exponents, at least ten million, below a thousandth: all others are written alike by Java and
// JavaScript.
const MAY_BE_SPELLED = /\d\.0+(?!\d)|\d[eE][+-]?\d|\d{8}\.|0\.000/;

/** Whether a text may have numbers that Java writes differently from JavaScript. */
export function mayNeedJavaSpelling(text: string): boolean {
  return MAY_BE_SPELLED.test(text);
}

/** Parses a text; numbers keep Java's spelling. Throws like `parseJson`. */
export function parseLossless(text: string): Json {
  return parseJsonWith(text, spelledFraction);
}

function spelledFraction(raw: string): Json {
  return spelledDouble(Number(raw));
}

function spelledDouble(value: number): Json {
  const spelled = javaDouble(value);
  if (spelled === String(value)) return value;
  // A JsonText is written like a value; nothing inspects it without calling `plainJson` first.
  return new JsonText(Number.isFinite(value) ? spelled : `"${spelled}"`) as unknown as Json;
}

/** Whether a text may have numbers with a point or an exponent. */
export function hasFractions(text: string): boolean {
  return /\d[.eE]/.test(text);
}

/**
 * Parses a text; numbers keep the spelling of the text, as `JsonText` where JavaScript would write another. Throws like
 * `parseJson`.
 */
export function parseAsWritten(text: string): Json {
  return parseJsonWith(text, writtenFraction);
}

function writtenFraction(raw: string): Json {
  const value = Number(raw);
  return raw === String(value) ? value : (new JsonText(raw) as unknown as Json);
}

/** The value with plain numbers in place of `JsonText`; the same object when nothing changes. */
export function plainJson(value: Json): Json {
  // A number with a point is a JsonText; without one Java reads an integer, whose zero has no sign.
  if (Object.is(value, -0)) return 0;
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof JsonText) return Number(value.text.replaceAll('"', ""));
  if (Array.isArray(value)) {
    const items = value.map(plainJson);
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [key, plainJson(member)] as const);
  return members.some(([key, member]) => member !== ownOf(value, key)) ? Object.fromEntries(members) : value;
}

/** The value with all its numbers spelled as doubles. */
export function doublesSpelled(value: Json): Json {
  if (typeof value === "number") return spelledDouble(value);
  if (Array.isArray(value)) return value.map(doublesSpelled);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, doublesSpelled(member)]));
}

/** A `JsonText` number as a string, for text fields; other values unchanged. */
export function spelledAsText(value: Json): Json {
  return (value as unknown) instanceof JsonText ? (value as unknown as JsonText).text.replaceAll('"', "") : value;
}
