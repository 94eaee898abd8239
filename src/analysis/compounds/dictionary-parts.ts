import type { CompoundOptions } from "./compound-filter.ts";

/**
 * The dictionary words that begin at each offset of a text, or only the longest of them (Lucene's
 * DictionaryCompoundWordTokenFilter).
 */
export function dictionaryParts(text: string, options: CompoundOptions): string[] {
  const parts: string[] = [];
  for (let start = 0; start <= text.length - options.minSubwordSize; start++) {
    let longest: string | undefined;
    for (let size = options.minSubwordSize; size <= options.maxSubwordSize && start + size <= text.length; size++) {
      const part = text.slice(start, start + size);
      if (!options.isWord(part)) continue;
      if (options.onlyLongestMatch) longest = part;
      else parts.push(part);
    }
    if (longest !== undefined) parts.push(longest);
  }
  return parts;
}
