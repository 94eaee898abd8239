/**
 * Lower case by code point, like Java's Character.toLowerCase(int), which Lucene's LowerCaseFilter uses: context-free,
 * one to one.
 */

/** Cache of the lower case of BMP code units, plus 1; 0: not computed yet. */
const known = new Uint16Array(0x10000);

/** Lower case of a code point. `İ` becomes `i`, `Σ` always `σ`. */
export function lowerCodePoint(codePoint: number): number {
  if (codePoint > 0xffff) return String.fromCodePoint(codePoint).toLowerCase().codePointAt(0)!;
  const found = known[codePoint]!;
  if (found !== 0) return found - 1;
  if (codePoint === 0xffff || (codePoint >= 0xd800 && codePoint < 0xe000)) return codePoint;
  // The first unit: only U+0130 has a longer lower case in JavaScript, and Java drops its combining dot.
  const lower = String.fromCharCode(codePoint).toLowerCase().charCodeAt(0);
  known[codePoint] = lower + 1;
  return lower;
}

/** Lower case of a text, code point by code point. */
export function lowerText(text: string): string {
  let plain = true;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) {
      plain = false;
      break;
    }
  }
  if (plain) return text.toLowerCase();
  let lowered = "";
  for (const character of text) lowered += String.fromCodePoint(lowerCodePoint(character.codePointAt(0)!));
  return lowered;
}
