/** Writes JSON as bytes of UTF-8, piece by piece; what is there as bytes already is copied. */
import type { AnswerPages } from "../../core/answer-pages.ts";
import { ownOf } from "../../core/names.ts";
import { JsonBytes, JsonText } from "./json-text.ts";
import { quotedName, writeJson } from "./write-json.ts";

const FIRST_BYTES = 4096;
/** UTF-8 bytes of a code unit at most. */
const WIDEST = 3;
/** Room in front of a list that is written to a page, and behind it, for what stands around it in an answer. */
const ROOM_BYTES = 4096;

/** A list of an answer, written to a page with room for what stands around it. */
export class PageJson extends JsonBytes {}

export class JsonWriter {
  #buffer: Buffer | undefined;
  #pages: AnswerPages | undefined;
  #start = 0;
  #at = 0;
  /** What is written behind the bytes. */
  #text = "";
  /** In front of the next member. */
  #separator = "";

  /** A writer of a `PageJson`. */
  static onPage(pages: AnswerPages): JsonWriter {
    const writer = new JsonWriter();
    writer.#pages = pages;
    writer.#buffer = pages.take();
    writer.#start = writer.#at = ROOM_BYTES;
    return writer;
  }

  /** Adds text as it is. */
  text(text: string): void {
    this.#text += text;
  }

  beginObject(): void {
    this.#text += "{";
    this.#separator = "";
  }

  /** Adds the name of a member of the object that was begun, quoted and with a colon; its value comes next. */
  member(name: string): void {
    this.#text += this.#separator + name;
    this.#separator = ",";
  }

  endObject(): void {
    this.#text += "}";
  }

  /** Adds a value as `writeJson` does. */
  add(value: unknown): void {
    if (value instanceof JsonBytes) {
      if (!(value instanceof PageJson) || !this.#goOnIn(value)) this.bytes(value.bytes);
    } else if (Array.isArray(value)) this.#addList(value);
    else if (typeof value === "object" && value !== null && !(value instanceof JsonText)) this.#addObject(value);
    else this.#text += writeJson(value);
  }

  /** Adds bytes as they are. */
  bytes(bytes: Uint8Array): void {
    const buffer = this.#flush(bytes.length);
    buffer.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  end(): Uint8Array {
    if (!this.#buffer) return Buffer.from(this.#text);
    this.#flush(0);
    return this.#buffer.subarray(this.#start, this.#at);
  }

  endPage(): PageJson {
    this.#flush(ROOM_BYTES);
    return new PageJson(this.end());
  }

  /** Writes the rest around what stands in a page; false: it does not fit, or there is something else already. */
  #goOnIn({ bytes }: PageJson): boolean {
    const head = Buffer.byteLength(this.#text);
    if (this.#buffer || head > ROOM_BYTES) return false;
    const { buffer, byteOffset, length } = bytes;
    const page = Buffer.from(buffer, byteOffset - ROOM_BYTES);
    this.#start = ROOM_BYTES - head;
    page.write(this.#text, this.#start, "utf8");
    this.#text = "";
    this.#buffer = page;
    this.#at = ROOM_BYTES + length;
    return true;
  }

  #addList(list: readonly unknown[]): void {
    this.#text += "[";
    for (let i = 0; i < list.length; i++) {
      if (i > 0) this.#text += ",";
      this.add(list[i]);
    }
    this.#text += "]";
  }

  #addObject(object: object): void {
    let separator = "{";
    // Responses are plain objects without inherited enumerable members.
    for (const key in object) {
      const member = ownOf(object as Record<string, unknown>, key);
      if (member === undefined) continue;
      this.#text += `${separator}${quotedName(key)}:`;
      separator = ",";
      this.add(member);
    }
    this.#text += separator === "{" ? "{}" : "}";
  }

  /** Writes the text, and leaves room for bytes behind it. */
  #flush(room: number): Buffer {
    const text = this.#text;
    this.#text = "";
    const wanted = this.#at + text.length * WIDEST + room;
    let buffer = this.#buffer;
    if (!buffer || buffer.length < wanted) this.#buffer = buffer = this.#larger(wanted * 2);
    this.#at += buffer.write(text, this.#at, "utf8");
    return buffer;
  }

  #larger(bytes: number): Buffer {
    const buffer = this.#buffer;
    if (buffer && this.#pages) return this.#pages.larger(buffer, this.#at, bytes);
    const larger = Buffer.allocUnsafe(Math.max(FIRST_BYTES, bytes));
    if (buffer) larger.set(buffer.subarray(0, this.#at));
    return larger;
  }
}
