import type { CharFilterKind } from "../component.ts";
import { repeatMarked } from "../languages/japanese/iteration-marks.ts";

export const kuromojiIterationMark: CharFilterKind = {
  name: "kuromoji_iteration_mark",
  summary: "Puts the repeated letters for Japanese iteration marks.",
  normalizing: true,
  create(parameters) {
    const options = {
      kanji: parameters.boolean("normalize_kanji", true),
      kana: parameters.boolean("normalize_kana", true),
    };
    return { filter: (text) => ({ text: repeatMarked(text, options), original: (offset) => offset }) };
  },
};
