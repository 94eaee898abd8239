/** Soundex and what came of it, as in Apache Commons Codec. */
import { type NameTable, nameTable } from "../../../core/names.ts";

const digits = "01230120022455012623010202";
const refinedDigits = "01360240043788015936020505";

/** The letters of a word as capitals. */
export function capitals(word: string): string {
  return word.replace(/\P{L}/gu, "").toUpperCase();
}

/**
 * Soundex as the census of the United States took it; undefined where it meets a letter beyond A to Z, which has no
 * digit.
 */
export function soundex(word: string): string | undefined {
  const letters = capitals(word);
  if (letters === "") return "";
  let code = letters.charAt(0);
  let last = digitOf(letters, 0, digits);
  if (last === "") return undefined;
  for (let index = 1; index < letters.length && code.length < 4; index++) {
    // Letters of one sound on both sides of an H or W count once.
    if (letters[index] === "H" || letters[index] === "W") continue;
    const digit = digitOf(letters, index, digits);
    if (digit === "") return undefined;
    if (digit !== "0" && digit !== last) code += digit;
    last = digit;
  }
  return code.padEnd(4, "0");
}

/** Every letter counts, vowels as zero. */
export function refinedSoundex(word: string): string | undefined {
  const letters = capitals(word);
  if (!/^[A-Z]*$/.test(letters)) return undefined;
  let code = letters.charAt(0);
  let last = "";
  for (let index = 0; index < letters.length; index++) {
    const digit = digitOf(letters, index, refinedDigits);
    if (digit !== last) code += digit;
    last = digit;
  }
  return code;
}

function digitOf(letters: string, index: number, table: string): string {
  return table.charAt(letters.charCodeAt(index) - 0x41);
}

/** New York State Identification and Intelligence System (1970), six letters. */
export function nysiis(word: string): string {
  let name = capitals(word);
  if (name === "") return name;
  for (const [pattern, put] of nysiisEnds) name = name.replace(pattern, put);
  const letters = name.split("");
  let key = letters[0]!;
  for (let index = 1; index < letters.length; index++) {
    const coded = nysiisLetters(letters, index);
    for (let offset = 0; offset < coded.length; offset++) letters[index + offset] = coded[offset]!;
    if (letters[index] !== letters[index - 1]) key += letters[index];
  }
  if (key.length > 1) {
    if (key.endsWith("S")) key = key.slice(0, -1);
    if (key.length > 2 && key.endsWith("AY")) key = `${key.slice(0, -2)}Y`;
    if (key.endsWith("A")) key = key.slice(0, -1);
  }
  return key.slice(0, 6);
}

const nysiisEnds: readonly (readonly [pattern: RegExp, put: string])[] = [
  [/^MAC/, "MCC"],
  [/^KN/, "NN"],
  [/^K/, "C"],
  [/^P[HF]/, "FF"],
  [/^SCH/, "SSS"],
  [/(?:EE|IE)$/, "Y"],
  [/(?:DT|RT|RD|NT|ND)$/, "D"],
];
const singleLetters: NameTable<string> = nameTable({ Q: "G", Z: "S", M: "N" });

function isVowel(letter: string | undefined): boolean {
  return letter !== undefined && "AEIOU".includes(letter);
}

function nysiisLetters(letters: readonly string[], index: number): string {
  const letter = letters[index]!;
  const before = letters[index - 1]!;
  const next = letters[index + 1];
  if (letter === "E" && next === "V") return "AF";
  if (isVowel(letter)) return "A";
  const single = singleLetters[letter];
  if (single !== undefined) return single;
  if (letter === "K") return next === "N" ? "NN" : "C";
  if (letter === "S" && next === "C" && letters[index + 2] === "H") return "SSS";
  if (letter === "P" && next === "H") return "FF";
  if (letter === "H" && (!isVowel(before) || !isVowel(next))) return before;
  return letter === "W" && isVowel(before) ? before : letter;
}
