import type { TokenFilterKind } from "../component.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { porter } from "../languages/stemmers/porter.ts";

export const porterStem: TokenFilterKind = {
  name: "porter_stem",
  summary: "Stems English by Porter's rules.",
  create: () => stemFilter(porter),
};
