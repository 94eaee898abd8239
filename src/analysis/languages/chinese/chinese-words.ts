/** Segments Chinese text into words like Lucene's HMMChineseTokenizer, but with another dictionary. */
import type { Token } from "../../analyzer.ts";
import type { ChineseDictionary } from "./chinese-dictionary.ts";

/**
 * A run of one kind: Chinese letters with spaces between and after them, Latin words and numbers, or a single
 * character.
 */
const part =
  /[\u4e00-\u9fa5][\u4e00-\u9fa5 \t\r\n\u3000]*|[A-Za-zＡ-Ｚａ-ｚ]+|[0-9０-９]+|[\ud800-\udbff][\udc00-\udfff]|[^ \t\r\n\u3000]/g;

const blanks = /[ \t\r\n\u3000]+/g;
const latin = /^[A-Za-z0-9Ａ-Ｚａ-ｚ０-９]/;
const fullWidth = /[Ａ-Ｚａ-ｚ０-９]/g;
const HAN_FIRST = 0x4e00;
const HAN_LAST = 0x9fa5;
const FULL_WIDTH_SHIFT = 0xfee0;

/** Punctuation and symbols, which all become a comma. */
const sign = /^[\u0021-\u00bb\u2010-\u2642\u3001-\u301e\ufe30-\uff63]$/;

/** The words of a text, in order. */
export function chineseWords(text: string, dictionary: () => ChineseDictionary): Token[] {
  const tokens: Token[] = [];
  const add = (word: string, startOffset: number, endOffset: number): void => {
    tokens.push({ text: word, position: tokens.length, startOffset, endOffset, positionLength: 1, type: "word" });
  };
  for (const { 0: found, index } of text.matchAll(part)) {
    const first = found.charCodeAt(0);
    if (first >= HAN_FIRST && first <= HAN_LAST) addHan(found, index, dictionary(), add);
    else if (latin.test(found)) add(plainLatin(found), index, index + found.length);
    else add(sign.test(found) ? "," : found, index, index + found.length);
  }
  return tokens;
}

/** Full-width letters and digits become half-width, capitals lower case. */
function plainLatin(word: string): string {
  return word
    .replace(fullWidth, (letter) => String.fromCharCode(letter.charCodeAt(0) - FULL_WIDTH_SHIFT))
    .toLowerCase();
}

/** Adds the words of a run of Chinese letters; spaces neither separate words nor belong to them. */
function addHan(
  row: string,
  start: number,
  dictionary: ChineseDictionary,
  add: (word: string, startOffset: number, endOffset: number) => void,
): void {
  const letters = row.replace(blanks, "");
  const hasBlanks = letters.length < row.length;
  let from = 0;
  let at = 0;
  for (const to of dictionary.ends(letters)) {
    if (hasBlanks) at = behindBlanks(row, at);
    const begin = at;
    if (!hasBlanks) at = to;
    else for (let letter = from; letter < to; letter++) at = behindBlanks(row, at) + 1;
    add(letters.slice(from, to), start + begin, start + at);
    from = to;
  }
}

function behindBlanks(row: string, from: number): number {
  let at = from;
  // All spaces have lower codes than Chinese letters.
  while (at < row.length && row.charCodeAt(at) < HAN_FIRST) at++;
  return at;
}
