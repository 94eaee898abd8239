/** UTF-8 written from UTF-16 units without an intermediate string. */
import { lowerCodePoint } from "./lower-case.ts";

/**
 * Writes one code point at `offset`; returns the offset after it. A lone surrogate becomes U+FFFD, as in TextEncoder.
 */
export function writeCodePoint(bytes: Uint8Array, offset: number, codePoint: number): number {
  if (codePoint < 0x80) {
    bytes[offset] = codePoint;
    return offset + 1;
  }
  if (codePoint < 0x800) {
    bytes[offset] = 0xc0 | (codePoint >> 6);
    bytes[offset + 1] = 0x80 | (codePoint & 0x3f);
    return offset + 2;
  }
  if (codePoint < 0x10000) {
    const unit = codePoint >= 0xd800 && codePoint < 0xe000 ? 0xfffd : codePoint;
    bytes[offset] = 0xe0 | (unit >> 12);
    bytes[offset + 1] = 0x80 | ((unit >> 6) & 0x3f);
    bytes[offset + 2] = 0x80 | (unit & 0x3f);
    return offset + 3;
  }
  bytes[offset] = 0xf0 | (codePoint >> 18);
  bytes[offset + 1] = 0x80 | ((codePoint >> 12) & 0x3f);
  bytes[offset + 2] = 0x80 | ((codePoint >> 6) & 0x3f);
  bytes[offset + 3] = 0x80 | (codePoint & 0x3f);
  return offset + 4;
}

/** Writes `text[from..to)` in lower case; `bytes` needs room for 3 bytes per unit. Returns the number of bytes. */
export function writeLowerCase(bytes: Uint8Array, text: string, from: number, to: number): number {
  let offset = 0;
  for (let index = from; index < to; index++) {
    let codePoint = text.charCodeAt(index);
    if (codePoint >= 0xd800 && codePoint < 0xdc00 && index + 1 < to) {
      const low = text.charCodeAt(index + 1);
      if (low >= 0xdc00 && low < 0xe000) {
        codePoint = 0x10000 + ((codePoint - 0xd800) << 10) + (low - 0xdc00);
        index++;
      }
    }
    if (codePoint < 0x80) bytes[offset++] = codePoint >= 0x41 && codePoint <= 0x5a ? codePoint | 0x20 : codePoint;
    else offset = writeCodePoint(bytes, offset, lowerCodePoint(codePoint));
  }
  return offset;
}
