/** Stemmers as token filters. */
import { mapStem, mapText, type TokenFilter } from "../token-list.ts";
import type { Stem } from "./ending-rules.ts";

/** Words whose stems a filter caches, since texts repeat words. A full cache is cleared. */
const REMEMBERED_WORDS = 4096;

/** A function that caches its recent results. */
export function remembering(stem: Stem): Stem {
  const known = new Map<string, string>();
  return (word) => {
    const found = known.get(word);
    if (found !== undefined) return found;
    const made = stem(word);
    if (known.size >= REMEMBERED_WORDS) known.clear();
    known.set(word, made);
    return made;
  };
}

/** Stems every token that is not marked as a keyword. */
export function stemFilter(stem: Stem): TokenFilter {
  return mapStem(remembering(stem));
}

/** Changes every token, including keywords: normalizations. */
export function normalizationFilter(normalize: Stem): TokenFilter {
  return mapText(normalize);
}
