import { illegalArgument } from "../../compat/errors.ts";
import type { TokenizerKind } from "../component.ts";
import type { ComponentParameters } from "../component-parameters.ts";
import { koreanDictionary } from "../languages/korean/korean-dictionary.ts";
import type { KoreanToken } from "../languages/korean/korean-filters.ts";
import { type DecompoundMode, type KoreanOptions, koreanWords } from "../languages/korean/korean-lattice.ts";
import { koreanUserDictionary } from "../languages/korean/korean-user-dictionary.ts";
import type { Tokenizer } from "../token-list.ts";

/** Lucene's KoreanTokenizer. The dictionary is loaded for the first text. */
export function koreanTokenizer(options: KoreanOptions): Tokenizer {
  return {
    tokenize(text) {
      const tokens: KoreanToken[] = [];
      let position = -1;
      for (const { text: word, start, end, stacked, positionLength, tag, reading } of koreanWords(
        text,
        koreanDictionary(),
        options,
      )) {
        if (!stacked) position++;
        tokens.push({
          text: word,
          position,
          startOffset: start,
          endOffset: end,
          positionLength,
          type: "word",
          korean: { tag, reading },
        });
      }
      return { tokens, nextPosition: position + 1, endOffset: text.length };
    },
  };
}

/** Reads `decompound_mode`. */
export function decompoundMode(parameters: ComponentParameters): DecompoundMode {
  const mode = (parameters.string("decompound_mode") ?? "discard").toLowerCase();
  if (mode === "none" || mode === "discard" || mode === "mixed") return mode;
  throw illegalArgument(
    `No enum constant org.apache.lucene.analysis.ko.KoreanTokenizer.DecompoundMode.${mode.toUpperCase()}`,
  );
}

export const noriTokenizer: TokenizerKind = {
  name: "nori_tokenizer",
  summary: "Words of Korean by a dictionary, compounds in their parts (needs the package kuromoji-ko).",
  create: (parameters) =>
    koreanTokenizer({
      mode: decompoundMode(parameters),
      discardPunctuation: parameters.boolean("discard_punctuation", true),
      userDictionary: koreanUserDictionary(parameters),
    }),
};
