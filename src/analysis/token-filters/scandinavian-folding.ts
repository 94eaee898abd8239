import type { TokenFilterKind } from "../component.ts";
import { foldScandinavian } from "../languages/normalizers/scandinavian.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";

export const scandinavianFolding: TokenFilterKind = {
  name: "scandinavian_folding",
  summary: "Puts `a` and `o` for the Scandinavian letters and their spellings.",
  normalizing: true,
  create: () => normalizationFilter(foldScandinavian),
};
