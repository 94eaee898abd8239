/** Scripts of BMP characters, as in Java's UnicodeScript. */

const names = (
  "Latin Cyrillic Greek Arabic Hebrew Han Hiragana Katakana Hangul Bopomofo Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam " +
  "Sinhala Thai Lao Tibetan Myanmar Georgian Ethiopic Cherokee Canadian_Aboriginal Ogham Runic Khmer Mongolian Armenian Syriac Thaana Nko Samaritan " +
  "Mandaic Yi Lisu Vai Bamum Syloti_Nagri Phags_Pa Saurashtra Kayah_Li Rejang Javanese Cham Tai_Viet Meetei_Mayek Tagalog Hanunoo Buhid Tagbanwa " +
  "Limbu Tai_Le New_Tai_Lue Buginese Tai_Tham Balinese Sundanese Batak Lepcha Ol_Chiki Glagolitic Coptic Tifinagh Braille"
).split(" ");

/** Compatible with every script. */
export const COMMON_SCRIPT = 1;
/** Unassigned, a surrogate, or without a script. */
export const UNKNOWN_SCRIPT = 2;
const FIRST_SCRIPT = 3;

const common = /[\p{Script=Common}\p{Script=Inherited}]/u;
/** Cache; 0: not computed yet. */
const known = new Uint8Array(0x10000);
let patterns: readonly RegExp[] | undefined;

/** A number for the script of a UTF-16 unit, equal for units of one script. */
export function scriptOf(unit: number): number {
  const found = known[unit]!;
  if (found !== 0) return found;
  patterns ??= names.map((name) => new RegExp(`\\p{Script=${name}}`, "u"));
  const character = String.fromCharCode(unit);
  const index = patterns.findIndex((pattern) => pattern.test(character));
  let script = UNKNOWN_SCRIPT;
  if (index >= 0) script = FIRST_SCRIPT + index;
  else if (common.test(character)) script = COMMON_SCRIPT;
  known[unit] = script;
  return script;
}
