import type { TokenFilterKind } from "../component.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { stemCzech } from "../languages/stemmers/czech.ts";

export const czechStem: TokenFilterKind = {
  name: "czech_stem",
  summary: "Stems Czech.",
  create: () => stemFilter(stemCzech),
};
