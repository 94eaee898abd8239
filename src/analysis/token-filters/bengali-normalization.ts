import type { TokenFilterKind } from "../component.ts";
import { normalizeBengali } from "../languages/normalizers/bengali.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";

export const bengaliNormalization: TokenFilterKind = {
  name: "bengali_normalization",
  summary: "Puts one spelling for several: Bengali signs.",
  normalizing: true,
  create: () => normalizationFilter(normalizeBengali),
};
