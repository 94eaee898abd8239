import { illegalArgument } from "../../core/errors.ts";
import type { TokenFilterKind } from "../component.ts";
import { readingFilter } from "../languages/japanese/japanese-filters.ts";

export const kuromojiReadingform: TokenFilterKind = {
  name: "kuromoji_readingform",
  summary: "Puts the reading in Katakana for Japanese words.",
  create(parameters) {
    if (parameters.boolean("use_romaji", false)) throw illegalArgument("[use_romaji] of kuromoji_readingform is not available");
    return readingFilter;
  },
};
