import { illegalArgument } from "../../compat/errors.ts";
import type { TokenFilterKind } from "../component.ts";
import { katakanaStemFilter } from "../languages/japanese/japanese-filters.ts";

export const kuromojiStemmer: TokenFilterKind = {
  name: "kuromoji_stemmer",
  summary: "Drops the long vowel at the end of Katakana words.",
  create(parameters) {
    const minimumLength = parameters.integer("minimum_length", 4);
    if (minimumLength < 1) throw illegalArgument("Illegal minimumLength must be greater than zero");
    // The minimum length includes the mark that is dropped.
    return katakanaStemFilter(minimumLength);
  },
};
