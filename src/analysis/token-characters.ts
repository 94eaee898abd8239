/** Character classes named in settings (`token_chars`, `tokenize_on_chars`), as defined by java.lang.Character. */
import { isJavaWhitespace, isLetter } from "./character-classes.ts";

const digit = /^\p{Nd}$/u;
const punctuation = /^\p{P}$/u;
const symbol = /^\p{S}$/u;

/** The classes by name. */
export const characterClasses: Readonly<Record<string, (codePoint: number) => boolean>> = {
  letter: isLetter,
  digit: (codePoint) => digit.test(String.fromCodePoint(codePoint)),
  whitespace: isJavaWhitespace,
  punctuation: (codePoint) => punctuation.test(String.fromCodePoint(codePoint)),
  symbol: (codePoint) => symbol.test(String.fromCodePoint(codePoint)),
};
