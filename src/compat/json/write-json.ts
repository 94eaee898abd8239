/** Writes JSON text: compact, or in the layout of Elasticsearch's `?pretty`. */
import { JsonText } from "./json-text.ts";
import type { Json } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";

/**
 * Compact JSON. Undefined members are dropped, bigints are written as numbers, numbers that JSON cannot represent as
 * strings (`"NaN"`), `JsonText` unchanged.
 */
export function writeJson(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : JSON.stringify(String(value));
  if (value === null || value === undefined) return "null";
  if (typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (value instanceof JsonText) return value.text;
  if (Array.isArray(value)) {
    let text = "[";
    for (let i = 0; i < value.length; i++) text += (i === 0 ? "" : ",") + writeJson(value[i]);
    return `${text}]`;
  }
  let text = "{";
  // Responses are plain objects without inherited enumerable members.
  for (const key in value) {
    const member = ownOf(value as Record<string, unknown>, key);
    if (member === undefined) continue;
    text += `${text.length === 1 ? "" : ","}${quotedName(key)}:${writeJson(member)}`;
  }
  return `${text}}`;
}

/**
 * Whether `JSON.stringify` writes a value as `writeJson` does, and `JSON.parse` reads the same value from it: not for
 * numbers that a double does not hold, members that are undefined, or what is nested deeply.
 */
export function isPlainJson(value: Json | undefined, depth = PLAIN_DEPTH): boolean {
  if (typeof value === "number") return Math.abs(value) <= Number.MAX_SAFE_INTEGER && !Object.is(value, -0);
  if (typeof value !== "object") return typeof value !== "bigint" && value !== undefined;
  if (value === null) return true;
  if (value instanceof JsonText || depth === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isPlainJson(item, depth - 1));
  for (const key in value) if (!isPlainJson(value[key], depth - 1)) return false;
  return true;
}

const PLAIN_DEPTH = 100;

const SHORT = 40;

/** Names of members that were written, quoted: those of responses are few, and come again and again. */
const names = new Map<string, string>();
const MOST_NAMES = 1024;

/** A name of a member as a JSON string. */
export function quotedName(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const made = quoted(name);
  if (names.size < MOST_NAMES && name.length <= SHORT) names.set(name, made);
  return made;
}

/** A JSON string; short ones rarely have anything to escape. */
function quoted(text: string): string {
  if (text.length > SHORT) return JSON.stringify(text);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // Quote, backslash, control characters, and everything beyond ASCII, which includes lone surrogates.
    if (unit < 0x20 || unit > 0x7e || unit === 0x22 || unit === 0x5c) return JSON.stringify(text);
  }
  return `"${text}"`;
}

/** Like `writeJson`, indented by two spaces per level: `"key" : value`, `[ ]`, `{ }`. */
export function writePrettyJson(value: unknown): string {
  return reformat(writeJson(value));
}

/** Lays out valid JSON text; numbers and strings are copied unchanged. */
function reformat(text: string): string {
  const pieces: string[] = [];
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (character === '"') {
      const end = endOfString(text, at);
      pieces.push(text.slice(at, end));
      at = end;
      continue;
    }
    at++;
    if (character === "{" || character === "[") {
      const close = character === "{" ? "}" : "]";
      const next = skipSpace(text, at);
      if (text[next] === close) {
        pieces.push(`${character} ${close}`);
        at = next + 1;
      } else {
        pieces.push(character, newline(++depth));
      }
    } else if (character === "}" || character === "]") {
      pieces.push(newline(--depth), character);
    } else if (character === ",") {
      pieces.push(",", newline(depth));
    } else if (character === ":") {
      pieces.push(" : ");
    } else if (character > " ") {
      pieces.push(character);
    }
  }
  return pieces.join("");
}

function newline(depth: number): string {
  return `\n${"  ".repeat(depth)}`;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && (text[at] ?? "") <= " ") at++;
  return at;
}

/** Offset after the closing quote of the string that starts at `from`. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}
