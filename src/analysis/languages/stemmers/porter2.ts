/** Snowball's stemmer for English ("Porter 2"), in the version of Lucene 9. */
import { endings, endsInOne } from "../ending-rules.ts";

/** Words whose stem no rule finds. */
const irregular: ReadonlyMap<string, string> = new Map(
  (
    "skis>ski skies>sky dying>die lying>lie tying>tie idly>idl gently>gentl ugly>ugli early>earli only>onli singly>singl " +
    "sky>sky news>news howe>howe atlas>atlas cosmos>cosmos bias>bias andes>andes"
  )
    .split(" ")
    .map((pair) => pair.split(">") as [string, string]),
);
/** Words that are finished once their plural is taken off. */
const finishedEarly = new Set("inning outing canning herring earring proceed exceed succeed".split(" "));

const possessives = endings("0: 's' 's '");
const adverbialPast = endings("0: eedly edly ingly eed ed ing");
const step2 = suffixes(
  "ational>ate fulness>ful iveness>ive ization>ize ousness>ous biliti>ble lessli>less tional>tion alism>al aliti>al ation>ate entli>ent " +
    "fulli>ful iviti>ive ousli>ous abli>able alli>al anci>ance ator>ate enci>ence izer>ize bli>ble ogi>og li>",
);
const step3 = suffixes("ational>ate tional>tion alize>al ative> icate>ic iciti>ic ical>ic ness> ful>");
const step4 = suffixes("ement> able> ance> ence> ible> ment> ant> ate> ent> ion> ism> iti> ive> ize> ous> al> er> ic>");
const addsE = endsInOne("at bl iz");
const doubled = endsInOne("bb dd ff gg mm nn pp rr tt");

/** The stem of an English word in lower case. */
export function porter2(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return known;
  if (word.length < 3) return word;
  const start = word.startsWith("'") ? word.slice(1) : word;
  // A `y` that is a consonant is written as a capital.
  const marked = start.replace(/^y/, "Y").replace(/([aeiouy])y/g, "$1Y");
  const r1 = firstRegion(marked);
  const r2 = regionAfter(marked, r1);
  const singular = withoutPlural(possessives(marked));
  if (finishedEarly.has(singular)) return singular;
  let stem = withoutPast(singular, r1);
  if (stem.length > 2 && /[^aeiouy][yY]$/.test(stem)) stem = `${stem.slice(0, -1)}i`;
  stem = replaceIn(stem, step2, r1, r1);
  stem = replaceIn(stem, step3, r1, r2);
  stem = replaceIn(stem, step4, r2, r2);
  return withoutLast(stem, r1, r2).replaceAll("Y", "y");
}

type Suffixes = readonly (readonly [suffix: string, put: string])[];

/** Longest first: only the longest suffix that a word has is looked at. */
function suffixes(table: string): Suffixes {
  return table.split(" ").map((pair) => pair.split(">") as [string, string]);
}

/** Where the first region begins: behind the first consonant after a vowel, but for three prefixes. */
function firstRegion(word: string): number {
  return /^(?:gener|commun|arsen)/.exec(word)?.[0].length ?? regionAfter(word, 0);
}

function regionAfter(word: string, from: number): number {
  const found = /[aeiouy][^aeiouy]/.exec(word.slice(from));
  return found ? from + found.index + 2 : word.length;
}

function withoutPlural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (/(?:ied|ies)$/.test(word)) return word.length > 4 ? word.slice(0, -2) : word.slice(0, -1);
  return /[aeiouy].+s$/s.test(word) && !/[us]s$/.test(word) ? word.slice(0, -1) : word;
}

function withoutPast(word: string, r1: number): string {
  const stem = adverbialPast(word);
  if (stem === word) return word;
  if (word.startsWith("eed", stem.length)) return stem.length >= r1 ? `${stem}ee` : word;
  if (!/[aeiouy]/.test(stem)) return word;
  if (addsE(stem)) return `${stem}e`;
  if (doubled(stem)) return stem.slice(0, -1);
  return stem.length <= r1 && endsInShortSyllable(stem) ? `${stem}e` : stem;
}

function endsInShortSyllable(word: string): boolean {
  return /[^aeiouy][aeiouy][^aeiouywxY]$/.test(word) || /^[aeiouy][^aeiouy]$/.test(word);
}

function replaceIn(word: string, table: Suffixes, region: number, regionOfAtive: number): string {
  const found = table.find(([suffix]) => word.endsWith(suffix));
  if (found === undefined) return word;
  const [suffix, put] = found;
  const rest = word.length - suffix.length;
  if (rest < (suffix === "ative" ? regionOfAtive : region)) return word;
  const before = word.charAt(rest - 1);
  if (suffix === "ogi" && before !== "l") return word;
  if (suffix === "li" && !"cdeghkmnrt".includes(before)) return word;
  if (suffix === "ion" && before !== "s" && before !== "t") return word;
  return word.slice(0, rest) + put;
}

function withoutLast(word: string, r1: number, r2: number): string {
  const rest = word.slice(0, -1);
  if (word.endsWith("e")) return rest.length >= r2 || (rest.length >= r1 && !endsInShortSyllable(rest)) ? rest : word;
  return word.endsWith("ll") && rest.length >= r2 ? rest : word;
}
