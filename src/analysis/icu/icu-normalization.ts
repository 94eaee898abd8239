/** ICU's normalizations by name, implemented with JavaScript's Unicode support. */
import { illegalArgument } from "../../compat/errors.ts";
import { readWholeSet } from "./transforms/unicode-set.ts";
import { droppedMarks, foldedCharacters } from "./icu-folding-data.ts";

/** Normalizes a text; also applicable to each part of it separately. */
export type Normalize = (text: string) => string;

const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
/** Letters whose case folding is not the lower case of their upper case. */
const foldings: ReadonlyMap<string, string> = new Map([
  ["ı", "ı"],
  ["ẞ", "ss"],
]);

/** Full case folding (Unicode's C and F): context-free, and Cherokee to its capitals. */
export function caseFold(text: string): string {
  let folded = "";
  for (const character of text) {
    const codePoint = character.codePointAt(0)!;
    const special = foldings.get(character);
    if (special !== undefined) folded += special;
    else if (codePoint >= 0x13a0 && codePoint <= 0x13f5) folded += character;
    else if ((codePoint >= 0x13f8 && codePoint <= 0x13fd) || (codePoint >= 0xab70 && codePoint <= 0xabbf))
      folded += character.toUpperCase();
    else for (const upper of character.toUpperCase()) folded += foldings.get(upper) ?? upper.toLowerCase();
  }
  return folded;
}

/** Unicode's toNFKC_Casefold. */
export function nfkcCaseFold(text: string): string {
  let current = text.normalize("NFKC");
  // Folding may require another normalization, and that another folding: at most twice.
  for (;;) {
    const next = caseFold(current.replace(ignorable, "")).normalize("NFKC");
    if (next === current) return current;
    current = next;
  }
}

let tables: { dropped: RegExp; folded: ReadonlyMap<string, string> } | undefined;

/** The tables are built on first use. */
function foldingTables(): { dropped: RegExp; folded: ReadonlyMap<string, string> } {
  if (tables === undefined) {
    const ranges = droppedMarks.trim().replace(/[0-9a-f]+/g, "\\u{$&}");
    const folded = new Map([["\u1680", " "]]);
    for (const pair of foldedCharacters.trim().split(/[ \n]/)) {
      const [character] = pair;
      folded.set(character!, pair.slice(character!.length + 1));
    }
    tables = { dropped: new RegExp(`[${ranges.replace(/\s/g, "")}]`, "gu"), folded };
  }
  return tables;
}

const digit = /^\p{Nd}$/u;

/** Lucene's ICUFoldingFilter: folds case, widths, accents, marks, digits and similar forms. */
export function icuFold(text: string): string {
  const { dropped, folded } = foldingTables();
  let result = "";
  for (const character of nfkcCaseFold(text).normalize("NFD").replace(dropped, ""))
    result += folded.get(character) ?? plainDigit(character);
  return result.normalize("NFC");
}

function plainDigit(character: string): string {
  if (character <= "\x7f" || !digit.test(character)) return character;
  const codePoint = character.codePointAt(0)!;
  let first = codePoint;
  while (digit.test(String.fromCodePoint(first - 1))) first--;
  return String((codePoint - first) % 10);
}

/** The normalization for a `name` and a `mode`: `compose` or `decompose`. */
export function icuNormalization(name: string, mode = "compose"): Normalize {
  if (mode !== "compose" && mode !== "decompose")
    throw illegalArgument(`Unknown mode [${mode}] in character filter, expected one of [compose, decompose]`);
  const compose = mode === "compose";
  switch (name) {
    case "nfc":
      return (text) => text.normalize(compose ? "NFC" : "NFD");
    case "nfkc":
      return (text) => text.normalize(compose ? "NFKC" : "NFKD");
    case "nfkc_cf":
      return compose ? nfkcCaseFold : (text) => nfkcCaseFold(text).normalize("NFD");
    default:
      throw illegalArgument(`No normalization data for [${name}]`);
  }
}

/** Applies `normalize` only to the characters of a UnicodeSet such as `[^åäö]`, each run of them separately. */
export function withinUnicodeSet(normalize: Normalize, pattern: string | undefined): Normalize {
  if (pattern === undefined) return normalize;
  const set = readWholeSet(pattern);
  return (text) => {
    let changed = "";
    for (let from = 0; from < text.length;) {
      const isInside = set.has(text.codePointAt(from)!);
      let to = from;
      for (
        let codePoint = 0;
        to < text.length && set.has((codePoint = text.codePointAt(to)!)) === isInside;
        to += codePoint > 0xffff ? 2 : 1
      );
      const run = text.slice(from, to);
      changed += isInside ? normalize(run) : run;
      from = to;
    }
    return changed;
  };
}
