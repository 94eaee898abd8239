import type { TokenFilterKind } from "../component.ts";
import { katakanaUppercaseFilter } from "../languages/japanese/japanese-filters.ts";

export const katakanaUppercase: TokenFilterKind = {
  name: "katakana_uppercase",
  summary: "Puts large Katakana for small ones.",
  create: () => katakanaUppercaseFilter,
};
