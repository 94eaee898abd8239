/** Snowball's second stemmer for German: `ae`, `oe`, `ue` are umlauts. In the version of Lucene 9. */
import { ownOf } from "../../../core/names.ts";
import { unitMap } from "../ending-rules.ts";
import { LongestEnding, regionsOf } from "../longest-ending.ts";

const inflections = new LongestEnding({ plain: "em ern er", e: "e en es", s: "s" });
const degrees = new LongestEnding({ plain: "en er est", st: "st" });
const derivations = new LongestEnding({ noun: "end ung", adjective: "ig ik isch", lich: "lich heit", keit: "keit" });
const umlauts: Readonly<Record<string, string>> = { ß: "ss", ae: "ä", oe: "ö", ue: "ü" };
const plainLetters = unitMap("Y>y U>u ä>a ö>o ü>u");

export function stemGerman2(word: string): string {
  // Letters between vowels count as consonants and are written as capitals; the letter behind may be one too.
  const marked = word.replace(/(?<=[aeiouyäöü])[uy](?=[aeiouyäöü])/g, (letter) => letter.toUpperCase());
  const spelled = marked.replace(/ß|qu..|ae|oe|ue/gs, (pair) => ownOf(umlauts, pair) ?? pair);
  const regions = regionsOf(spelled, /[aeiouyäöü][^aeiouyäöü]/);
  const r1 = spelled.length < 3 ? spelled.length : Math.max(3, regions.r1);
  const r2 = spelled.length < 3 ? spelled.length : regions.r2;
  return plainLetters(withoutDerivation(withoutDegree(withoutInflection(spelled, r1), r1), r1, r2));
}

function withoutInflection(word: string, r1: number): string {
  const found = inflections.find(word);
  if (found === undefined || found.at < r1) return word;
  const rest = word.slice(0, found.at);
  if (found.group === "s") return /[bdfghklmnrt]$/.test(rest) ? rest : word;
  return found.group === "e" && rest.endsWith("niss") ? rest.slice(0, -1) : rest;
}

function withoutDegree(word: string, r1: number): string {
  const found = degrees.find(word);
  if (found === undefined || found.at < r1) return word;
  const rest = word.slice(0, found.at);
  return found.group === "plain" || /...[bdfghklmnt]$/s.test(rest) ? rest : word;
}

function withoutDerivation(word: string, r1: number, r2: number): string {
  const found = derivations.find(word);
  if (found === undefined || found.at < r2) return word;
  const rest = word.slice(0, found.at);
  switch (found.group) {
    case "noun":
      return rest.endsWith("ig") && !rest.endsWith("eig") && rest.length - 2 >= r2 ? rest.slice(0, -2) : rest;
    case "adjective":
      return rest.endsWith("e") ? word : rest;
    case "lich":
      return /e[rn]$/.test(rest) && rest.length - 2 >= r1 ? rest.slice(0, -2) : rest;
    default: {
      const before = /(?:lich|ig)$/.exec(rest);
      return before && before.index >= r2 ? rest.slice(0, before.index) : rest;
    }
  }
}
