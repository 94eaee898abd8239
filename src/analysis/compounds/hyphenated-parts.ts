import type { CompoundOptions } from "./compound-filter.ts";
import type { HyphenationPatterns } from "./hyphenation-patterns.ts";

/** Options that select among the matching parts. */
export interface HyphenatedOptions extends CompoundOptions {
  readonly noSubMatches: boolean;
  readonly noOverlappingMatches: boolean;
}

/** The dictionary words between hyphenation points (Lucene's HyphenationCompoundWordTokenFilter). */
export function hyphenatedParts(text: string, patterns: HyphenationPatterns, options: HyphenatedOptions): string[] {
  const { isWord, minSubwordSize, noSubMatches, noOverlappingMatches, onlyLongestMatch } = options;
  const all = !onlyLongestMatch && !noSubMatches && !noOverlappingMatches;
  if (!all && (isWord(text) || (text.length > 1 && isWord(text.slice(0, -1))))) return [];
  const points = patterns.points(text);
  const maxSubwordSize = Math.min(options.maxSubwordSize, text.length - 1);
  const parts: string[] = [];
  let consumed = -1;
  for (let from = 0; from < points.length; from++) {
    if (noOverlappingMatches) from = Math.max(from, consumed);
    if (from >= points.length) break;
    const start = points[from]!;
    const until = noSubMatches ? Math.max(consumed, from) : from;
    for (let to = points.length - 1; to > until; to--) {
      const length = points[to]! - start;
      if (length > maxSubwordSize) continue;
      if (length < minSubwordSize) break;
      // A linking letter between the parts of a compound (`Staat-s-amt`) may end its part.
      const part = [length, length - 1].map((size) => text.slice(start, start + size)).find(isWord);
      if (part === undefined) continue;
      parts.push(part);
      consumed = to;
      if (!all) break;
    }
  }
  return parts;
}
