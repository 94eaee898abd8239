import type { TokenFilterKind } from "../component.ts";
import { stempelFilter } from "../languages/polish/stempel.ts";

export const polishStem: TokenFilterKind = {
  name: "polish_stem",
  summary: "Stems Polish by Stempel's table from the folder of the configuration.",
  create: stempelFilter,
};
