/** Heads remembered by their text: programs send the same few again and again. */
import { type ParsedFields, type ParsedHead, parseFields, parseRequestLine } from "./parse-head.ts";

/** Heads, and fields of heads whose request lines differ, that are remembered. */
const MOST_REMEMBERED = 4096;
const LONGEST_REMEMBERED = 2048;

/** Reads heads; those of the same text become the same object. */
export class HeadCache {
  readonly #heads = new Map<string, ParsedHead>();
  readonly #fields = new Map<string, ParsedFields>();

  /** `text`: a head without the empty line behind it. Answers what is wrong with one that is none. */
  parse(text: string): ParsedHead | string {
    const known = this.#heads.get(text);
    // Notes are worth their memory for a head that comes again.
    if (known) {
      known.head.notes ??= [];
      return known;
    }
    const parsed = this.#read(text);
    if (typeof parsed !== "string") remember(this.#heads, text, parsed);
    return parsed;
  }

  #read(text: string): ParsedHead | string {
    const end = text.indexOf("\r\n");
    const line = parseRequestLine(end < 0 ? text : text.slice(0, end));
    if (typeof line === "string") return line;
    const fields = this.#fieldsOf(end < 0 ? "" : text.slice(end + 2));
    if (typeof fields === "string") return fields;
    const { method, url, isOld } = line;
    const { headers, bodyBytes, expects } = fields;
    if (!isOld && !fields.hasHost) return "no Host header";
    // HTTP/1.0 knows no chunks: whoever is in between reads another body.
    if (isOld && bodyBytes < 0) return "Transfer-Encoding in HTTP/1.0";
    return {
      head: { method, url, headers, notes: undefined },
      bodyBytes,
      keepAlive: !fields.closes && (!isOld || fields.keepsAlive),
      isOld,
      expects: isOld ? "nothing" : expects,
    };
  }

  #fieldsOf(text: string): ParsedFields | string {
    const known = this.#fields.get(text);
    if (known) return known;
    const fields = parseFields(text === "" ? [] : text.split("\r\n"));
    if (typeof fields !== "string") remember(this.#fields, text, fields);
    return fields;
  }
}

/** Forgets all at once when it is full: what is in use is back with its next request. */
function remember<T>(known: Map<string, T>, text: string, value: T): void {
  if (text.length >= LONGEST_REMEMBERED) return;
  if (known.size >= MOST_REMEMBERED) known.clear();
  known.set(text, value);
}
