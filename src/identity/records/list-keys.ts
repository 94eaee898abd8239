/** How the values of records are compared in lists; both forms of the record store go by it. */
import { createHash } from "node:crypto";
import type { Json } from "../../core/json.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import type { FilterValue } from "./record-store.ts";

// Terms of an index are limited to 32 KB; longer values are found by their hash.
const LONGEST_FILTER = 1000;
const LONGEST_ORDER = 500;
// A text is searched in pieces that overlap, so that a term of this length is found wherever it stands.
const SEARCH_PIECE = 4000;
const LONGEST_TERM = 300;

/** `field=value` for an exact filter. */
export function filterKey(field: string, value: FilterValue): string {
  const text = String(value);
  return text.length <= LONGEST_FILTER
    ? `${field}=${text}`
    : `${field}#${createHash("sha256").update(text).digest("base64url")}`;
}

/** The keys of a stored value: one, or one for each element of an array. Objects have none. */
export function filterKeys(field: string, value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap((element) => filterKeys(field, element));
  if (value === undefined || (typeof value === "object" && value !== null)) return [];
  return [filterKey(field, typeof value === "bigint" ? String(value) : value)];
}

/** The terms of a search: lower case, at most 300 characters each. */
export function searchTerms(search: string | undefined): string[] {
  if (search === undefined) return [];
  const terms = search.toLowerCase().split(/[\s,]+/u);
  return [...new Set(terms.filter((term) => term !== "").map((term) => term.slice(0, LONGEST_TERM)))];
}

/** `field=text` of a stored value in lower case, in pieces; structures are searched as JSON. */
export function searchKeys(field: string, value: Json | undefined): string[] {
  if (value === undefined || value === null) return [];
  const text = (typeof value === "object" ? stringifyJson(value) : String(value)).toLowerCase();
  const pieces: string[] = [];
  for (let at = 0; at === 0 || at + LONGEST_TERM < text.length; at += SEARCH_PIECE - LONGEST_TERM)
    pieces.push(`${field}=${text.slice(at, at + SEARCH_PIECE)}`);
  return pieces;
}

/** What a value is sorted by, as text: numbers by size, texts without regard to case first. Undefined: no value. */
export function orderKey(value: Json | undefined): string | undefined {
  if (value === undefined || value === null || typeof value === "object") return undefined;
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "string") {
    const shown = value.slice(0, LONGEST_ORDER);
    return `${shown.toLowerCase()}\u0001${shown}`;
  }
  const whole = BigInt(Math.trunc(Number(value)));
  // Shifted into the positive, so that the digits alone decide.
  return (whole + 2n ** 63n).toString().padStart(20, "0");
}
