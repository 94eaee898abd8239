/**
 * The stemmer for Brazilian Portuguese of Lucene's BrazilianStemmer: Snowball's Portuguese in an early form, kept with
 * its slips.
 */
import { unitMap } from "../ending-rules.ts";

const plainLetters = unitMap("áâã>a éê>e í>i óôõ>o úü>u ç>c ñ>n");
const everyLetter = /^\p{L}*$/u;

/** Endings of derivation in the order in which they are tried, all but those marked in the region R2. */
const derivations = list(`
  uciones>u imentos amentos adores adoras logias encias>ente amente@R1 idades
  acoes imento amento adora ismos istas logia>log ucion>u encia>ente mente idade
  acao ezas icos icas ismo avel ivel ista osos osas ador ivas ivos eiras@RV>eir
  eza ico ica oso osa iva ivo eira@RV>eir`);

/** Endings of verbs in the region RV. */
const verbs = list(`
  issemos essemos assemos ariamos eriamos iriamos
  iremos eremos aremos avamos iramos eramos aramos asseis esseis isseis arieis erieis irieis
  irmos iamos armos ermos areis ereis ireis asses esses isses astes assem essem issem ardes erdes irdes ariam eriam iriam arias erias irias
  estes istes aveis
  aria eria iria asse esse isse aste este iste arei erei irei aram eram iram avam arem erem irem ando endo indo arao erao irao adas idas aras
  eras iras avas ares eres ires ados idos amos emos imos ieis
  ada ida ara era ira iam ado ido ias ais eis ear
  ia ei am em ar er ir as es is eu iu ou`);

interface Rule {
  readonly ending: string;
  readonly put: string;
  readonly region: string;
}

function list(table: string): readonly Rule[] {
  return table
    .trim()
    .split(/\s+/)
    .map((rule) => {
      const [left, put = ""] = rule.split(">");
      const [ending, region = "R2"] = left!.split("@");
      return { ending: ending!, put, region };
    });
}

/** The stem; words of less than three letters or thirty and more stay. */
export function stemBrazilian(word: string): string {
  const plain = withoutMarks(plainLetters(word.toLowerCase()));
  if (plain.length <= 2 || plain.length >= 30) return word;
  if (!everyLetter.test(plain)) return plain;
  const r1 = afterVowelAndConsonant(plain);
  const r2 = afterVowelAndConsonant(r1);
  const rv = verbRegion(plain);
  const inRegions = derived(plain, r1, r2, rv);
  const stem = inRegions ?? withoutVerbEnding(plain, rv);
  return finish(stem ?? plain, stem !== undefined, rv);
}

/** One mark at the beginning and one at the end. */
function withoutMarks(word: string): string {
  const stem = word.length >= 2 ? word.replace(/^["'\-,;.?!]/, "") : word;
  return stem.length >= 2 ? stem.replace(/["'\-,;.?!]$/, "") : stem;
}

function derived(word: string, r1: string, r2: string, rv: string): string | undefined {
  for (const { ending, put, region } of derivations) {
    if (!word.endsWith(ending)) continue;
    // The letter before `iras` and `ira` needs not lie in the region.
    const searched = region === "R1" ? r1 : region === "R2" ? r2 : rv;
    if (!searched.endsWith(region === "RV" ? ending.slice(1) : ending)) continue;
    // A slip of Lucene: the rule counts as applied, and the word stays.
    if (ending === "logias") return word;
    return word.slice(0, -ending.length) + put;
  }
  return undefined;
}

function withoutVerbEnding(word: string, rv: string): string | undefined {
  const rule = verbs.find(({ ending }) => rv.endsWith(ending));
  if (rule === undefined) return undefined;
  // A slip of Lucene: words in `ira` lose `ava`, which they do not have.
  return rule.ending === "ira" ? word : word.slice(0, -rule.ending.length);
}

/**
 * What is left behind the derivation or the verb's ending, and the final `e`. The regions are those of the whole word.
 */
function finish(word: string, changed: boolean, rv: string): string {
  let stem = word;
  const cut = (ending: string): void => {
    if (stem.endsWith(ending)) stem = stem.slice(0, -ending.length);
  };
  if (changed) {
    if (rv.endsWith("ci")) cut("i");
  } else {
    const ending = ["os", "a", "i", "o"].find((candidate) => rv.endsWith(candidate));
    if (ending !== undefined) cut(ending);
  }
  if (rv.endsWith("e")) {
    cut("e");
    if (rv.endsWith("gue")) cut("u");
    else if (rv.endsWith("cie")) cut("i");
  }
  return stem;
}

/** What follows the first consonant behind a vowel; empty when there is none. */
function afterVowelAndConsonant(word: string): string {
  return /^[^aeiou]*[aeiou]+[^aeiou](.+)$/s.exec(word)?.[1] ?? "";
}

/** What follows the second vowel, or the second consonant, or the third letter, by how the word begins. */
function verbRegion(word: string): string {
  const second = /^.[^aeiou][^aeiou]*[aeiou](.+)$/s.exec(word) ?? /^[aeiou][aeiou]+[^aeiou](.+)$/s.exec(word);
  return second?.[1] ?? word.slice(3);
}
