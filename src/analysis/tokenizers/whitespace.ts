import type { TokenizerKind } from "../component.ts";
import { characterTokenizer, isJavaWhitespace } from "./character-classes.ts";
import { maxTokenLength } from "./standard.ts";

/** Words between white space. */
export const whitespace: TokenizerKind = {
  name: "whitespace",
  summary: "Divides text at white space.",
  create: (parameters) => characterTokenizer((codePoint) => !isJavaWhitespace(codePoint), maxTokenLength(parameters)),
};
