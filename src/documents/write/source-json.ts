/**
 * Reads the source of a document: strictly (no duplicate keys, integers exact), with Elasticsearch's errors, and fast
 * where it is simple.
 */
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { mayNeedJavaSpelling, parseLossless } from "../../compat/json/lossless-json.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import type { UnreadSource } from "../../mapping/document-parser.ts";
import { sourceBefore } from "./source-before-fault.ts";

// Deeper ones, and those with long integers or possibly repeated keys, are left to the strict reader.
const FAST_DEPTH = 100;

const QUOTE = 0x22;

/** The source as an object. Throws RequestError 400 for what is none. */
export function parseSource(bytes: Uint8Array): JsonObject {
  const { source, unread } = readSource(bytes);
  if (unread) throw unread.error;
  return source;
}

/**
 * The source with its numbers as they are shown again: what is not changed stays a fraction. Throws RequestError 400
 * for what is no object.
 */
export function spelledSource(bytes: Uint8Array): JsonObject {
  const source = parseSource(bytes);
  if (!hasNumbers(source)) return source;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  return mayNeedJavaSpelling(text) ? (parseLossless(text) as JsonObject) : source;
}

function hasNumbers(value: Json): boolean {
  if (typeof value === "number" || typeof value === "bigint") return true;
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasNumbers);
  for (const key in value) if (hasNumbers(value[key] ?? null)) return true;
  return false;
}

/**
 * The source as an object; of one that has a fault on the way, what was read before it. Throws RequestError 400 where
 * nothing was read.
 */
export function readSource(bytes: Uint8Array): { source: JsonObject; unread?: UnreadSource } {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  const fast = parseFast(text);
  if (fast) return { source: fast };
  if (text.trim() === "")
    throw new RequestError(400, "document_parsing_exception", "[0:0] failed to parse, document is empty");
  const read = readStrictly(text);
  if (!isJsonObject(read.source))
    throw new RequestError(400, "document_parsing_exception", "Malformed content, must start with an object");
  return { ...read, source: read.source };
}

/**
 * The engine's own parser, where its answer is surely the strict one: as many distinct keys as there are colons behind
 * a quote (a text that looks like a key inside a string only costs the slow way), and no integer that a double could
 * not hold.
 */
function parseFast(text: string): JsonObject | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined; // The strict reader finds the words for it.
  }
  if (!isJsonObject(value)) return undefined;
  return countKeys(value, 0) === possibleKeys(text) ? value : undefined;
}

/** Colons behind a quote: every key has one, and a text may have more. */
function possibleKeys(text: string): number {
  let keys = 0;
  for (let at = text.indexOf(":"); at >= 0; at = text.indexOf(":", at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) <= 0x20) before--;
    if (text.charCodeAt(before) === QUOTE) keys++;
  }
  return keys;
}

/** Keys in all; NaN where the strict reader might answer something else. */
function countKeys(value: Json, depth: number): number {
  if (typeof value === "number") return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? 0 : Number.NaN;
  if (typeof value !== "object" || value === null) return 0;
  if (depth > FAST_DEPTH) return Number.NaN;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countKeys(item, depth + 1);
    return count;
  }
  for (const key in value) count += 1 + countKeys(value[key] ?? null, depth + 1);
  return count;
}

function readStrictly(text: string): { source: Json; unread?: UnreadSource } {
  try {
    return { source: parseJson(text) };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const fault = documentError(text, error);
    const before = sourceBefore(text, endOfRead(text, error), fault);
    if (!before) throw fault;
    return before;
  }
}

/**
 * Wraps what the reader found as Elasticsearch's document parser does, with the place of the last token that it had
 * read.
 */
function documentError(text: string, error: RequestError): RequestError {
  const extra = /^Unexpected token \[(\w+)\] found after the main object/.exec(error.message);
  if (extra)
    return illegalArgument(
      `Malformed content, found extra data after parsing: ${extra[1] === "VALUE_NUMBER" ? "VALUE_NUMBER" : extra[1]}`,
    );
  const { line, column } = placeOf(error);
  const outside = !text.trimStart().startsWith("{") || isClosedBefore(text, line, column);
  if (outside)
    return new RequestError(400, "document_parsing_exception", `[${line}:${column}] ${error.message}`, {
      cause: error,
    });
  const last = lastToken(text, offsetOf(text, line, column), error.message.includes("Duplicate field"));
  return new RequestError(
    400,
    "document_parsing_exception",
    `[${last.line}:${last.column}] failed to parse: ${error.message}`,
    { cause: error },
  );
}

/** Where the reader stopped, from 1. */
function placeOf(error: RequestError): { line: number; column: number } {
  const place = /^\[(\d+):(\d+)\]/.exec(error.message);
  return { line: Number(place?.[1] ?? 1), column: Number(place?.[2] ?? 1) };
}

/**
 * Offset behind what was read before an error: all of the text where the error names no place, as what stands behind
 * the object.
 */
function endOfRead(text: string, error: RequestError): number {
  const { line, column } = placeOf(error);
  return /^\[\d+:\d+\]/.test(error.message) ? offsetOf(text, line, column) : text.length;
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let current = 1; current < line; current++) start = text.indexOf("\n", start) + 1;
  return start + column - 1;
}

// Strings, words, numbers and brackets: what Elasticsearch's tokenizer answers as tokens.
const TOKEN = /"(?:[^"\\]|\\.)*"|[\w.+-]+|[{}[\]]/gsu;

function isClosedBefore(text: string, line: number, column: number): boolean {
  const end = offsetOf(text, line, column);
  let depth = 0;
  for (const token of text.matchAll(TOKEN)) {
    if (token.index >= end) return false;
    if (token[0] === "{" || token[0] === "[") depth++;
    else if ((token[0] === "}" || token[0] === "]") && --depth === 0) return token.index + 1 < end;
  }
  return false;
}

function lastToken(text: string, end: number, skipLast: boolean): { line: number; column: number } {
  const starts: number[] = [];
  for (const token of text.matchAll(TOKEN)) {
    if (token.index + token[0].length > end) break;
    starts.push(token.index);
  }
  if (skipLast) starts.pop();
  const before = text.slice(0, starts.at(-1) ?? 0);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: before.length - lineStart + 1 };
}
