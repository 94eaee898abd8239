/**
 * The encoders `koelnerphonetik` and `haasephonetik` of Elasticsearch: codes of Kölner Phonetik (Postel, 1969) for the
 * ways in which a name may be spelled, joined by `_`. Haase and Heitmann (2000) add spellings, and count vowels as 9.
 */
import { illegalArgument } from "../../../compat/errors.ts";
import { ownOf } from "../../../core/names.ts";

/** Spellings that stand for each other: a regular expression, and what is put for it. */
type Variations = readonly (readonly [pattern: string, put: string])[];

const postel: Variations = [
  ["AUN", "OWN"],
  ["OWN", "AUN"],
  ["RB", "RW"],
  ["RW", "RB"],
  ["WSK", "RSK"],
  ["RSK", "WSK"],
];
const haase: Variations = [
  ["OWN", "AUN"],
  ["RB", "RW"],
  ["WSK", "RSK"],
  ["A$", "AR"],
  ["O$", "OW"],
  ["SCH", "CH"],
  ["GLI", "LI"],
  ["EAU$", "O"],
  ["^CH", "SCH"],
  ["AUX", "O"],
  ["EUX", "O"],
  ["ILLE", "I"],
];

/** Spellings of one word that are looked at; each place that can be spelled in two ways doubles them. */
const MAX_SPELLINGS = 4096;

/** Codes of letters, whatever stands beside them. */
const plain: Readonly<Record<string, string>> = {
  B: "1",
  F: "3",
  V: "3",
  W: "3",
  G: "4",
  K: "4",
  Q: "4",
  L: "5",
  M: "6",
  N: "6",
  R: "7",
  S: "8",
  Z: "8",
};

export function koelnerPhonetik(word: string): string {
  return encode(word, postel, "0");
}

export function haasePhonetik(word: string): string {
  return encode(word, haase, "9");
}

function encode(word: string, variations: Variations, vowel: string): string {
  return partsOf(word)
    .flatMap((part) => spellings(part, variations))
    .map((spelling) => codeOf(spelling, vowel))
    .join("_");
}

/** The word without signs, and every row of its parts but the whole one. */
function partsOf(word: string): string[] {
  const parts = [word.replace(/[^\p{L}\p{N}]/gu, "")];
  const pieces = word.split(/[\p{Z}\p{C}\p{P}]/u);
  while (pieces.length > 1 && pieces.at(-1) === "") pieces.pop();
  for (let from = 0; from < pieces.length; from++) {
    for (let count = 1; from + count <= pieces.length; count++) {
      if (count < pieces.length) parts.push(pieces.slice(from, from + count).join(""));
    }
  }
  return parts;
}

/** All spellings of a part. As in Lucene, a pattern counts with the signs that bind it to an end. */
function spellings(part: string, variations: Variations): string[] {
  let found = [""];
  for (let at = 0; at < part.length;) {
    const next = firstVariation(part, at, variations);
    if (next === undefined) return found.map((spelling) => spelling + part.slice(at));
    const { start, pattern, put } = next;
    const before = part.slice(at, start);
    found = [
      ...found.map((spelling) => spelling + before + pattern),
      ...found.map((spelling) => spelling + before + put),
    ];
    if (found.length > MAX_SPELLINGS) throw illegalArgument(`[${part}] has more than ${MAX_SPELLINGS} spellings`);
    at = start + pattern.length;
  }
  return found;
}

/** The first pattern of the list that matches anywhere from a place on. */
function firstVariation(
  part: string,
  from: number,
  variations: Variations,
): { start: number; pattern: string; put: string } | undefined {
  for (const [pattern, put] of variations) {
    const match = Array.from(part.matchAll(new RegExp(pattern, "g"))).find(({ index }) => index >= from);
    if (match !== undefined) return { start: match.index, pattern, put };
  }
  return undefined;
}

function codeOf(spelling: string, vowel: string): string {
  const letters = withoutRepeats(
    spelling.toUpperCase().replace(/[ÄÖÜ]/g, (letter) => ({ Ä: "AE", Ö: "OE", Ü: "UE" })[letter]!),
  );
  let code = "";
  for (let at = 0; at < letters.length; at++) {
    const letter = letters.charAt(at);
    code += codeOfLetter(letter, at, at === 0 ? "_" : letters.charAt(at - 1), letters.charAt(at + 1) || "_", vowel);
    if (letter === "C" && code.at(-2) === "8") code = `${code.slice(0, -1)}8`;
  }
  return withoutRepeats(code);
}

function codeOfLetter(letter: string, at: number, before: string, behind: string, vowel: string): string {
  switch (letter) {
    case "A":
    case "E":
    case "I":
    case "J":
    case "O":
    case "U":
    case "Y":
      return at === 0 || (at === 1 && before === "H") ? vowel : "";
    case "P":
      return behind === "H" ? "33" : "1";
    case "D":
    case "T":
      return "CSZ".includes(behind) ? "8" : "2";
    case "C":
      return (at === 0 ? "AHKLOQRUX" : "AOUHKXQ").includes(behind) ? "4" : "8";
    case "X":
      return "CKQ".includes(before) ? "8" : "48";
    default:
      return ownOf(plain, letter) ?? "";
  }
}

function withoutRepeats(text: string): string {
  return text.replace(/([^])\1+/gu, "$1");
}
