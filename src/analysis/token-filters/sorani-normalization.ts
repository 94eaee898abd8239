import type { TokenFilterKind } from "../component.ts";
import { normalizeSorani } from "../languages/normalizers/sorani.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";

export const soraniNormalization: TokenFilterKind = {
  name: "sorani_normalization",
  summary: "Puts one spelling for several: letters of Central Kurdish.",
  normalizing: true,
  create: () => normalizationFilter(normalizeSorani),
};
