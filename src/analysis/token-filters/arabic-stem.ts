import type { TokenFilterKind } from "../component.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { stemArabic } from "../languages/stemmers/arabic.ts";

export const arabicStem: TokenFilterKind = {
  name: "arabic_stem",
  summary: "Stems Arabic.",
  create: () => stemFilter(stemArabic),
};
