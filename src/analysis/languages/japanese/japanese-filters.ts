/** What the filters of Japanese do to tokens. */
import type { Token } from "../../analyzer.ts";
import type { NumberWords } from "../number-words.ts";
import { mapText, mapTokens, type TokenFilter } from "../../token-list.ts";
import { romanize } from "./romanize.ts";
import { featuresOf } from "./japanese-token.ts";

/** Places among the features of an entry. */
const BASE_FORM = 7;
const READING = 8;

/** Inflected words in their base form: Lucene's JapaneseBaseFormFilter. */
export const baseFormFilter: TokenFilter = mapTokens((token) => {
  const base = token.keyword ? undefined : featuresOf(token)?.[BASE_FORM];
  return base === undefined || base === "*" || base === token.text ? token : { ...token, text: base };
});

/** Drops words of some parts of speech (`名詞-固有名詞`), leaving holes: Lucene's JapanesePartOfSpeechStopFilter. */
export function partOfSpeechFilter(tags: readonly string[]): TokenFilter {
  const dropped = new Set(tags);
  return mapTokens((token) => {
    const features = featuresOf(token);
    const tag = features?.slice(1, 5).filter((part) => part !== "*");
    return tag !== undefined && dropped.has(tag.join("-")) ? undefined : token;
  });
}

/** The reading of a word in Katakana; undefined: the dictionary does not know it. */
export function readingOf(token: Token): string | undefined {
  const reading = featuresOf(token)?.[READING];
  return reading === "*" ? undefined : reading;
}

/**
 * The reading in Katakana or in Latin letters instead of the word: Lucene's JapaneseReadingFormFilter. Unknown words in
 * Hiragana read as they are.
 */
export function readingFilter(inRomaji: boolean): TokenFilter {
  return mapTokens((token) => {
    const reading = readingOf(token) ?? token.text.replace(/[ぁ-ゖ]/g, asKatakana);
    const text = inRomaji ? romanize(reading) : reading;
    return text === token.text ? token : { ...token, text };
  });
}

function asKatakana(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) + 0x60);
}

/** Drops the long vowel at the end of Katakana words (`コンピューター`): Lucene's JapaneseKatakanaStemFilter. */
export function katakanaStemFilter(minimumLength: number): TokenFilter {
  return mapText((text) =>
    text.length >= minimumLength && /^[\u30a0-\u30ff]*ー$/.test(text) ? text.slice(0, -1) : text,
  );
}

const smallHiragana = "ぁぃぅぇぉっゃゅょゎゕゖ";
const largeHiragana = "あいうえおつやゆよわかけ";
const smallKatakana = "ァィゥェォヵㇰヶㇱㇲッㇳㇴㇵㇶㇷㇸㇹㇺャュョㇻㇼㇽㇾㇿヮ";
const largeKatakana = "アイウエオカクケシスツトヌハヒフヘホムヤユヨラリルレロワ";

/** Small Hiragana as large ones: Lucene's JapaneseHiraganaUppercaseFilter. */
export const hiraganaUppercaseFilter: TokenFilter = mapText((text) => replaceEach(text, smallHiragana, largeHiragana));

/**
 * Small Katakana as large ones: Lucene's JapaneseKatakanaUppercaseFilter. A small letter with a mark becomes one sign.
 */
export const katakanaUppercaseFilter: TokenFilter = mapText((text) =>
  replaceEach(text.replaceAll("ㇷ\u309a", "プ"), smallKatakana, largeKatakana),
);

function replaceEach(text: string, from: string, to: string): string {
  return Array.from(text, (letter) => (from.includes(letter) ? to.charAt(from.indexOf(letter)) : letter)).join("");
}

/** Numbers in Chinese signs. */
export const japaneseNumbers: NumberWords = {
  digits: new Map(Array.from("〇一二三四五六七八九", (sign, digit) => [sign, digit])),
  powers: new Map([
    ["十", 1],
    ["百", 2],
    ["千", 3],
    ["万", 4],
    ["億", 8],
    ["兆", 12],
    ["京", 16],
    ["垓", 20],
  ]),
};
