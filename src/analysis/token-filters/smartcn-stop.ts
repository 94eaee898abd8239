import type { TokenFilterKind } from "../component.ts";
import { chineseStopWords } from "../languages/stop-words/smartcn.ts";
import { stopFilterWithSet } from "./stop.ts";

export const smartcnStop: TokenFilterKind = {
  name: "smartcn_stop",
  summary: "Drops stop words; `_smartcn_` names the signs that the analyzer of Chinese drops.",
  create: (parameters) => stopFilterWithSet(parameters, "_smartcn_", chineseStopWords),
};
