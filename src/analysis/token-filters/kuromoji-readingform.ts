import type { TokenFilterKind } from "../component.ts";
import { readingFilter } from "../languages/japanese/japanese-filters.ts";

export const kuromojiReadingform: TokenFilterKind = {
  name: "kuromoji_readingform",
  summary: "Puts the reading in Katakana, or in Latin letters, for Japanese words.",
  create: (parameters) => readingFilter(parameters.boolean("use_romaji", false)),
};
