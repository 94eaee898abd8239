/**
 * Trigrams: all sequences of three bytes of a value, as terms of an internal field. A pattern that requires a text can
 * only match values with all trigrams of that text. ASCII letters are lower-cased in trigrams, so that they serve
 * patterns in any case.
 */
import type { FieldWriter } from "../segment/segment-builder.ts";

export const TRIGRAM_BYTES = 3;

/** The internal field with the trigrams of field `path`; no user can use its name. */
export function trigramsName(path: string): string {
  return `${path}\0trigrams`;
}

/** Adds the trigrams of the first `length` bytes; lower-cases the bytes in place. */
export function addTrigrams(builder: FieldWriter, field: number, bytes: Uint8Array, length: number): void {
  toLowerCase(bytes, length);
  for (let at = 0; at + TRIGRAM_BYTES <= length; at++) builder.addTerm(field, bytes, at, at + TRIGRAM_BYTES, 0);
}

/** The distinct trigrams of a text. */
export function trigramsOf(text: string): Uint8Array[] {
  const bytes = Buffer.from(text, "utf8");
  toLowerCase(bytes, bytes.length);
  const found = new Map<number, Uint8Array>();
  for (let at = 0; at + TRIGRAM_BYTES <= bytes.length; at++)
    found.set(bytes.readUIntBE(at, TRIGRAM_BYTES), bytes.subarray(at, at + TRIGRAM_BYTES));
  return [...found.values()];
}

/** Lower-cases ASCII letters in place. */
function toLowerCase(bytes: Uint8Array, length: number): void {
  for (let at = 0; at < length; at++) {
    const byte = bytes[at]!;
    if (byte >= 0x41 && byte <= 0x5a) bytes[at] = byte | 0x20;
  }
}
