/** Lower case of languages that have rules of their own. */
import { lowerText } from "../unicode/lower-case.ts";
import { unitMap } from "./ending-rules.ts";

const plainGreek = unitMap("ς>σ ά>α έ>ε ή>η ίϊΐ>ι ύϋΰ>υ ό>ο ώ>ω");

/** Without accents, and with one form of sigma: Lucene's GreekLowerCaseFilter. */
export function lowerGreek(word: string): string {
  return plainGreek(lowerText(word));
}

/** A small `n` or `t` that Irish puts before a capital vowel gets a hyphen: Lucene's IrishLowerCaseFilter. */
export function lowerIrish(word: string): string {
  // By unit, not by character: capitals beyond the BMP stay, as in Lucene.
  return word.replace(/^([nt])([AEIOUÁÉÍÓÚ])/, "$1-$2").replace(/[^\ud800-\udfff]+/g, lowerText);
}

/** `I` is `ı`, and `İ` is `i`, also when its dot is a combining one: Lucene's TurkishLowerCaseFilter. */
export function lowerTurkish(word: string): string {
  return lowerText(
    word.replace(/I(\p{Mn}*)/gu, (_whole, marks: string) =>
      marks.includes("\u0307") ? `i${marks.replaceAll("\u0307", "")}` : `ı${marks}`,
    ),
  );
}
