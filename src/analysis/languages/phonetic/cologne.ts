/** Kölner Phonetik (Postel, 1969), for German names. */
import { type NameTable, nameTable } from "../../../core/names.ts";

const plainLetters: NameTable<string> = nameTable({ Ä: "A", Ö: "O", Ü: "U" });

export function cologne(word: string): string {
  const letters = word.toUpperCase().replace(/[ÄÖÜ]/g, (letter) => plainLetters[letter]!);
  let code = "";
  let lastCode = "";
  let before = "";
  for (let index = 0; index < letters.length; index++) {
    const letter = letters.charAt(index);
    if (letter < "A" || letter > "Z") continue;
    for (const sign of codeOf(letter, letters.charAt(index + 1), before, code === "")) {
      // Vowels count at the beginning only, and part equal codes in any case; a silent H parts them too.
      if (sign !== "-" && sign !== lastCode && (sign !== "0" || code === "")) code += sign;
      lastCode = sign;
    }
    before = letter;
  }
  return code;
}

function codeOf(letter: string, next: string, before: string, first: boolean): string {
  if ("AEIJOUY".includes(letter)) return "0";
  if (letter === "B" || (letter === "P" && next !== "H")) return "1";
  if ((letter === "D" || letter === "T") && (next === "" || !"CSZ".includes(next))) return "2";
  if ("FPVW".includes(letter)) return "3";
  if ("GKQ".includes(letter)) return "4";
  if (letter === "X" && (before === "" || !"CKQ".includes(before))) return "48";
  if (letter === "S" || letter === "Z") return "8";
  if (letter === "C") return codeOfC(next, before, first);
  if ("DTX".includes(letter)) return "8";
  if (letter === "R") return "7";
  if (letter === "L") return "5";
  return letter === "H" ? "-" : "6";
}

function codeOfC(next: string, before: string, first: boolean): string {
  const hard = next !== "" && (first ? "AHKLOQRUX" : "AHKOQUX").includes(next);
  return hard && (first || before === "" || !"SZ".includes(before)) ? "4" : "8";
}
