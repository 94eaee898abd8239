import type { TokenizerKind } from "../component.ts";
import { characterTokenizer, isJavaWhitespace, maxRunLength } from "../character-classes.ts";

/** Words between white space. */
export const whitespace: TokenizerKind = {
  name: "whitespace",
  summary: "Divides text at white space.",
  create: (parameters) => characterTokenizer((codePoint) => !isJavaWhitespace(codePoint), maxRunLength(parameters)),
};
