/** Parses text with annotations, `[text](annotation&annotation)` (Elasticsearch's `AnnotatedText.parse`). */
import { illegalArgument } from "../../compat/errors.ts";
import { parseException } from "../mapping-error.ts";

/** An annotation of a part of the plain text. */
export interface Annotation {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly value: string;
}

/** The text without markup, and its annotations. */
export interface AnnotatedValue {
  readonly text: string;
  readonly annotations: readonly Annotation[];
}

const MARKUP = /\[([^\][]*)\]\(([^)(]*)\)/g;

/** Parses a text. Throws 400 `parse_exception` for annotations of the form key=value, 400 for invalid escapes. */
export function parseAnnotated(marked: string): AnnotatedValue {
  const annotations: Annotation[] = [];
  let text = "";
  let last = 0;
  for (const match of marked.matchAll(MARKUP)) {
    const [whole, inner = "", values = ""] = match;
    text += marked.slice(last, match.index);
    const startOffset = text.length;
    text += inner;
    last = match.index + whole.length;
    for (const value of annotationsOf(values)) annotations.push({ startOffset, endOffset: text.length, value });
  }
  return { text: text + marked.slice(last), annotations };
}

/** The values between `&`. An empty value, as in `a=`, repeats the previous one, as in Elasticsearch. */
function annotationsOf(values: string): string[] {
  const found: string[] = [];
  let value = "";
  for (const pair of split(values, "&")) {
    const parts = split(pair, "=");
    if (parts.length === 2) throw parseException("key=value pairs are not supported in annotations");
    if (parts.length === 1 && parts[0] === pair) value = urlDecoded(pair);
    if (value !== "") found.push(value);
  }
  return found;
}

/** Java's `split`: drops empty parts at the end, but an empty text gives one part. */
function split(text: string, separator: string): string[] {
  const parts = text.split(separator);
  while (parts.length > 1 && parts.at(-1) === "") parts.pop();
  return parts.length === 1 && parts[0] === "" && text !== "" ? [] : parts;
}

/** Java's `URLDecoder` with UTF-8. */
function urlDecoded(text: string): string {
  if (!/[%+]/.test(text)) return text;
  const bytes: Buffer[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character !== "%") {
      const point = String.fromCodePoint(text.codePointAt(at)!);
      bytes.push(Buffer.from(character === "+" ? " " : point));
      at += point.length - 1;
      continue;
    }
    const digits = text.slice(at + 1, at + 3);
    if (digits.length < 2) throw illegalArgument("URLDecoder: Incomplete trailing escape (%) pattern");
    if (!/^[0-9a-fA-F]{2}$/.test(digits)) {
      throw illegalArgument(
        `URLDecoder: Illegal hex characters in escape (%) pattern - Error at index ${/^[0-9a-fA-F]/.test(digits) ? 1 : 0} in: "${digits}"`,
      );
    }
    bytes.push(Buffer.from([Number.parseInt(digits, 16)]));
    at += 2;
  }
  return Buffer.concat(bytes).toString("utf8");
}
