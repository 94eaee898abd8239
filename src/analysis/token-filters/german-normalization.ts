import type { TokenFilterKind } from "../component.ts";
import { normalizeGerman } from "../languages/normalizers/german.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";

export const germanNormalization: TokenFilterKind = {
  name: "german_normalization",
  summary: "Puts one spelling for several: German umlauts and `ß`.",
  normalizing: true,
  create: () => normalizationFilter(normalizeGerman),
};
