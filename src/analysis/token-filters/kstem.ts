import type { TokenFilterKind } from "../component.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { kstem as kstemStem } from "../languages/stemmers/kstem.ts";

export const kstem: TokenFilterKind = {
  name: "kstem",
  summary: "Stems English by a dictionary, to words that exist.",
  create: () => stemFilter(kstemStem),
};
