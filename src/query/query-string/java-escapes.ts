/** Text as in the errors of Elasticsearch's generated parser (JavaCC's `TokenMgrError.addEscapes`). */
import { ownOf } from "../../core/names.ts";

const NAMED: Readonly<Record<string, string>> = {
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\f": "\\f",
  "\r": "\\r",
  '"': '\\"',
  "'": "\\'",
  "\\": "\\\\",
};

/** The text with escapes for quotes, backslashes and non-printable or non-ASCII characters. */
export function javaEscapes(text: string): string {
  let escaped = "";
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    const code = text.charCodeAt(at);
    escaped +=
      ownOf(NAMED, character) ?? (code < 0x20 || code > 0x7e ? `\\u${code.toString(16).padStart(4, "0")}` : character);
  }
  return escaped;
}
