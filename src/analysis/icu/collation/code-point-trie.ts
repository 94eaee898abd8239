/** A map from code points to 32-bit words in ICU's format (UTrie2 with 32-bit values). */
import { damagedData } from "../damaged-data.ts";

/** "Tri2" as little-endian word. */
const SIGNATURE = 0x54726932;

/** Bytes before the index. */
const HEADER_BYTES = 16;

/** The index block for lead surrogates as code points; it follows the blocks for code points below 0x10000. */
const LEAD_SURROGATES = 0x10000 >> 5;

/** Start of the first-stage index, minus the omitted entries for code points below 0x10000. */
const FIRST_STAGE = 0x840 - (0x10000 >> 11);

/** A read-only trie of 32-bit words by code point. */
export class CodePointTrie {
  /** Number of bytes read. */
  readonly byteLength: number;
  readonly #index: Uint16Array;
  readonly #data: Int32Array;
  readonly #highStart: number;

  /** Reads a trie from the start of `bytes`; `name` is for errors. */
  constructor(name: string, bytes: Uint8Array) {
    if (bytes.length < HEADER_BYTES) throw damagedData(name, "it ends within a trie");
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    if (view.getUint32(0, true) !== SIGNATURE || (view.getUint16(4, true) & 0xf) !== 1)
      throw damagedData(name, "there is no trie of words");
    const indexLength = view.getUint16(6, true);
    const dataLength = view.getUint16(8, true) << 2;
    this.#highStart = view.getUint16(14, true) << 11;
    const dataStart = HEADER_BYTES + 2 * indexLength;
    this.byteLength = dataStart + 4 * dataLength;
    if (this.byteLength > bytes.length) throw damagedData(name, "it ends within a trie");
    this.#index = new Uint16Array(bytes.slice(HEADER_BYTES, dataStart).buffer);
    this.#data = new Int32Array(bytes.slice(dataStart, this.byteLength).buffer);
  }

  /** The word of a code point. */
  get(codePoint: number): number {
    return this.#data[this.#place(codePoint)]!;
  }

  #place(codePoint: number): number {
    const index = this.#index;
    if (codePoint < 0xd800 || (codePoint > 0xdbff && codePoint <= 0xffff))
      return (index[codePoint >> 5]! << 2) + (codePoint & 0x1f);
    if (codePoint <= 0xffff) return (index[LEAD_SURROGATES + ((codePoint - 0xd800) >> 5)]! << 2) + (codePoint & 0x1f);
    // Everything beyond the last range shares the last words.
    if (codePoint >= this.#highStart) return this.#data.length - 4;
    const second = index[FIRST_STAGE + (codePoint >> 11)]! + ((codePoint >> 5) & 0x3f);
    return (index[second]! << 2) + (codePoint & 0x1f);
  }
}
