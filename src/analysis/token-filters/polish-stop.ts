import type { TokenFilterKind } from "../component.ts";
import { stopWordList } from "../languages/stop-word-sets.ts";
import { polishStopWords } from "../languages/stop-words/polish.ts";
import { stopFilterWithSet } from "./stop.ts";

export const polishStop: TokenFilterKind = {
  name: "polish_stop",
  summary: "Drops stop words; `_polish_` names those of Polish.",
  create: (parameters) => stopFilterWithSet(parameters, "_polish_", stopWordList(polishStopWords)),
};
