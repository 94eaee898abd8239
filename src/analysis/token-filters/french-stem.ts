import type { TokenFilterKind } from "../component.ts";
import { snowballStem } from "../languages/snowball-stems.ts";
import { stemFilter } from "../languages/stem-filter.ts";

export const frenchStem: TokenFilterKind = {
  name: "french_stem",
  summary: "Stems French by Snowball's rules.",
  create: () => stemFilter(snowballStem("French")),
};
