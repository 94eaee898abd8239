import type { TokenFilterKind } from "../component.ts";
import { koreanReadingFilter } from "../languages/korean/korean-filters.ts";

export const noriReadingform: TokenFilterKind = {
  name: "nori_readingform",
  summary: "Puts the reading in Hangul for Korean words in Chinese characters.",
  create: () => koreanReadingFilter,
};
