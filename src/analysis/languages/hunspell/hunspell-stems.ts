/** Finds the words of a Hunspell dictionary that a word is a form of: the rules backwards, a prefix and up to two suffixes. */
import type { Affix, HunspellDictionary } from "./hunspell-dictionary.ts";

/** A word without an affix, and the rule that adds it. */
interface Stripped {
  readonly rest: string;
  readonly affix: Affix;
}

/** Stems in the order in which they are found, without repeats; none when the word is no form of any. */
export function hunspellStems(word: string, dictionary: HunspellDictionary): readonly string[] {
  const stems = new Set<string>();
  for (const variant of caseVariants(converted(word, dictionary))) collect(variant, dictionary, stems);
  return [...stems];
}

function converted(word: string, { conversions }: HunspellDictionary): string {
  if (!conversions.some(([text]) => word.includes(text))) return word;
  let result = "";
  for (let index = 0; index < word.length;) {
    const found = conversions.find(([text]) => word.startsWith(text, index));
    result += found?.[1] ?? word.charAt(index);
    index += found?.[0].length ?? 1;
  }
  return result;
}

/** Words with capitals may stand for those in lower case. */
function caseVariants(word: string): readonly string[] {
  const lower = word.toLowerCase();
  if (lower === word) return [word];
  const title = word.charAt(0) + lower.slice(1);
  if (word === word.toUpperCase() && word !== title) return [word, title, lower];
  return word === title ? [word, lower] : [word];
}

function collect(word: string, dictionary: HunspellDictionary, stems: Set<string>): void {
  const { words, hidden } = dictionary;
  const add = (root: string, flags: readonly string[], affixFlags: readonly ReadonlySet<string>[]): void => {
    for (const entry of words.get(root) ?? []) {
      if (isForbidden(entry, dictionary)) continue;
      // A flag may stand at the word, or at another affix of the same form.
      if (flags.every((flag) => entry.has(flag) || affixFlags.some((of) => of.has(flag))) && flags.some((flag) => entry.has(flag))) stems.add(root);
    }
  };
  for (const entry of words.get(word) ?? []) if (![...hidden].some((flag) => entry.has(flag))) stems.add(word);
  for (const prefix of withoutPrefix(word, dictionary)) {
    if (isOutermost(prefix.affix, dictionary)) add(prefix.rest, [prefix.affix.flag], []);
    if (!prefix.affix.cross || isForbidden(prefix.affix.flags, dictionary)) continue;
    for (const suffix of withoutSuffix(prefix.rest, dictionary)) {
      if (!suffix.affix.cross || isForbidden(suffix.affix.flags, dictionary)) continue;
      add(suffix.rest, [prefix.affix.flag, suffix.affix.flag], [prefix.affix.flags, suffix.affix.flags]);
      for (const inner of innerSuffixes(suffix, dictionary)) {
        add(inner.rest, [prefix.affix.flag, inner.affix.flag], [inner.affix.flags, suffix.affix.flags]);
      }
    }
  }
  for (const suffix of withoutSuffix(word, dictionary)) {
    if (isOutermost(suffix.affix, dictionary)) add(suffix.rest, [suffix.affix.flag], []);
    for (const inner of innerSuffixes(suffix, dictionary)) add(inner.rest, [inner.affix.flag], []);
  }
}

/** Whether flags hide a word, affixes or not: it is a part of compounds only, or forbidden. */
function isForbidden(flags: ReadonlySet<string>, { hidden, needsAffix }: HunspellDictionary): boolean {
  if (flags.size > 0) for (const flag of hidden) if (flag !== needsAffix && flags.has(flag)) return true;
  return false;
}

/** Whether what the affix makes is a word of its own. */
function isOutermost(affix: Affix, { hidden }: HunspellDictionary): boolean {
  if (affix.flags.size > 0) for (const flag of hidden) if (affix.flags.has(flag)) return false;
  return true;
}

/** Suffixes that may stand before another one. */
function innerSuffixes(outer: Stripped, dictionary: HunspellDictionary): readonly Stripped[] {
  return withoutSuffix(outer.rest, dictionary).filter(({ affix }) => affix.flags.has(outer.affix.flag));
}

function withoutSuffix(word: string, { suffixes, longestSuffix, fullStrip }: HunspellDictionary): readonly Stripped[] {
  const found: Stripped[] = [];
  const most = Math.min(longestSuffix, fullStrip ? word.length : word.length - 1);
  for (let length = 0; length <= most; length++) {
    for (const affix of suffixes.get(word.slice(word.length - length)) ?? []) {
      const rest = word.slice(0, word.length - length) + affix.strip;
      if (affix.condition?.test(rest) ?? true) found.push({ rest, affix });
    }
  }
  return found;
}

function withoutPrefix(word: string, { prefixes, longestPrefix, fullStrip }: HunspellDictionary): readonly Stripped[] {
  const found: Stripped[] = [];
  const most = Math.min(longestPrefix, fullStrip ? word.length : word.length - 1);
  for (let length = 0; length <= most; length++) {
    for (const affix of prefixes.get(word.slice(0, length)) ?? []) {
      const rest = affix.strip + word.slice(length);
      if (affix.condition?.test(rest) ?? true) found.push({ rest, affix });
    }
  }
  return found;
}
