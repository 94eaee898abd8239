import type { TokenFilterKind } from "../component.ts";
import { japaneseNumbers } from "../languages/japanese/japanese-filters.ts";
import { numberFilter } from "../languages/number-words.ts";

export const kuromojiNumber: TokenFilterKind = {
  name: "kuromoji_number",
  summary: "Writes Japanese numbers in digits.",
  create: () => numberFilter(japaneseNumbers),
};
