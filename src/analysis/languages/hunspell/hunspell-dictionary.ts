/** Dictionaries in the form of Hunspell: words with flags (`.dic`), and what the flags let a word become (`.aff`). */

/** A rule that makes a form of a word: takes `strip` off and adds `add` at one end. */
export interface Affix {
  readonly flag: string;
  /** Whether a prefix and a suffix may be used together. */
  readonly cross: boolean;
  readonly strip: string;
  readonly add: string;
  /** Flags of the form that is made. */
  readonly flags: ReadonlySet<string>;
  /** What the word must look like before. */
  readonly condition: RegExp | undefined;
}

/** One meaning of a word. */
export interface WordEntry {
  readonly flags: ReadonlySet<string>;
  /** What stands for the word as its stem (`st:`); undefined: the word itself. */
  readonly stem: string | undefined;
}

/** Words and rules, ready to look up. */
export interface HunspellDictionary {
  readonly words: ReadonlyMap<string, readonly WordEntry[]>;
  /** Rules by what they add. */
  readonly prefixes: ReadonlyMap<string, readonly Affix[]>;
  readonly suffixes: ReadonlyMap<string, readonly Affix[]>;
  readonly longestPrefix: number;
  readonly longestSuffix: number;
  /**
   * Flags that forms made by prefixes or suffixes have: only rules with these can be behind another one of the kind.
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
  /** Turkish letters: capitals of `i` and `ı` are others than elsewhere. */
  readonly dottedCasing: boolean;
  /** Whether words count whatever their case is. */
  readonly ignoreCase: boolean;
  /** A text of the input as the dictionary has it. */
  cleaned(text: string): string;
  /** A stem as it is given out. */
  shown(stem: string): string;
}

type SplitFlags = (text: string) => readonly string[];

const noFlags: ReadonlySet<string> = new Set<string>();

/** Reads the files; with `ignoreCase` all words count as in lower case. */
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

/** Each character in lower case, as Lucene's Dictionary.caseFold. */
export function foldCase(text: string, dottedCasing: boolean): string {
  const plain = dottedCasing ? text.replaceAll("I", "ı").replaceAll("İ", "i") : text.replaceAll("İ", "i");
  return plain.toLowerCase();
}

type Conversions = readonly (readonly [text: string, put: string])[];

/** Without ignored characters, with what is put for others, and folded. */
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

/** At each place the longest text that there is something for. */
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

/** How flags are written: a character each, two, or numbers; with a list of sets to which a number may refer. */
function splitter(kind: string | undefined, aliases: readonly string[]): SplitFlags {
  const plain: SplitFlags = (text) => {
    if (kind === "num") return text.split(",");
    if (kind === "long") return text.match(/..?/gs) ?? [];
    return [...text];
  };
  if (aliases.length === 0) return plain;
  // The first line says how many there are.
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

/** Hunspell's conditions know characters, `.`, and sets of characters. */
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

/** What is put for texts, the longest first. */
function conversionsOf(lines: readonly (readonly string[])[], name: "ICONV" | "OCONV"): Conversions {
  const pairs: (readonly [string, string])[] = [];
  for (const [key, text, put] of lines)
    if (key === name && text !== undefined && put !== undefined) pairs.push([text, put]);
  return pairs.sort((one, other) => other[0].length - one[0].length);
}

function longest(byAdded: ReadonlyMap<string, unknown>): number {
  return Math.max(0, ...[...byAdded.keys()].map((key) => key.length));
}

/** How entries are read. */
interface WordReading {
  readonly split: SplitFlags;
  readonly cleaned: (text: string) => string;
  readonly fold: (text: string) => string;
  /** Texts that numbers stand for; the first line says how many there are. */
  readonly morphology: readonly string[];
}

/** `word/flags`, then what is said about it; the first line is their number. */
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
      // Words with capitals inside may stand at the beginning of a sentence, or in a heading
      // (addHiddenCapitalizedWord).
      if (word !== fold(word) && isOddlyCased(word, parts[2] !== undefined))
        add(word.charAt(0).toUpperCase() + fold(word.slice(1)), entry);
    }
  }
  return words;
}

/** Whether there are capitals behind the first character, all of them only where the word has affixes. */
function isOddlyCased(word: string, hasFlags: boolean): boolean {
  const rest = word.slice(1);
  if (!/\p{Lu}/u.test(rest)) return false;
  const mixed = /\p{Ll}/u.test(word);
  return mixed || hasFlags;
}
