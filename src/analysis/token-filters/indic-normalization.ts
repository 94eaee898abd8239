import type { TokenFilterKind } from "../component.ts";
import { normalizeIndic } from "../languages/normalizers/indic.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";

export const indicNormalization: TokenFilterKind = {
  name: "indic_normalization",
  summary: "Puts one spelling for several: signs in the scripts of India.",
  normalizing: true,
  create: () => normalizationFilter(normalizeIndic),
};
