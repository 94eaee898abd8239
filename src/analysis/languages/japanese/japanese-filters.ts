/** What the filters of Japanese do to tokens. */
import { mapText, mapTokens, type TokenFilter } from "../../token-list.ts";
import { featuresOf } from "../../tokenizers/kuromoji-tokenizer.ts";

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

/** The reading in Katakana instead of the word: Lucene's JapaneseReadingFormFilter. Unknown words in Hiragana read as they are. */
export const readingFilter: TokenFilter = mapTokens((token) => {
  const known = featuresOf(token)?.[READING];
  const reading = known === undefined || known === "*" ? token.text.replace(/[ぁ-ゖ]/g, asKatakana) : known;
  return reading === token.text ? token : { ...token, text: reading };
});

function asKatakana(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) + 0x60);
}

/** Drops the long vowel at the end of Katakana words (`コンピューター`): Lucene's JapaneseKatakanaStemFilter. */
export function katakanaStemFilter(minimumLength: number): TokenFilter {
  return mapText((text) => (text.length >= minimumLength && /^[\u30a0-\u30ff]*ー$/.test(text) ? text.slice(0, -1) : text));
}
