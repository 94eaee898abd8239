/** Letters with accents as the plain letters that several stemmers put for them. */
import { unitMap } from "./ending-rules.ts";

/** Vowels with grave, acute, circumflex and diaeresis without them: Spanish and Italian stemmers. */
export const plainVowels = unitMap("àáâä>a èéêë>e ìíîï>i òóôö>o ùúûü>u");

/** Leaves one of several equal letters that follow each other, of those that `letters` takes. */
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
