import type { TokenFilterKind } from "../component.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { stemBrazilian } from "../languages/stemmers/brazilian.ts";

export const brazilianStem: TokenFilterKind = {
  name: "brazilian_stem",
  summary: "Stems Brazilian Portuguese.",
  create: () => stemFilter(stemBrazilian),
};
