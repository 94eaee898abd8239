/** Lower case of languages with special rules. */
import { lowerText } from "../unicode/lower-case.ts";
import { unitMap } from "./ending-rules.ts";

const plainGreek = unitMap("ς>σ ά>α έ>ε ή>η ίϊΐ>ι ύϋΰ>υ ό>ο ώ>ω");

/** Lucene's GreekLowerCaseFilter: without accents, and with one form of sigma. */
export function lowerGreek(word: string): string {
  return plainGreek(lowerText(word));
}

/** Lucene's IrishLowerCaseFilter: an `n` or `t` before a capital vowel gets a hyphen. */
export function lowerIrish(word: string): string {
  // By unit, not by character: capitals beyond the BMP are unchanged, as in Lucene.
  return word.replace(/^([nt])([AEIOUÁÉÍÓÚ])/, "$1-$2").replace(/[^\ud800-\udfff]+/g, lowerText);
}

/** Lucene's TurkishLowerCaseFilter: `I` becomes `ı`, and `İ` becomes `i`, also when its dot is a combining one. */
export function lowerTurkish(word: string): string {
  return lowerText(
    word.replace(/I(\p{Mn}*)/gu, (_whole, marks: string) =>
      marks.includes("\u0307") ? `i${marks.replaceAll("\u0307", "")}` : `ı${marks}`,
    ),
  );
}
