/**
 * Bytes as Lucene reads them as UTF-8, valid or not: it looks at the first byte of a character alone, and takes what
 * follows for its continuation.
 */

/**
 * Undefined where the last character is cut off; `zeros`: what follows the end is then taken to be zero, as it is in
 * Lucene's buffers of a greater size.
 */
export function javaUtf8(bytes: Uint8Array, zeros: boolean): string | undefined {
  let text = "";
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at]!;
    const more = first < 0xc0 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    if (at + more >= bytes.length && !zeros) return undefined;
    let code = more === 0 ? first : first & (0x3f >>> more);
    for (let step = 1; step <= more; step++) code = (code << 6) | ((bytes[at + step] ?? 0) & 0x3f);
    text += code <= 0xffff ? String.fromCharCode(code) : surrogates(code - 0x10000);
    at += more + 1;
  }
  return text;
}

/** A pair for what is behind the first plane; what no character has overflows as a `char` of Java does. */
function surrogates(beyond: number): string {
  return String.fromCharCode(((beyond >> 10) + 0xd800) & 0xffff, (beyond & 0x3ff) + 0xdc00);
}
