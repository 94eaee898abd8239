import type { TokenFilterKind } from "../component.ts";
import { hiraganaUppercaseFilter } from "../languages/japanese/japanese-filters.ts";

export const hiraganaUppercase: TokenFilterKind = {
  name: "hiragana_uppercase",
  summary: "Puts large Hiragana for small ones.",
  create: () => hiraganaUppercaseFilter,
};
