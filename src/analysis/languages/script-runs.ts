/** Runs of one script, at which ICU's tokenizer splits texts before it finds words: Lucene's ScriptIterator. */

import { onFirstUse } from "../../core/on-first-use.ts";

const scripts = (
  "Latin Cyrillic Greek Arabic Hebrew Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan " +
  "Myanmar Georgian Hangul Ethiopic Cherokee Canadian_Aboriginal Khmer Mongolian Armenian Syriac Thaana Nko Samaritan Bopomofo Yi Gothic " +
  "Deseret Tagalog Hanunoo Buhid Tagbanwa Limbu Tai_Le New_Tai_Lue Buginese Tai_Tham Balinese Sundanese Batak Lepcha Ol_Chiki Vai Bamum " +
  "Syloti_Nagri Phags_Pa Saurashtra Kayah_Li Rejang Javanese Cham Tai_Viet Meetei_Mayek Lisu Runic Ogham Glagolitic Coptic Tifinagh Adlam Osage"
).split(" ");
const ofScript = onFirstUse(() =>
  scripts.map((script) => ({
    own: new RegExp(`\\p{Script=${script}}`, "u"),
    extended: new RegExp(`\\p{Script_Extensions=${script}}`, "u"),
  })),
);
/** Chinese and Japanese letters count as one script. */
const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const japaneseExtended = /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}]/u;
const anyScript = /[\p{Script=Common}\p{Script=Inherited}]/u;
const combining = /\p{M}/u;

/** Script numbers: 0 is compatible with any script, 1 is Chinese and Japanese, then the list; the last is any other. */
const ANY = 0;
const JAPANESE = 1;
const OTHER = scripts.length + 2;
const known = new Map<number, number>();

function scriptOf(codePoint: number): number {
  const found = known.get(codePoint);
  if (found !== undefined) return found;
  const character = String.fromCodePoint(codePoint);
  let script = OTHER;
  if (anyScript.test(character)) script = ANY;
  else if (japanese.test(character)) script = JAPANESE;
  else {
    const index = ofScript().findIndex(({ own }) => own.test(character));
    if (index >= 0) script = index + 2;
  }
  if (known.size > 50_000) known.clear();
  known.set(codePoint, script);
  return script;
}

function belongsTo(character: string, script: number): boolean {
  if (script === JAPANESE) return japaneseExtended.test(character);
  return script > JAPANESE && script < OTHER && ofScript()[script - 2]!.extended.test(character);
}

/** End of the run that begins at `from`. */
export function scriptRunEnd(text: string, from: number): number {
  let run = ANY;
  let index = from;
  while (index < text.length) {
    const codePoint = text.codePointAt(index)!;
    const length = codePoint > 0xffff ? 2 : 1;
    const script = scriptOf(codePoint);
    const character = text.slice(index, index + length);
    if (script !== run && run !== ANY && script !== ANY && !belongsTo(character, run) && !combining.test(character))
      break;
    if (run === ANY) run = script;
    index += length;
  }
  return index;
}
