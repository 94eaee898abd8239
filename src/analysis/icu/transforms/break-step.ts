/**
 * Inserts a space between words, where letters or marks meet (ICU's BreakTransliterator); for Thai, which has no
 * spaces.
 */
import type { TransformStep } from "./transform.ts";

const letterOrMark = /^[\p{L}\p{M}]$/u;

let words: Intl.Segmenter | undefined;

export const breakStep: TransformStep = {
  apply(text) {
    words ??= new Intl.Segmenter("th", { granularity: "word" });
    const { start } = text;
    const from = text.slice(start, text.limit);
    let spaced = "";
    for (const { index, segment } of words.segment(from)) {
      const meets =
        start + index > 0 &&
        isLetterOrMark(text.codePointAt(start + index - 1)) &&
        isLetterOrMark(text.codePointAt(start + index));
      spaced += meets ? ` ${segment}` : segment;
    }
    if (spaced !== from) text.replaceRun(spaced);
  },
};

function isLetterOrMark(codePoint: number): boolean {
  return letterOrMark.test(String.fromCodePoint(codePoint));
}
