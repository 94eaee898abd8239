import type { TokenFilterKind } from "../component.ts";
import { koreanPartOfSpeechFilter } from "../languages/korean/korean-filters.ts";
import { checkedKoreanTag, koreanStopTags } from "../languages/korean/parts-of-speech.ts";

export const noriPartOfSpeech: TokenFilterKind = {
  name: "nori_part_of_speech",
  summary: "Drops Korean words of some parts of speech.",
  create: (parameters) =>
    koreanPartOfSpeechFilter(parameters.words("stoptags")?.map(checkedKoreanTag) ?? koreanStopTags),
};
