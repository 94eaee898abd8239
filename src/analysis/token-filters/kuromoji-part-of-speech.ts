import type { TokenFilterKind } from "../component.ts";
import { partOfSpeechFilter } from "../languages/japanese/japanese-filters.ts";

export const kuromojiPartOfSpeech: TokenFilterKind = {
  name: "kuromoji_part_of_speech",
  summary: "Drops Japanese words of some parts of speech.",
  create: (parameters) => partOfSpeechFilter(parameters.list("stoptags") ?? []),
};
