import type { TokenFilterKind } from "../component.ts";
import { snowballStem } from "../languages/snowball-stems.ts";
import { stemFilter } from "../languages/stem-filter.ts";

export const dutchStem: TokenFilterKind = {
  name: "dutch_stem",
  summary: "Stems Dutch by Snowball's rules.",
  create: () => stemFilter(snowballStem("Dutch")),
};
