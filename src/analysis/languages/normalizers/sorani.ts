import { unitMap } from "../ending-rules.ts";

const letters = unitMap(
  "\u064a\u0649>\u06cc \u0643>\u06a9 \u0629>\u06d5 \u06be>\u0647 \u0692>\u0695 \u0640\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652>",
);
const format = /\p{Cf}/gu;

/** Spellings of Central Kurdish in Arabic letters: Lucene's SoraniNormalizer. */
export function normalizeSorani(word: string): string {
  // A heh before a joiner that forbids joining, and at the end, stands for the vowel.
  const withVowels = word
    .replace(/\u0647(?=\u200c)/g, "\u06d5")
    .replace(/\u0647$/, "\u06d5")
    .replace(/^\u0631/, "\u0695");
  return letters(withVowels).replace(format, "");
}
