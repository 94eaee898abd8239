import type { TokenFilterKind } from "../component.ts";
import { normalizeSerbian } from "../languages/normalizers/serbian.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";

export const serbianNormalization: TokenFilterKind = {
  name: "serbian_normalization",
  summary: "Puts one spelling for several: Serbian in Cyrillic and Latin letters.",
  normalizing: true,
  create: () => normalizationFilter(normalizeSerbian),
};
