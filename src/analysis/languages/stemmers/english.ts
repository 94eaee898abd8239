/** Small stemmers for English. */

/** Plurals only: Harman's S-stemmer (1991), Lucene's EnglishMinimalStemmer. */
export function minimalEnglish(word: string): string {
  if (word.length < 3 || !word.endsWith("s")) return word;
  const before = word.charAt(word.length - 2);
  if (before === "u" || before === "s") return word;
  if (before !== "e") return word.slice(0, -1);
  const third = word.charAt(word.length - 3);
  const fourth = word.charAt(word.length - 4);
  if (third === "i" && word.length > 3 && fourth !== "a" && fourth !== "e") return `${word.slice(0, -3)}y`;
  return "iaoe".includes(third) ? word : word.slice(0, -1);
}

/** Takes `'s` off, with any of three apostrophes: Lucene's EnglishPossessiveFilter. */
export function possessiveEnglish(word: string): string {
  if (word.length < 2) return word;
  const last = word.charCodeAt(word.length - 1);
  if (last !== 0x73 && last !== 0x53) return word;
  const apostrophe = word.charCodeAt(word.length - 2);
  return apostrophe === 0x27 || apostrophe === 0x2019 || apostrophe === 0xff07 ? word.slice(0, -2) : word;
}
