import type { TokenizerKind } from "../component.ts";
import { lowerText } from "../unicode/lower-case.ts";
import { characterTokenizer, isLetter } from "../character-classes.ts";
import { MAX_WORD_LENGTH } from "./letter.ts";

/** Runs of letters in lower case. */
export const lowercase: TokenizerKind = {
  name: "lowercase",
  summary: "Divides text at everything that is not a letter, and lowers it.",
  create: () => characterTokenizer(isLetter, MAX_WORD_LENGTH, lowerText),
};
