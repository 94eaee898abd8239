/** Finds the dictionary words of which a word is a form, by undoing affix rules (Lucene's Stemmer). */
import { type Affix, foldCase, type HunspellDictionary } from "./hunspell-dictionary.ts";

/** The affixes removed so far, outermost first. */
interface Applied {
  readonly outerPrefix?: Affix;
  readonly innerPrefix?: Affix;
  readonly outerSuffix?: Affix;
  readonly innerSuffix?: Affix;
}

/** Maximum replacements of `ss` per word. */
const MOST_SHARP_S = 5;

/** Stems in the order in which they are found, with duplicates; empty when the word is not a form of any. */
export function hunspellStems(word: string, dictionary: HunspellDictionary): readonly string[] {
  const cleaned = dictionary.cleaned(word);
  if (cleaned === "") return [];
  const stems = new Stems(dictionary);
  for (const variant of caseVariants(cleaned, dictionary)) stems.collect(variant);
  return stems.found;
}

/** Capitalized words may match lower-case entries. */
function caseVariants(word: string, dictionary: HunspellDictionary): readonly string[] {
  const { dottedCasing, ignoreCase, checkSharpS } = dictionary;
  if (ignoreCase || /^\p{Ll}/u.test(word) || !/\p{Lu}/u.test(word)) return [word];
  const isUpper = !/\p{Ll}/u.test(word);
  if (!isUpper && /\p{Lu}/u.test(word.slice(1))) return [word];
  const title = word.charAt(0) + foldCase(word.slice(1), dottedCasing);
  const lower =
    word.startsWith("İ") && !dottedCasing ? undefined : foldCase(word.charAt(0), dottedCasing) + title.slice(1);
  if (!isUpper) return lower === undefined ? [word] : [word, lower];
  // Prefixes in French, Italian and Catalan: SANT'ELIA may be Sant'Elia.
  const apostrophe = /.'(\p{Ll})(?=.)/u.exec(title);
  const capital = apostrophe
    ? [title.slice(0, apostrophe.index + 2) + apostrophe[1]!.toUpperCase() + title.slice(apostrophe.index + 3)]
    : [];
  const sharp = (text: string): readonly string[] => (checkSharpS ? sharpVariants(text) : []);
  return [word, ...capital, title, ...sharp(title), ...(lower === undefined ? [] : [lower, ...sharp(lower)])];
}

/** Alternative spellings with `ß` for `ss`. */
function sharpVariants(word: string): readonly string[] {
  const parts = word.split("ss");
  let variants = [parts[0]!];
  for (const [at, part] of parts.slice(1).entries()) {
    const joints = at < MOST_SHARP_S ? ["ss", "ß"] : ["ss"];
    variants = variants.flatMap((variant) => joints.map((joint) => variant + joint + part));
  }
  return variants.filter((variant) => variant !== word);
}

class Stems {
  readonly found: string[] = [];
  readonly #dictionary: HunspellDictionary;

  constructor(dictionary: HunspellDictionary) {
    this.#dictionary = dictionary;
  }

  collect(word: string): void {
    const { words, needsAffix, onlyInCompound } = this.#dictionary;
    for (const { flags, stem } of words.get(word) ?? []) {
      if (!has(flags, needsAffix) && !has(flags, onlyInCompound)) this.#give(stem ?? word);
    }
    this.#removeAffixes(word, true, {});
  }

  #give(stem: string): void {
    this.found.push(this.#dictionary.shown(stem));
  }

  #removeAffixes(word: string, withPrefix: boolean, applied: Applied): void {
    const { prefixes, suffixes, longestPrefix, longestSuffix, fullStrip } = this.#dictionary;
    const most = fullStrip ? word.length : word.length - 1;
    const mostPrefix = withPrefix ? Math.min(longestPrefix, most) : -1;
    for (let length = 0; length <= mostPrefix; length++) {
      for (const affix of prefixes.get(word.slice(0, length)) ?? []) {
        if (affix !== applied.outerPrefix) this.#remove(affix.strip + word.slice(length), affix, true, applied);
      }
    }
    const mostSuffix = Math.min(longestSuffix, most);
    for (let length = 0; length <= mostSuffix; length++) {
      for (const affix of suffixes.get(word.slice(word.length - length)) ?? []) {
        if (affix !== applied.outerSuffix)
          this.#remove(word.slice(0, word.length - length) + affix.strip, affix, false, applied);
      }
    }
  }

  /** `rest` is the word without the affix. */
  #remove(rest: string, affix: Affix, isPrefix: boolean, before: Applied): void {
    if (rest === "" || !this.#fits(affix, before) || !(affix.condition?.test(rest) ?? true)) return;
    const applied = isPrefix
      ? { ...before, [before.outerPrefix ? "innerPrefix" : "outerPrefix"]: affix }
      : { ...before, [before.outerSuffix ? "innerSuffix" : "outerSuffix"]: affix };
    if (!this.#needsAnother(affix, isPrefix, before)) this.#lookUp(rest, affix, applied);
    if (applied.innerSuffix || !affix.cross) return;
    const prefixNext = this.#next(affix, isPrefix, applied);
    if (prefixNext !== undefined) this.#removeAffixes(rest, prefixNext, applied);
  }

  /** Whether an affix is allowed inside those already removed. */
  #fits(affix: Affix, { outerPrefix, outerSuffix }: Applied): boolean {
    if (has(affix.flags, this.#dictionary.onlyInCompound)) return false;
    if (!outerPrefix && !outerSuffix) return true;
    if (!affix.cross) return false;
    return outerSuffix ? affix.flags.has(outerSuffix.flag) : true;
  }

  /** Whether more affixes may be removed, including prefixes; undefined: none. */
  #next(affix: Affix, isPrefix: boolean, { outerPrefix, innerPrefix, outerSuffix }: Applied): boolean | undefined {
    const { complexPrefixes, prefixedFlags, suffixedFlags } = this.#dictionary;
    const depth = (outerSuffix ? 1 : 0) + (innerPrefix ? 2 : outerPrefix ? 1 : 0) - 1;
    if (depth > 1) return undefined;
    if (depth === 0 && isPrefix) return complexPrefixes && prefixedFlags.has(affix.flag);
    if (depth === 1 && isPrefix) return complexPrefixes ? true : undefined;
    return !complexPrefixes && suffixedFlags.has(affix.flag) ? false : undefined;
  }

  /** Whether the affix produces only part of a word. */
  #needsAnother(affix: Affix, isPrefix: boolean, { outerPrefix, innerPrefix, outerSuffix }: Applied): boolean {
    const { circumfix, needsAffix } = this.#dictionary;
    const prefix = innerPrefix ?? outerPrefix;
    // A circumfix needs both ends.
    if (!isPrefix && has(prefix?.flags, circumfix) !== has(affix.flags, circumfix)) return true;
    if (!has(affix.flags, needsAffix)) return false;
    const previous = outerSuffix ?? prefix;
    return isPrefix || !previous || has(previous.flags, needsAffix);
  }

  #lookUp(word: string, last: Affix, { outerPrefix, innerPrefix }: Applied): void {
    const { words, onlyInCompound } = this.#dictionary;
    const prefix = innerPrefix ?? outerPrefix;
    for (const { flags, stem } of words.get(word) ?? []) {
      if (!flags.has(last.flag) && !prefix?.flags.has(last.flag)) continue;
      if (!innerPrefix && outerPrefix && !flags.has(outerPrefix.flag) && !last.flags.has(outerPrefix.flag)) continue;
      if (!has(flags, onlyInCompound)) this.#give(stem ?? word);
    }
  }
}

function has(flags: ReadonlySet<string> | undefined, flag: string | undefined): boolean {
  return flag !== undefined && flags !== undefined && flags.has(flag);
}
