import type { TokenFilterKind } from "../component.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { stemPersian } from "../languages/stemmers/arabic.ts";

export const persianStem: TokenFilterKind = {
  name: "persian_stem",
  summary: "Stems Persian.",
  create: () => stemFilter(stemPersian),
};
