import type { TokenFilterKind } from "../component.ts";
import { normalizePersian } from "../languages/normalizers/arabic.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";

export const persianNormalization: TokenFilterKind = {
  name: "persian_normalization",
  summary: "Puts one spelling for several: Persian letters.",
  normalizing: true,
  create: () => normalizationFilter(normalizePersian),
};
