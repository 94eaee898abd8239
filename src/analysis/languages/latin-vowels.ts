/** Replaces accented letters by plain ones, as several stemmers do. */
import { unitMap } from "./ending-rules.ts";

/** Removes grave, acute, circumflex and diaeresis from vowels: Spanish and Italian stemmers. */
export const plainVowels = unitMap("àáâä>a èéêë>e ìíîï>i òóôö>o ùúûü>u");

/** Collapses repeated letters, of those that match `letters`. */
export function dropRepeated(word: string, letters: RegExp): string {
  let result = word.charAt(0);
  let last = result;
  for (let index = 1; index < word.length; index++) {
    const letter = word[index]!;
    if (letter === last && letters.test(letter)) continue;
    result += letter;
    last = letter;
  }
  return result.length === word.length ? word : result;
}
