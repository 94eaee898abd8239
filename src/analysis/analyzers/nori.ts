import type { AnalyzerKind } from "../component.ts";
import { koreanPartOfSpeechFilter, koreanReadingFilter } from "../languages/korean/korean-filters.ts";
import { koreanUserDictionary } from "../languages/korean/korean-user-dictionary.ts";
import { checkedKoreanTag, koreanStopTags } from "../languages/korean/parts-of-speech.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";
import { textAnalyzer } from "../text-analyzer.ts";
import { decompoundMode, koreanTokenizer } from "../tokenizers/nori-tokenizer.ts";
import { lowerText } from "../unicode/lower-case.ts";

/** Lucene's KoreanAnalyzer. */
export const nori: AnalyzerKind = {
  name: "nori",
  summary: "Words of Korean without particles and endings, in Hangul (needs the package kuromoji-ko).",
  create(name, parameters) {
    const tokenizer = koreanTokenizer({
      mode: decompoundMode(parameters),
      discardPunctuation: true,
      userDictionary: koreanUserDictionary(parameters),
    });
    const stopTags = parameters.words("stoptags")?.map(checkedKoreanTag) ?? koreanStopTags;
    const filters = [koreanPartOfSpeechFilter(stopTags), koreanReadingFilter, normalizationFilter(lowerText)];
    return textAnalyzer(name, (text) =>
      filters.reduce((list, filter) => filter.filter(list), tokenizer.tokenize(text)),
    );
  },
};
