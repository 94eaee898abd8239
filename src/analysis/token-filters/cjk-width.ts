import type { TokenFilterKind } from "../component.ts";
import { normalizeWidth } from "../languages/normalizers/cjk-width.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";

export const cjkWidth: TokenFilterKind = {
  name: "cjk_width",
  summary: "Puts plain ASCII for its full-width form, and full-width Katakana for the half-width form.",
  normalizing: true,
  create: () => normalizationFilter(normalizeWidth),
};
