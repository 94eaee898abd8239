import type { TokenFilterKind } from "../component.ts";
import { snowballStem } from "../languages/snowball-stems.ts";
import { stemFilter } from "../languages/stem-filter.ts";

export const russianStem: TokenFilterKind = {
  name: "russian_stem",
  summary: "Stems Russian by Snowball's rules.",
  create: () => stemFilter(snowballStem("Russian")),
};
