import type { TokenFilterKind } from "../component.ts";
import { normalizeArabic } from "../languages/normalizers/arabic.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";

export const arabicNormalization: TokenFilterKind = {
  name: "arabic_normalization",
  summary: "Puts one spelling for several: Arabic letters.",
  normalizing: true,
  create: () => normalizationFilter(normalizeArabic),
};
