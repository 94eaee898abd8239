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

/** Words and rules, ready to look up. */
export interface HunspellDictionary {
  /** Flags of each entry of a word. */
  readonly words: ReadonlyMap<string, readonly ReadonlySet<string>[]>;
  /** Rules by what they add. */
  readonly prefixes: ReadonlyMap<string, readonly Affix[]>;
  readonly suffixes: ReadonlyMap<string, readonly Affix[]>;
  readonly longestPrefix: number;
  readonly longestSuffix: number;
  /** Flags of words that are no words of their own. */
  readonly hidden: ReadonlySet<string>;
  readonly needsAffix: string | undefined;
  readonly fullStrip: boolean;
  /** What is put for texts of the input, the longest first. */
  readonly conversions: readonly (readonly [text: string, put: string])[];
}

type SplitFlags = (text: string) => readonly string[];

const noFlags: ReadonlySet<string> = new Set<string>();

/** Reads the two files. */
export function readHunspell(affixText: string, wordTexts: readonly string[]): HunspellDictionary {
  const lines = affixText.split(/\r?\n/).map((line) => line.trim().split(/\s+/));
  const option = (name: string): string | undefined => lines.find(([key]) => key === name)?.[1];
  const aliases = lines.filter(([key]) => key === "AF").map(([, flags]) => flags ?? "");
  const split = splitter(option("FLAG"), aliases);
  const prefixes = affixes(lines, "PFX", split);
  const suffixes = affixes(lines, "SFX", split);
  const hidden = ["NEEDAFFIX", "PSEUDOROOT", "ONLYINCOMPOUND", "FORBIDDENWORD"].map(option).filter((flag) => flag !== undefined);
  return {
    words: wordsOf(wordTexts, split),
    prefixes,
    suffixes,
    longestPrefix: longest(prefixes),
    longestSuffix: longest(suffixes),
    hidden: new Set(hidden),
    needsAffix: option("NEEDAFFIX") ?? option("PSEUDOROOT"),
    fullStrip: lines.some(([key]) => key === "FULLSTRIP"),
    conversions: conversionsOf(lines),
  };
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

function affixes(lines: readonly (readonly string[])[], kind: "PFX" | "SFX", split: SplitFlags): Map<string, Affix[]> {
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
    const add = text === "0" ? "" : text;
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
    return set === null ? part.replace(/[\\^$*+?(){}|/[\]]/g, "\\$&") : `[${set[1]}${set[2]!.replace(/[\\\]^-]/g, "\\$&")}]`;
  });
  return new RegExp(kind === "PFX" ? `^${pattern.join("")}` : `${pattern.join("")}$`, "u");
}

/** What is put for texts of the input before anything is looked up, the longest first. */
function conversionsOf(lines: readonly (readonly string[])[]): readonly (readonly [text: string, put: string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (const [key, text, put] of lines) if (key === "ICONV" && text !== undefined && put !== undefined) pairs.push([text, put]);
  return pairs.sort((one, other) => other[0].length - one[0].length);
}

function longest(byAdded: ReadonlyMap<string, unknown>): number {
  return Math.max(0, ...[...byAdded.keys()].map((key) => key.length));
}

/** `word/flags`, then what is said about it; the first line is their number. */
function wordsOf(texts: readonly string[], split: SplitFlags): Map<string, ReadonlySet<string>[]> {
  const words = new Map<string, ReadonlySet<string>[]>();
  for (const text of texts) {
    for (const line of text.split(/\r?\n/).slice(1)) {
      const entry = /^((?:\\\/|[^/\t])+?)(?:\/(\S+)(?:\s.*)?|(?:\s+(?:[a-z]{2}:\S*|\d+).*)?)\s*$/.exec(line);
      if (entry === null) continue;
      const word = entry[1]!.replaceAll("\\/", "/");
      const list = words.get(word) ?? [];
      list.push(entry[2] === undefined ? noFlags : new Set(split(entry[2])));
      words.set(word, list);
    }
  }
  return words;
}
