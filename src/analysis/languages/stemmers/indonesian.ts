/** Tala's stemmer for Indonesian (2003), without the trimming of confixes: Lucene's IndonesianStemmer. */
import { endings } from "../ending-rules.ts";

const particles = endings("0: kah lah pun");
const possessives = endings("0: ku mu nya");
const vowels = /[aeiou]/g;
const startsWithVowel = /^[aeiou]/;

/** What stands behind a prefix, and which prefix it was: some suffixes may not follow it. Empty when there was none. */
interface Step {
  readonly rest: string;
  readonly prefix: string;
}

/** Particles, possessive pronouns, then prefixes and suffixes, as long as more than two syllables are left. */
export function stemIndonesian(word: string): string {
  let syllables = word.match(vowels)?.length ?? 0;
  let stem = word;
  for (const step of [particles, possessives]) {
    if (syllables <= 2) break;
    const shorter = step(stem);
    if (shorter !== stem) syllables--;
    stem = shorter;
  }
  if (syllables <= 2) return stem;
  const first = withoutFirstPrefix(stem);
  if (first.prefix !== "") return afterFirstPrefix(first, syllables - 1);
  const second = withoutSecondPrefix(stem);
  if (second.prefix !== "") syllables--;
  return syllables > 2 ? withoutSuffix(second.rest, second.prefix) : second.rest;
}

function afterFirstPrefix(first: Step, syllables: number): string {
  if (syllables <= 2) return first.rest;
  const stem = withoutSuffix(first.rest, first.prefix);
  if (stem === first.rest || syllables - 1 <= 2) return stem;
  return withoutSecondPrefix(stem).rest;
}

/**
 * Prefixes in the order in which they are tried, what is put for them, what must follow, and the prefix that they are a
 * form of.
 */
const firstPrefixes: readonly (readonly [prefix: string, put: string, beforeVowel: boolean, formOf: string])[] = [
  ["meng", "", false, "meng"],
  ["meny", "s", true, "meng"],
  ["men", "", false, "meng"],
  ["mem", "", false, "meng"],
  ["me", "", false, "meng"],
  ["peng", "", false, "peng"],
  ["peny", "s", true, "peng"],
  ["peny", "", false, "peng"],
  ["pen", "t", true, "peng"],
  ["pen", "", false, "peng"],
  ["pem", "", false, "peng"],
  ["di", "", false, "di"],
  ["ter", "", false, "ter"],
  ["ke", "", false, "ke"],
];

function withoutFirstPrefix(word: string): Step {
  for (const [prefix, put, beforeVowel, formOf] of firstPrefixes) {
    if (!word.startsWith(prefix)) continue;
    const rest = word.slice(prefix.length);
    if (!beforeVowel || startsWithVowel.test(rest)) return { rest: put + rest, prefix: formOf };
  }
  return { rest: word, prefix: "" };
}

function withoutSecondPrefix(word: string): Step {
  if (word.startsWith("ber") || word === "belajar") return { rest: word.slice(3), prefix: "ber" };
  if (/^be[^aeiou]er/s.test(word)) return { rest: word.slice(2), prefix: "ber" };
  if (word.startsWith("per") || word === "pelajar") return { rest: word.slice(3), prefix: "per" };
  return word.startsWith("pe") ? { rest: word.slice(2), prefix: "pe" } : { rest: word, prefix: "" };
}

function withoutSuffix(word: string, prefix: string): string {
  if (word.endsWith("kan") && !["ke", "peng", "pe"].includes(prefix)) return word.slice(0, -3);
  if (word.endsWith("an") && !["di", "meng", "ter"].includes(prefix)) return word.slice(0, -2);
  if (word.endsWith("i") && !word.endsWith("si") && !["ber", "ke", "peng"].includes(prefix)) return word.slice(0, -1);
  return word;
}
