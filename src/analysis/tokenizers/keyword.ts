import { illegalArgument } from "../../compat/errors.ts";
import type { TokenizerKind } from "../component.ts";

/** The whole text as one token. */
export const keyword: TokenizerKind = {
  name: "keyword",
  summary: "Takes the whole text as one token.",

  create(parameters) {
    if (parameters.integer("buffer_size", 256) <= 0)
      throw illegalArgument("maxTokenLen must be greater than 0 and less than 1048576 passed: 0");
    return {
      readsWhole: true,
      tokenize(text) {
        const endOffset = text.length;
        return {
          tokens: [{ text, position: 0, startOffset: 0, endOffset, positionLength: 1, type: "word" }],
          nextPosition: 1,
          endOffset,
        };
      },
    };
  },
};
