import type { TokenFilterKind } from "../component.ts";
import { koreanNumbers } from "../languages/korean/korean-numbers.ts";
import { numberFilter } from "../languages/number-words.ts";

export const noriNumber: TokenFilterKind = {
  name: "nori_number",
  summary: "Writes Korean numbers in digits.",
  create: () => numberFilter(koreanNumbers),
};
