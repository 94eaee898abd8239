import type { TokenizerKind } from "../component.ts";
import { characterTokenizer, isLetter } from "../character-classes.ts";

/** Lucene's CharTokenizer.DEFAULT_MAX_WORD_LEN. */
export const MAX_WORD_LENGTH = 255;

/** Runs of letters. */
export const letter: TokenizerKind = {
  name: "letter",
  summary: "Divides text at everything that is not a letter.",
  create: () => characterTokenizer(isLetter, MAX_WORD_LENGTH),
};
