import type { TokenFilterKind } from "../component.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { caumannsGerman } from "../languages/stemmers/german.ts";

export const germanStem: TokenFilterKind = {
  name: "german_stem",
  summary: "Stems German by Caumanns' rules.",
  create: () => stemFilter(caumannsGerman),
};
