/** How values are written into texts of each media type (`CustomMustacheFactory`). */
import { illegalArgument } from "../../compat/errors.ts";

const SHORT: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\b", "\\b"],
  ["\t", "\\t"],
  ["\n", "\\n"],
  ["\f", "\\f"],
  ["\r", "\\r"],
]);
const FIRST_PRINTED = 0x20;

function jsonEscaped(text: string): string {
  let escaped = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const character = text[at]!;
    if (code >= FIRST_PRINTED && character !== '"' && character !== "\\") continue;
    const hex = code.toString(16).toUpperCase().padStart(4, "0");
    escaped += text.slice(from, at) + (SHORT.get(character) ?? `\\u${hex}`);
    from = at + 1;
  }
  return from === 0 ? text : escaped + text.slice(from);
}

/** As `java.net.URLEncoder` does. */
export function urlEncoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString())
    .replaceAll("%20", "+")
    .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

const encoders: ReadonlyMap<string, (text: string) => string> = new Map([
  ["application/json", jsonEscaped],
  ["application/json; charset=UTF-8", jsonEscaped],
  ["application/json;charset=utf-8", jsonEscaped],
  ["text/plain", (text) => text],
  ["application/x-www-form-urlencoded", urlEncoded],
]);

/** Throws RequestError 400 for a type that is not known. */
export function encoderOf(type: string | undefined): (text: string) => string {
  if (type === undefined) return jsonEscaped;
  const encoder = encoders.get(type);
  if (!encoder) throw illegalArgument(`No encoder found for MIME type [${type}]`);
  return encoder;
}
