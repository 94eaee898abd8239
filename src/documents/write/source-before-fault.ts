/**
 * What a text that is no JSON holds up to its fault: Elasticsearch reads documents on the way, so that earlier faults
 * are told first.
 */
import { RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import type { UnreadSource } from "../../mapping/document-parser.ts";

/**
 * Strings, words, numbers and brackets are what Elasticsearch's tokenizer answers as tokens; commas and colons stand
 * between them. Others are faults.
 */
const TOKEN = /"(?:[^"\\]|\\.)*"|[\w.+-]+|\S/gsu;

/** Deepest nesting that is read (see `core/parse-json.ts`). */
const MAX_DEPTH = 1000;

const WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/** An object or array that is open, and what stands last in it: its index, or its name as it is written. */
interface Open {
  readonly closing: "}" | "]";
  step: string | number;
}

/**
 * What was read of an object before `end` (an offset into `text`, behind the last whole token), where `error` was
 * found; undefined: nothing.
 */
export function sourceBefore(
  text: string,
  end: number,
  error: RequestError,
): { source: JsonObject; unread: UnreadSource } | undefined {
  const { length, open } = lastWholeValue(text, end);
  const closing = open.map((one) => one.closing).toReversed();
  const source = valueOf(text.slice(0, length) + closing.join(""));
  return isJsonObject(source) ? { source, unread: { error, open: openContainers(source, open) } } : undefined;
}

function valueOf(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}

/** Where the last value or opening bracket before `end` ends, and what is open there. */
function lastWholeValue(text: string, end: number): { length: number; open: readonly Open[] } {
  const open: Open[] = [];
  let length = 0;
  let isName = false;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const last = open.at(-1);
    if (index + token.length > end || (length > 0 && !last)) break;
    if (token === ":") isName = false;
    else if (token === ",") {
      isName = last?.closing === "}";
      if (typeof last?.step === "number") last.step++;
    } else if (token === "{" || token === "[") {
      if (open.length === MAX_DEPTH) break;
      open.push(token === "{" ? { closing: "}", step: "" } : { closing: "]", step: 0 });
      length = index + 1;
      isName = token === "{";
    } else if (token === "}" || token === "]") {
      open.pop();
      length = index + 1;
      isName = false;
    } else {
      if (!(token.length > 1 && token.startsWith('"')) && !WORD.test(token)) break;
      if (isName && last) last.step = token;
      // A name without its value is left out.
      else length = index + token.length;
    }
  }
  return { length, open };
}

/** The objects and arrays whose ends are missing. */
function openContainers(source: JsonObject, open: readonly Open[]): ReadonlySet<JsonObject | readonly Json[]> {
  const containers = new Set<JsonObject | readonly Json[]>();
  let at: Json | undefined = source;
  for (const { step } of open) {
    if (typeof at !== "object" || at === null) break;
    containers.add(at);
    at = Array.isArray(at) ? at[Number(step)] : ownOf(at, nameOf(step));
  }
  return containers;
}

function nameOf(written: string | number): string {
  const name = valueOf(String(written));
  return typeof name === "string" ? name : "";
}
