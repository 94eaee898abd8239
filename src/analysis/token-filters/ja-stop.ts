import type { TokenFilterKind } from "../component.ts";
import { stopWordList } from "../languages/stop-word-sets.ts";
import { japaneseStopWords } from "../languages/stop-words/japanese.ts";
import { stopFilterWithSet } from "./stop.ts";

export const jaStop: TokenFilterKind = {
  name: "ja_stop",
  summary: "Drops stop words; `_japanese_` names those of Japanese.",
  create: (parameters) => stopFilterWithSet(parameters, "_japanese_", stopWordList(japaneseStopWords)),
};
