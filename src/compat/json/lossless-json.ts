/**
 * JSON that is shown again in part. Elasticsearch reads numbers with a point or an exponent as doubles, and writes
 * doubles as Java does: `1e3` comes back as `1000.0`. Numbers that JavaScript writes otherwise stand in the value as
 * `JsonText`, for `writeJson`.
 */
import { javaDouble } from "../../core/float32.ts";
import { JsonText } from "./json-text.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { parseJsonWith } from "./parse-json.ts";

// Whole ones, with an exponent, from ten million on, below a thousandth: Java writes others as JavaScript does.
const MAY_BE_SPELLED = /\d\.0+(?!\d)|\d[eE][+-]?\d|\d{8}\.|0\.000/;

/** Whether a text may have numbers that come back in another spelling than JavaScript's. */
export function mayBeSpelled(text: string): boolean {
  return MAY_BE_SPELLED.test(text);
}

/** The value of a text, its numbers as they are shown again. Throws as `parseJson`. */
export function parseSpelled(text: string): Json {
  return parseJsonWith(text, spelledFraction);
}

function spelledFraction(raw: string): Json {
  return spelledDouble(Number(raw));
}

function spelledDouble(value: number): Json {
  const spelled = javaDouble(value);
  if (spelled === String(value)) return value;
  // It is written like a value and looked at by nobody who has not made it plain.
  return new JsonText(Number.isFinite(value) ? spelled : `"${spelled}"`) as unknown as Json;
}

/** Whether a text may have numbers with a point or an exponent. */
export function hasFractions(text: string): boolean {
  return /\d[.eE]/.test(text);
}

/**
 * The value of a text, its numbers as they are written there: `JsonText` where JavaScript writes another text. Throws
 * as `parseJson`.
 */
export function parseAsWritten(text: string): Json {
  return parseJsonWith(text, writtenFraction);
}

function writtenFraction(raw: string): Json {
  const value = Number(raw);
  return raw === String(value) ? value : (new JsonText(raw) as unknown as Json);
}

/** The value with numbers for what is spelled; itself where there is nothing to be changed. */
export function plainJson(value: Json): Json {
  // What is written with a point is a JsonText; without one, Java reads a whole number, which has no sign.
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

/** The value with all its numbers as doubles. */
export function doublesSpelled(value: Json): Json {
  if (typeof value === "number") return spelledDouble(value);
  if (Array.isArray(value)) return value.map(doublesSpelled);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, doublesSpelled(member)]));
}

/** A spelled number as the text that it is in fields of texts; other values as they are. */
export function spelledAsText(value: Json): Json {
  return (value as unknown) instanceof JsonText ? (value as unknown as JsonText).text.replaceAll('"', "") : value;
}
