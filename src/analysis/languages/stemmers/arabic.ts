/**
 * Light stemmers for Arabic and Persian (light-10 of Larkey, 2001; its like for Persian): Lucene's ArabicStemmer and
 * PersianStemmer.
 */

const arabicPrefixes = ["ال", "وال", "بال", "كال", "فال", "لل", "و"];
const arabicSuffixes = ["ها", "ان", "ات", "ون", "ين", "يه", "ية", "ه", "ة", "ي"];
const persianSuffixes = ["ات", "ان", "ترين", "تر", "يي", "ي", "ها", "\u200c"];

/** One prefix, and then each suffix once, in order; at least two letters stay. */
export function stemArabic(word: string): string {
  const prefix = arabicPrefixes.find(
    (candidate) => word.startsWith(candidate) && word.length >= (candidate.length === 1 ? 4 : candidate.length + 2),
  );
  return withoutSuffixes(prefix === undefined ? word : word.slice(prefix.length), arabicSuffixes);
}

/** Each suffix once, in order; at least two letters stay. */
export function stemPersian(word: string): string {
  return withoutSuffixes(word, persianSuffixes);
}

function withoutSuffixes(word: string, suffixes: readonly string[]): string {
  let stem = word;
  for (const suffix of suffixes)
    if (stem.length >= suffix.length + 2 && stem.endsWith(suffix)) stem = stem.slice(0, -suffix.length);
  return stem;
}
