/** Sets of words for filters with word lists (Lucene's CharArraySet). */
import { lowerText } from "./unicode/lower-case.ts";

/** A membership test for the words of a list. */
export function wordSet(words: readonly string[], ignoreCase: boolean): (text: string) => boolean {
  if (!ignoreCase) {
    const exact = new Set(words);
    return (text) => exact.has(text);
  }
  const lowered = new Set(words.map(lowerText));
  return (text) => lowered.has(lowerText(text));
}
