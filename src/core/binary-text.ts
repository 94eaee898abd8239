/**
 * Bytes as text with the same sort order: 15 bits per character, then one character that says how the last is filled
 * (Lucene's IndexableBinaryStringTools).
 */

const BITS = 15;

/** Encodes bytes as text. Bits after the last whole byte are 0. */
export function binaryText(bytes: Uint8Array): string {
  const count = Math.ceil((8 * bytes.length) / BITS);
  if (count === 0) return "";
  const units = new Uint16Array(count + 1);
  for (let index = 0; index < count; index++) units[index] = bitsAt(bytes, index * BITS);
  const rest = (8 * bytes.length) % BITS;
  // Whether the last character, when not full, contains a whole byte.
  units[count] = rest === 0 || rest >= 8 ? 1 : 0;
  return Buffer.from(units.buffer).toString("utf16le");
}

/** Decodes a text made by `binaryText`. Other texts decode to meaningless bytes. */
export function bytesOfText(text: string): Uint8Array {
  const count = text.length - 1;
  if (count <= 0) return new Uint8Array(0);
  const length = Math.max(0, Math.floor(((count - 1) * BITS + 7) / 8) + Math.min(1, text.charCodeAt(count)));
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index++) {
    const bit = 8 * index;
    const unit = Math.floor(bit / BITS);
    // The byte spans at most two characters.
    const two = (text.charCodeAt(unit) << BITS) | (unit + 1 < count ? text.charCodeAt(unit + 1) & 0x7fff : 0);
    bytes[index] = two >> (2 * BITS - 8 - (bit - unit * BITS));
  }
  return bytes;
}

/** 15 bits starting at a bit; bits beyond the end are 0. */
function bitsAt(bytes: Uint8Array, bit: number): number {
  const first = bit >> 3;
  const three = (bytes[first]! << 16) | ((bytes[first + 1] ?? 0) << 8) | (bytes[first + 2] ?? 0);
  return (three >> (24 - BITS - (bit & 7))) & 0x7fff;
}
