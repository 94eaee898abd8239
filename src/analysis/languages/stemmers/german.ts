/**
 * Stemmers for German: Savoy's light and minimal ones, and Caumanns'. Lucene's GermanLightStemmer,
 * GermanMinimalStemmer, GermanStemmer.
 */
import { endings, unitMap } from "../ending-rules.ts";

const plainLetters = unitMap("äàáâ>a öòóô>o ïìíî>i üùúû>u");
const umlauts = unitMap("ä>a ö>o ü>u");

const lightCase = endings("5: ern 4: em en er es 3: e bs>b ds>d fs>f gs>g hs>h ks>k ls>l ms>m ns>n ts>t");
const lightDegree = endings("5: est 4: er en bst>b dst>d fst>f gst>g hst>h kst>k lst>l mst>m nst>n tst>t");

/** Light stemmer of the University of Neuchâtel: inflections of nouns and adjectives. */
export function lightGerman(word: string): string {
  return lightDegree(lightCase(plainLetters(word)));
}

const minimalEndings = endings("6: nen 5: en se es er 0: n e s r");

/** Plurals only. */
export function minimalGerman(word: string): string {
  return word.length < 5 ? word : minimalEndings(umlauts(word));
}

/** Letter groups that count as one letter, and a sign for each. */
const groups: readonly (readonly [group: string, sign: string])[] = [
  ["sch", "$"],
  ["ch", "§"],
  ["ei", "%"],
  ["ie", "&"],
  ["ig", "#"],
  ["st", "!"],
];
const groupOfSign = new Map(groups.map(([group, sign]) => [sign, group]));
const everyLetter = /^\p{L}*$/u;

/** Caumanns' stemmer (1999): strips endings as long as something is left, for the filter `german_stem`. */
export function caumannsGerman(word: string): string {
  const lower = word.toLowerCase();
  if (!everyLetter.test(lower)) return lower;
  const { text, shorterBy } = withSigns(lower);
  let stem = strip(text, shorterBy);
  if (stem.length > 5 && stem.endsWith("erin*")) stem = strip(stem.slice(0, -1), shorterBy);
  if (stem.endsWith("z")) stem = `${stem.slice(0, -1)}x`;
  stem = withoutSigns(stem);
  // The particle of participles: "gege" loses its first "ge".
  return stem.length > 4 ? stem.replace("gege", "ge") : stem;
}

/** Puts signs for letter groups and `*` for the second of two equal letters. */
function withSigns(word: string): { text: string; shorterBy: number } {
  let text = "";
  let shorterBy = 0;
  // What `ß` stands for is looked at like letters that were there.
  let rest = word;
  let before = "";
  while (rest !== "") {
    let letter = rest[0]!;
    if (letter === before) letter = "*";
    else if (letter === "ä" || letter === "ö" || letter === "ü") letter = umlauts(letter);
    else if (letter === "ß") {
      letter = "s";
      rest = `ss${rest.slice(1)}`;
      shorterBy++;
    }
    const looked = letter + rest.slice(1);
    const group = groups.find(([letters]) => looked.startsWith(letters));
    if (group) {
      letter = group[1];
      shorterBy += group[0].length - 1;
    }
    text += letter;
    before = letter;
    rest = rest.slice(group ? group[0].length : 1);
  }
  return { text, shorterBy };
}

function strip(word: string, shorterBy: number): string {
  let text = word;
  while (text.length > 3) {
    const whole = text.length + shorterBy;
    if (whole > 5 && text.endsWith("nd")) text = text.slice(0, -2);
    else if (whole > 4 && (text.endsWith("em") || text.endsWith("er"))) text = text.slice(0, -2);
    else if (/[esnt]$/.test(text)) text = text.slice(0, -1);
    else break;
  }
  return text;
}

function withoutSigns(word: string): string {
  let text = "";
  for (const letter of word)
    text += letter === "*" ? text.charAt(text.length - 1) : (groupOfSign.get(letter) ?? letter);
  return text;
}
