import type { TokenFilterKind } from "../component.ts";
import { normalizeScandinavian } from "../languages/normalizers/scandinavian.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";

export const scandinavianNormalization: TokenFilterKind = {
  name: "scandinavian_normalization",
  summary: "Puts `å`, `æ`, `ø` for their spellings in Scandinavian languages.",
  normalizing: true,
  create: () => normalizationFilter(normalizeScandinavian),
};
