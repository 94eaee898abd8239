/** What the filters of Korean do to tokens. */
import type { Token } from "../../analyzer.ts";
import { mapTokens, type TokenFilter } from "../../token-list.ts";

/** A token of the tokenizer for Korean. */
export interface KoreanToken extends Token {
  readonly korean: { readonly tag: string; readonly reading: string | undefined };
}

function koreanOf(token: Token): KoreanToken["korean"] | undefined {
  return "korean" in token ? (token as KoreanToken).korean : undefined;
}

/** Drops words of some parts of speech, leaving holes: Lucene's KoreanPartOfSpeechStopFilter. */
export function koreanPartOfSpeechFilter(tags: readonly string[]): TokenFilter {
  const dropped = new Set(tags);
  return mapTokens((token) => {
    const korean = koreanOf(token);
    return korean !== undefined && dropped.has(korean.tag) ? undefined : token;
  });
}

/** How Chinese characters are read, in Hangul, instead of them: Lucene's KoreanReadingFormFilter. */
export const koreanReadingFilter: TokenFilter = mapTokens((token) => {
  const reading = koreanOf(token)?.reading;
  return reading === undefined ? token : { ...token, text: reading };
});
