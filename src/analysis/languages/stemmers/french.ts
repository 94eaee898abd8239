/** Savoy's stemmers for French: Lucene's FrenchLightStemmer and FrenchMinimalStemmer. */
import { endings, unitMap } from "../ending-rules.ts";
import { dropRepeated } from "../latin-vowels.ts";

const plainLetters = unitMap("àáâ>a ô>o èéê>e ùû>u î>i ç>c");
const letters = /^\p{L}$/u;

/** Endings after which the stem is finished. */
const last = endings(`
  9: issement>ir 8: issant>ir 11: ficatrice>fier 10: ficateur>fier 9: catrice>quer 8: cateur>quer atrice>er 7: ateur>er
`);
/** Nouns and adjectives, after `trice` has become `teur`. */
const nouns = endings(`
  5: ième 7: teuse>ter 6: teur>ter 5: euse>eu 8: ère>er 7: ive>if 4: folle>fou molle>mou 9: nnelle>n nnel>n
`);
const abstractNouns = endings("8: esse>e 7: inage>in");
const actions = endings("9: isateur 8: ation ition");

/** Light stemmer of the University of Neuchâtel. */
export function lightFrench(word: string): string {
  return withoutRest(withoutDerivation(withoutPlural(word)));
}

function withoutPlural(word: string): string {
  let stem = word;
  if (stem.length > 5 && stem.endsWith("x")) {
    stem = stem.slice(0, -1);
    if (stem.endsWith("au") && stem.charAt(stem.length - 3) !== "e") stem = `${stem.slice(0, -1)}l`;
  }
  if (stem.length > 3 && stem.endsWith("x")) stem = stem.slice(0, -1);
  return stem.length > 3 && stem.endsWith("s") ? stem.slice(0, -1) : stem;
}

function withoutDerivation(word: string): string {
  const finished = last(word);
  if (finished !== word) return finished;
  let stem = word;
  if (stem.length > 6 && stem.endsWith("ement")) {
    stem = stem.slice(0, -4);
    return stem.length > 3 && stem.endsWith("ive") ? `${stem.slice(0, -2)}f` : stem;
  }
  if (stem.length > 6 && stem.endsWith("trice")) stem = `${stem.slice(0, -4)}eur`;
  const noun = nouns(stem);
  if (noun !== stem) return noun;
  if (stem.length > 4 && stem.endsWith("ète")) stem = `${stem.slice(0, -3)}et`;
  if (stem.length > 8 && stem.endsWith("ique")) stem = stem.slice(0, -4);
  const abstractNoun = abstractNouns(stem);
  if (abstractNoun !== stem) return abstractNoun;
  if (stem.length > 9 && stem.endsWith("isation")) {
    stem = stem.slice(0, -7);
    return stem.length > 5 && stem.endsWith("ual") ? `${stem.slice(0, -2)}el` : stem;
  }
  return actions(stem);
}

/** Accents, doubled letters and what is left of endings. */
function withoutRest(word: string): string {
  let stem = word;
  if (stem.length > 4) stem = dropRepeated(plainLetters(stem), letters);
  if (stem.length > 4 && stem.endsWith("ie")) stem = stem.slice(0, -2);
  if (stem.length <= 4) return stem;
  if (stem.endsWith("r")) stem = stem.slice(0, -1);
  if (stem.endsWith("e")) stem = stem.slice(0, -1);
  if (stem.endsWith("e")) stem = stem.slice(0, -1);
  return withoutDoubledEnd(stem);
}

function withoutDoubledEnd(word: string): string {
  const end = word.charAt(word.length - 1);
  return end === word.charAt(word.length - 2) && letters.test(end) ? word.slice(0, -1) : word;
}

/** Plurals only. */
export function minimalFrench(word: string): string {
  if (word.length < 6) return word;
  if (word.endsWith("x")) return word.endsWith("aux") ? `${word.slice(0, -2)}l` : word.slice(0, -1);
  let stem = word;
  for (const end of "sreé") if (stem.endsWith(end)) stem = stem.slice(0, -1);
  return withoutDoubledEnd(stem);
}
