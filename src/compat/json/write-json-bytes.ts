/** Writes JSON as bytes: what is there as bytes already is copied, without being a text in between. */
import { ownOf } from "../../core/names.ts";
import { JsonBytes, JsonText } from "./json-text.ts";
import { quotedName, writeJson } from "./write-json.ts";

const FIRST_BYTES = 4096;
/** UTF-8 bytes of a code unit at most. */
const WIDEST = 3;

/** As `writeJson`, in UTF-8. */
export function writeJsonBytes(value: unknown): Uint8Array {
  const writer = new BytesWriter();
  writer.add(value);
  return writer.end();
}

class BytesWriter {
  #buffer: Buffer | undefined;
  #at = 0;
  /** What is written behind the bytes. */
  #text = "";

  add(value: unknown): void {
    if (value instanceof JsonBytes) this.#copy(value.bytes);
    else if (Array.isArray(value)) this.#addList(value);
    else if (typeof value === "object" && value !== null && !(value instanceof JsonText)) this.#addObject(value);
    else this.#text += writeJson(value);
  }

  end(): Uint8Array {
    if (!this.#buffer) return Buffer.from(this.#text);
    this.#flush(0);
    return this.#buffer.subarray(0, this.#at);
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

  #copy(bytes: Uint8Array): void {
    const buffer = this.#flush(bytes.length);
    buffer.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** Writes the text, and leaves room for bytes behind it. */
  #flush(room: number): Buffer {
    const text = this.#text;
    this.#text = "";
    const wanted = this.#at + text.length * WIDEST + room;
    let buffer = this.#buffer;
    if (!buffer || buffer.length < wanted) {
      const larger = Buffer.allocUnsafe(Math.max(FIRST_BYTES, wanted * 2));
      if (buffer) larger.set(buffer.subarray(0, this.#at));
      this.#buffer = buffer = larger;
    }
    this.#at += buffer.write(text, this.#at, "utf8");
    return buffer;
  }
}
