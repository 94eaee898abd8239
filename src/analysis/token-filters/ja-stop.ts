import type { TokenFilterKind } from "../component.ts";
import { stopWordList, stopWordSet } from "../languages/stop-word-sets.ts";
import { japaneseStopWords } from "../languages/stop-words/japanese.ts";
import { stopFilter } from "./stop.ts";

export const jaStop: TokenFilterKind = {
  name: "ja_stop",
  summary: "Drops stop words; `_japanese_` names those of Japanese.",
  create(parameters) {
    const list = parameters.words("stopwords") ?? ["_japanese_"];
    const words = list.flatMap((word) => (word === "_japanese_" ? stopWordList(japaneseStopWords) : (stopWordSet(word) ?? [word])));
    return stopFilter(words, { ignoreCase: parameters.boolean("ignore_case", false) });
  },
};
