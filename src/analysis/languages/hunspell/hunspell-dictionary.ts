/** Hunspell dictionaries: words with flags (`.dic`), and affix rules selected by the flags (`.aff`). */

/** An affix rule: removes `strip` and adds `add` at one end of a word. */
export interface Affix {
  readonly flag: string;
  /** Whether a prefix and a suffix with this flag may be combined. */
  readonly cross: boolean;
  readonly strip: string;
  readonly add: string;
  /** Flags of the resulting form. */
  readonly flags: ReadonlySet<string>;
  /** What the word must match before the rule is applied. */
  readonly condition: RegExp | undefined;
}

/** One homonym of a word. */
export interface WordEntry {
  readonly flags: ReadonlySet<string>;
  /** The stem to output for the word (`st:`); undefined: the word itself. */
  readonly stem: string | undefined;
}

/** Words and affix rules in a form for lookup. */
export interface HunspellDictionary {
  readonly words: ReadonlyMap<string, readonly WordEntry[]>;
  /** Prefix rules by the text that they add. */
  readonly prefixes: ReadonlyMap<string, readonly Affix[]>;
  readonly suffixes: ReadonlyMap<string, readonly Affix[]>;
  readonly longestPrefix: number;
  readonly longestSuffix: number;
  /**
   * Flags on forms made by prefixes or suffixes: only rules with these flags can follow another rule of the same kind.
   */
  readonly prefixedFlags: ReadonlySet<string>;
  readonly suffixedFlags: ReadonlySet<string>;
  readonly needsAffix: string | undefined;
  readonly onlyInCompound: string | undefined;
  readonly circumfix: string | undefined;
  readonly fullStrip: boolean;
  /** Two prefixes and one suffix instead of one prefix and two suffixes. */
  readonly complexPrefixes: boolean;
  readonly checkSharpS: boolean;
  /** Turkish letters: the capitals of `i` and `ı` differ from other languages. */
  readonly dottedCasing: boolean;
  /** Whether words match regardless of case. */
  readonly ignoreCase: boolean;
  /** Input text in the dictionary's form. */
  cleaned(text: string): string;
  /** A stem in its output form. */
  shown(stem: string): string;
}

type SplitFlags = (text: string) => readonly string[];

const noFlags: ReadonlySet<string> = new Set<string>();

/** Reads the files; with `ignoreCase` all words are lowercased. */
export function readHunspell(affixText: string, wordTexts: readonly string[], ignoreCase = false): HunspellDictionary {
  const lines = affixText.split(/\r?\n/).map((line) => line.trim().split(/\s+/));
  const option = (...names: string[]): string | undefined =>
    lines.find(([key]) => key !== undefined && names.includes(key))?.[1];
  const has = (name: string): boolean => lines.some(([key]) => key === name);
  const valuesOf = (name: string): string[] =>
    lines.filter(([key]) => key === name).map(([, ...values]) => values.join(" "));
  const split = splitter(option("FLAG"), valuesOf("AF"));
  const dottedCasing = /^(?:tr|az)(?:_|$)/.test(option("LANG") ?? "");
  const fold = (text: string): string => foldCase(text, dottedCasing);
  const cleaned = cleaner(option("IGNORE") ?? "", conversionsOf(lines, "ICONV"), ignoreCase ? fold : undefined);
  const prefixes = affixes(lines, "PFX", split, cleaned);
  const suffixes = affixes(lines, "SFX", split, cleaned);
  const shown = conversionsOf(lines, "OCONV");
  return {
    words: wordsOf(wordTexts, { split, cleaned, fold, morphology: valuesOf("AM") }),
    prefixes,
    suffixes,
    longestPrefix: longest(prefixes),
    longestSuffix: longest(suffixes),
    prefixedFlags: flagsOf(prefixes),
    suffixedFlags: flagsOf(suffixes),
    needsAffix: option("NEEDAFFIX", "PSEUDOROOT"),
    onlyInCompound: option("ONLYINCOMPOUND"),
    circumfix: option("CIRCUMFIX"),
    fullStrip: has("FULLSTRIP"),
    complexPrefixes: has("COMPLEXPREFIXES"),
    checkSharpS: has("CHECKSHARPS"),
    dottedCasing,
    ignoreCase,
    cleaned,
    shown: (stem) => converted(stem, shown),
  };
}

/** Lowercases each character, like Lucene's Dictionary.caseFold. */
export function foldCase(text: string, dottedCasing: boolean): string {
  const plain = dottedCasing ? text.replaceAll("I", "ı").replaceAll("İ", "i") : text.replaceAll("İ", "i");
  return plain.toLowerCase();
}

type Conversions = readonly (readonly [text: string, put: string])[];

/** Removes ignored characters, applies conversions, and folds case. */
function cleaner(
  ignored: string,
  conversions: Conversions,
  fold: ((text: string) => string) | undefined,
): (text: string) => string {
  const drop = new Set(ignored);
  return (text) => {
    const kept = drop.size === 0 ? text : [...text].filter((character) => !drop.has(character)).join("");
    const result = converted(kept, conversions);
    return fold ? fold(result) : result;
  };
}

/** Applies the longest conversion at each position. */
function converted(text: string, conversions: Conversions): string {
  if (!conversions.some(([from]) => text.includes(from))) return text;
  let result = "";
  for (let index = 0; index < text.length;) {
    const found = conversions.find(([from]) => text.startsWith(from, index));
    result += found?.[1] ?? text.charAt(index);
    index += found?.[0].length ?? 1;
  }
  return result;
}

function flagsOf(byAdded: ReadonlyMap<string, readonly Affix[]>): ReadonlySet<string> {
  return new Set([...byAdded.values()].flatMap((rules) => rules.flatMap(({ flags }) => [...flags])));
}

/** Parses flags: one character each, two, or numbers; with a list of flag sets (AF) a number may refer to one. */
function splitter(kind: string | undefined, aliases: readonly string[]): SplitFlags {
  const plain: SplitFlags = (text) => {
    if (kind === "num") return text.split(",");
    if (kind === "long") return text.match(/..?/gs) ?? [];
    return [...text];
  };
  if (aliases.length === 0) return plain;
  // The first line is the number of sets.
  return (text) => (/^\d+$/.test(text) ? plain(aliases[Number(text)] ?? "") : plain(text));
}

function affixes(
  lines: readonly (readonly string[])[],
  kind: "PFX" | "SFX",
  split: SplitFlags,
  cleaned: (text: string) => string,
): Map<string, Affix[]> {
  const byAdded = new Map<string, Affix[]>();
  const crossOf = new Map<string, boolean>();
  for (const [key, flag, strip, added, condition] of lines) {
    if (key !== kind || flag === undefined || strip === undefined) continue;
    // The first line of a flag says whether its rules cross, and how many there are.
    if (!crossOf.has(flag)) {
      crossOf.set(flag, strip === "Y");
      continue;
    }
    const [text = "", flags] = (added ?? "0").split("/");
    const add = text === "0" ? "" : cleaned(text);
    const list = byAdded.get(add) ?? [];
    list.push({
      flag,
      cross: crossOf.get(flag)!,
      strip: strip === "0" ? "" : strip,
      add,
      flags: flags === undefined ? noFlags : new Set(split(flags)),
      condition: conditionOf(condition, kind),
    });
    byAdded.set(add, list);
  }
  return byAdded;
}

/** Hunspell conditions consist of characters, `.`, and sets of characters. */
function conditionOf(condition: string | undefined, kind: "PFX" | "SFX"): RegExp | undefined {
  if (condition === undefined || condition === ".") return undefined;
  const parts = condition.match(/\[\^?[^\]]+\]|./gu) ?? [];
  const pattern = parts.map((part) => {
    if (part === ".") return part;
    const set = /^\[(\^?)([^\]]+)\]$/u.exec(part);
    return set === null
      ? part.replace(/[\\^$*+?(){}|/[\]]/g, "\\$&")
      : `[${set[1]}${set[2]!.replace(/[\\\]^-]/g, "\\$&")}]`;
  });
  return new RegExp(kind === "PFX" ? `^${pattern.join("")}` : `${pattern.join("")}$`, "u");
}

/** Conversions of texts, longest first. */
function conversionsOf(lines: readonly (readonly string[])[], name: "ICONV" | "OCONV"): Conversions {
  const pairs: (readonly [string, string])[] = [];
  for (const [key, text, put] of lines)
    if (key === name && text !== undefined && put !== undefined) pairs.push([text, put]);
  return pairs.sort((one, other) => other[0].length - one[0].length);
}

function longest(byAdded: ReadonlyMap<string, unknown>): number {
  return Math.max(0, ...[...byAdded.keys()].map((key) => key.length));
}

/** How entries are parsed. */
interface WordReading {
  readonly split: SplitFlags;
  readonly cleaned: (text: string) => string;
  readonly fold: (text: string) => string;
  /** Texts referred to by number; the first line is their number. */
  readonly morphology: readonly string[];
}

/** Parses `word/flags` and morphological fields; the first line is the number of words. */
function wordsOf(
  texts: readonly string[],
  { split, cleaned, fold, morphology }: WordReading,
): Map<string, WordEntry[]> {
  const words = new Map<string, WordEntry[]>();
  const add = (word: string, entry: WordEntry): void => {
    const list = words.get(word);
    if (list) list.push(entry);
    else words.set(word, [entry]);
  };
  for (const text of texts) {
    for (const line of text.split(/\r?\n/).slice(1)) {
      const parts = /^((?:\\\/|[^/\t])+?)(?:\/(\S+)(\s.*)?|(\t.*| +\p{L}{2}:.*)?)\s*$/u.exec(line);
      if (parts === null) continue;
      const word = cleaned(parts[1]!.replaceAll("\\/", "/"));
      const said = (parts[3] ?? parts[4] ?? "").trim();
      const stem = /(?:^| )st:(\S+)/.exec(/^\d+$/.test(said) ? (morphology[Number(said)] ?? "") : said)?.[1];
      const entry = { flags: parts[2] === undefined ? noFlags : new Set(split(parts[2])), stem };
      add(word, entry);
      // Mixed-case words also match at the start of a sentence, and in headings (addHiddenCapitalizedWord).
      if (word !== fold(word) && isOddlyCased(word, parts[2] !== undefined))
        add(word.charAt(0).toUpperCase() + fold(word.slice(1)), entry);
    }
  }
  return words;
}

/** Whether there are capitals after the first character; all capitals count only if the word has affixes. */
function isOddlyCased(word: string, hasFlags: boolean): boolean {
  const rest = word.slice(1);
  if (!/\p{Lu}/u.test(rest)) return false;
  const mixed = /\p{Ll}/u.test(word);
  return mixed || hasFlags;
}
