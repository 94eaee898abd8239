/**
 * The stemmer of Wessel Kraaij and Renée Pohlmann (1994) for Dutch, as Snowball 2 has it (`Kp`). Vowels are doubled
 * where an ending kept them long.
 */
import type { Stem } from "../ending-rules.ts";
import { LongestEnding } from "../longest-ending.ts";

/** Where the regions of a word begin, in UTF-16 units. */
interface Regions {
  readonly r1: number;
  readonly r2: number;
}

/** Answers what becomes of a word; undefined when the step does not apply. */
type Step = (word: string, regions: Regions) => string | undefined;

const region = /^[^aeiouy]*(?:ij|i(?!j)|[aeouy])+[^aeiouy]/;
const afterConsonant = /(?<!ij)(?<=[^aeiouy])$/;
const afterVowel = /(?:[aeiouy]|ij)$/;
const beforeLastAfterVowel = /(?:[aeiouy]|ij)[^]$/;

function measure(word: string): Regions {
  const r1 = region.exec(word)?.[0].length;
  if (r1 === undefined) return { r1: word.length, r2: word.length };
  const r2 = region.exec(word.slice(r1))?.[0].length;
  return { r1, r2: r2 === undefined ? word.length : r1 + r2 };
}

/** The single vowel before the last consonant twice: `lop` is what is left of `lopen`, `loop` is meant. */
function lengthen(word: string): string {
  return word
    .replace(/(?<=^|[^aeiouy])([aou])(?=[^aeiouywx]$)/, "$1$1")
    .replace(/(?<=^|(?<![aiou]|[^aeiouy][aiou][^])[^aeiouy])e(?=[^aeiouywx]$)/, "ee");
}

/** How an ending is taken off: `stem` is the word without it. */
type Ending = (stem: string, regions: Regions) => string | undefined;

const inR1 = (stem: string, { r1 }: Regions): boolean => r1 <= stem.length;
const behindConsonant = (stem: string, regions: Regions): boolean => inR1(stem, regions) && afterConsonant.test(stem);

/** Puts a text for an ending in the first region. */
function put(text: string, when: (stem: string, regions: Regions) => boolean = inR1): Ending {
  return (stem, regions) => (when(stem, regions) ? stem + text : undefined);
}

/** As `put`, and lengthens the vowel. */
function putLong(text: string, when: (stem: string, regions: Regions) => boolean = inR1): Ending {
  return (stem, regions) => (when(stem, regions) ? lengthen(stem + text) : undefined);
}

/** A step of endings of which the longest of the word counts; several may share a rule. */
function step(rules: readonly (readonly [endings: string, rule: Ending])[]): Step {
  const longest = new LongestEnding(Object.fromEntries(rules.map(([endings]) => [endings, endings])));
  const ruleOf = new Map(rules);
  return (word, regions) => {
    const found = longest.find(word);
    return found && ruleOf.get(found.group)!(word.slice(0, found.at), regions);
  };
}

/** A further ending before the one that was found. */
function before(stem: string, ending: string): string | undefined {
  return stem.endsWith(ending) ? stem.slice(0, stem.length - ending.length) : undefined;
}

const plurals = step([
  ["'s", (stem) => stem],
  [
    "s",
    (stem, regions) =>
      behindConsonant(stem, regions) && !(stem.endsWith("t") && regions.r1 < stem.length) ? stem : undefined,
  ],
  ["ies", put("ie")],
  [
    "es",
    (stem, regions) => {
      const ar = before(stem, "ar");
      if (ar !== undefined && behindConsonant(ar, regions)) return lengthen(ar);
      const er = before(stem, "er");
      if (er !== undefined && behindConsonant(er, regions)) return er;
      return put("e", behindConsonant)(stem, regions);
    },
  ],
  ["aus", put("au", (stem, regions) => inR1(stem, regions) && afterVowel.test(stem))],
  [
    "en",
    (stem, regions) => {
      const hed = before(stem, "hed");
      if (hed !== undefined && inR1(hed, regions)) return `${hed}heid`;
      if (stem.endsWith("nd")) return stem;
      const d = before(stem, "d");
      if (d !== undefined && behindConsonant(d, regions)) return d;
      if (/[ij]$/.test(stem) && afterVowel.test(stem.slice(0, -1))) return stem;
      return putLong("", behindConsonant)(stem, regions);
    },
  ],
  ["nde", (stem) => `${stem}nd`],
]);

/** What stands before the `je` of a diminutive. */
function withoutDiminutive(stem: string, regions: Regions): string | undefined {
  const apostropheT = before(stem, "'t");
  if (apostropheT !== undefined) return apostropheT;
  const et = before(stem, "et");
  if (et !== undefined && behindConsonant(et, regions)) return et;
  if (stem.endsWith("rnt")) return stem.slice(0, -1);
  const t = before(stem, "t");
  if (t !== undefined && inR1(t, regions) && beforeLastAfterVowel.test(t)) return t;
  if (stem.endsWith("ink")) return `${stem.slice(0, -1)}g`;
  if (stem.endsWith("mp")) return stem.slice(0, -1);
  const apostrophe = before(stem, "'");
  if (apostrophe !== undefined && inR1(apostrophe, regions)) return apostrophe;
  return behindConsonant(stem, regions) ? stem : undefined;
}

const inflections = step([
  ["je", withoutDiminutive],
  ["ge", put("g")],
  ["lijke", put("lijk")],
  ["ische", put("isch")],
  ["de", put("", behindConsonant)],
  ["te", put("t")],
  ["se", put("s")],
  ["re", put("r")],
  ["le", putLong("l")],
  ["ene", putLong("en", behindConsonant)],
  ["ieve", put("ief", behindConsonant)],
]);

const inR2 = (stem: string, { r2 }: Regions): boolean => r2 <= stem.length;

const nouns = step([
  ["atie", put("eer")],
  ["iteit ing isme erij", putLong("")],
  ["heid sel ster", put("")],
  ["rder", (stem) => `${stem}r`],
  ["arij", put("aar", behindConsonant)],
  ["fie", putLong("f", inR2)],
  ["gie", putLong("g", inR2)],
  ["tst", put("t", behindConsonant)],
  ["dst", put("d", behindConsonant)],
]);

const behindVowel = (stem: string, regions: Regions): boolean => inR1(stem, regions) && afterVowel.test(stem);

const adjectives = step([
  ["ioneel", put("ie")],
  ["atief", put("eer")],
  ["baar achtig achtiger achtigst", put("")],
  ["naar", put("n", behindVowel)],
  ["laar", put("l", behindVowel)],
  ["raar", put("r", behindVowel)],
  ["tant", put("teer")],
  ["lijker lijkst", put("lijk")],
  ["eriger erigst erig end", putLong("", behindConsonant)],
]);
const shortAdjectives = step([["iger igst ig", putLong("", behindConsonant)]]);

/** What the prefix and the infix `ge` leave of a past participle. */
const participles = step([
  [
    "d",
    (stem, regions) =>
      behindConsonant(stem, regions) && !(stem.endsWith("n") && regions.r1 < stem.length) ? stem : undefined,
  ],
  [
    "t",
    (stem, regions) =>
      behindConsonant(stem, regions) && !(stem.endsWith("h") && regions.r1 < stem.length) ? stem : undefined,
  ],
]);

/** What must follow `ge`. */
const restOfParticiple = /^(?=[^]{3})[^]*?[aeiouy][^]*?[^aeiouy]/;

export const stemKraaijPohlmann: Stem = (word) => {
  // A `y` that is a consonant is written as a capital meanwhile.
  const marked = word.replace(/^y/, "Y").replace(/([aeiouy])y/g, "$1Y");
  let stem = marked;
  let stemmed = false;
  const regions = measure(stem);
  const apply = (...steps: readonly Step[]): void => {
    for (const one of steps) {
      const found = one(stem, regions);
      if (found === undefined) continue;
      stem = found;
      stemmed = true;
      return;
    }
  };
  apply(plurals);
  apply(inflections);
  apply(nouns);
  apply(adjectives, shortAdjectives);
  if (stem.startsWith("ge")) stem = withoutGe(stem, 0) ?? stem;
  const inner = withoutGe(stem, stem.indexOf("ge", 1));
  stem = inner ?? stem;
  const respelled = stem.replace(/(?<=[kfp])t$/, "");
  if (stemmed || respelled !== stem || inner !== undefined) stem = withSingleEnd(respelled);
  return marked === word ? stem : stem.replaceAll("Y", "y");
};

/** Takes a `ge` and the ending of the participle off; undefined when there is none at this place. */
function withoutGe(word: string, at: number): string | undefined {
  if (at < 0 || !restOfParticiple.test(word.slice(at + 2))) return undefined;
  const shorter = word.slice(0, at) + word.slice(at + 2);
  return participles(shorter, measure(shorter)) ?? shorter;
}

/** No word ends in two consonants that are the same, or in `v` or `z`. */
function withSingleEnd(word: string): string {
  if (/([bcdfghjklmnpqrstvwxz])\1$/.test(word)) return word.slice(0, -1);
  return word.replace(/v$/, "f").replace(/z$/, "s");
}
