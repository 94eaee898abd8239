import type { TokenFilterKind } from "../component.ts";
import { normalizeHindi } from "../languages/normalizers/hindi.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";

export const hindiNormalization: TokenFilterKind = {
  name: "hindi_normalization",
  summary: "Puts one spelling for several: Hindi signs.",
  normalizing: true,
  create: () => normalizationFilter(normalizeHindi),
};
