import { type NameTable, nameTable } from "../../../core/names.ts";
const plain: NameTable<string> = nameTable({
  "\u0981": "",
  "\u09c0": "\u09bf",
  "\u09c2": "\u09c1",
  "\u0999": "\u0982",
  "\u09b6": "\u09b8",
  "\u09b7": "\u09b8",
  "\u09a3": "\u09a8",
  "\u09dc": "\u09b0",
  "\u09dd": "\u09b0",
  "\u09ce": "\u09a4",
});
const VIRAMA = "\u09cd";

/** Phonetic spelling of Bengali (UzZaman and Khan, A Bangla Phonetic Encoding, 2006): Lucene's BengaliNormalizer. */
export function normalizeBengali(word: string): string {
  // What is read may still change through what follows, so it is worked in place.
  const signs = word.split("");
  let index = 0;
  while (index < signs.length) {
    const sign = signs[index]!;
    const put = plain[sign];
    if (put !== undefined) {
      if (put === "") signs.splice(index, 1);
      else signs[index++] = put;
      continue;
    }
    index = special(signs, index) + 1;
  }
  return signs.join("");
}

/** Rules that look at what stands around; answers the index of the last sign that is done. */
function special(signs: string[], index: number): number {
  switch (signs[index]) {
    case "\u0995":
      return kshya(signs, index);
    case "\u09af":
      return yaPhala(signs, index);
    case "\u09ac":
      return baPhala(signs, index);
    case "\u0983":
      return visarga(signs, index);
    default:
      return index;
  }
}

function kshya(signs: string[], index: number): number {
  if (signs[index + 1] !== VIRAMA || signs[index + 2] !== "\u09bf") return index;
  if (index === 0) signs.splice(0, 3, "\u0996");
  else signs.splice(index + 1, 2, "\u0996");
  return index;
}

function yaPhala(signs: string[], index: number): number {
  if (signs[index - 1] !== VIRAMA) return index;
  if (index === 2) {
    signs[1] = "\u09c7";
    signs.splice(2, signs[3] === "\u09be" ? 2 : 1);
    return index - 1;
  }
  signs.splice(index - 1, 2);
  return index - 2;
}

function baPhala(signs: string[], index: number): number {
  if (signs[index - 1] !== VIRAMA) return index;
  if (index === 2 || (index >= 5 && signs[index - 3] === VIRAMA)) {
    signs.splice(index - 1, 2);
    return index - 2;
  }
  if (index < 2) return index;
  signs[index - 1] = signs[index - 2]!;
  signs.splice(index, 1);
  return index - 1;
}

function visarga(signs: string[], index: number): number {
  if (index < signs.length - 1) signs[index] = signs[index + 1]!;
  else if (signs.length <= 3) signs[index] = "\u09b9";
  else signs.splice(index, 1);
  return index;
}
