/** Sets of words, as the filters of lists of words use them (Lucene's CharArraySet). */
import { lowerText } from "./unicode/lower-case.ts";

/** A test for the words of a list. */
export function wordSet(words: readonly string[], ignoreCase: boolean): (text: string) => boolean {
  if (!ignoreCase) {
    const exact = new Set(words);
    return (text) => exact.has(text);
  }
  const lowered = new Set(words.map(lowerText));
  return (text) => lowered.has(lowerText(text));
}
