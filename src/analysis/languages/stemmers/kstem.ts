/** Krovetz' stemmer for English (1993): endings are taken off only where a known word is left. Lucene's KStemmer. */
import { type KstemEntry, kstemDictionary } from "./kstem-dictionary.ts";

/** Longer words stay as they are. */
const MAX_WORD_LENGTH = 49;

/** The stem of an English word in lower case. */
export function kstem(word: string): string {
  if (word.length < 3 || word.length > MAX_WORD_LENGTH) return word;
  const known = kstemDictionary().get(word);
  if (known !== undefined) return known.root ?? word;
  if (!/^[a-z]+$/.test(word)) return word;
  const stemming = new Stemming(word, kstemDictionary());
  for (const step of steps) {
    step(stemming);
    if (stemming.found !== undefined) break;
  }
  return stemming.found?.root ?? stemming.word;
}

/** A word on its way. */
class Stemming {
  word: string;
  /** What the dictionary has for the word that was looked up last. */
  found: KstemEntry | undefined = undefined;
  readonly #dictionary: ReadonlyMap<string, KstemEntry>;

  constructor(word: string, dictionary: ReadonlyMap<string, KstemEntry>) {
    this.word = word;
    this.#dictionary = dictionary;
  }

  /** Goes on with `candidate`, known or not; answers whether it is known. */
  take(candidate: string): boolean {
    this.word = candidate;
    this.found = this.#dictionary.get(candidate);
    return this.found !== undefined;
  }

  /** Goes on with the first of the words that is known, or else with `otherwise`. */
  takeOne(candidates: readonly string[], otherwise: string): boolean {
    if (candidates.some((candidate) => this.take(candidate))) return true;
    this.word = otherwise;
    return false;
  }

  /** As `take`, but exceptions do not count. */
  takeRegular(candidate: string): boolean {
    this.word = candidate;
    const entry = this.#dictionary.get(candidate);
    if (entry === undefined || entry.exception) return false;
    this.found = entry;
    return true;
  }

  /** Looks the word up as it is. */
  look(): void {
    this.takeRegular(this.word);
  }

  /** What stands before `ending`, which must not be the whole word; undefined when the word ends otherwise. */
  before(ending: string): string | undefined {
    return this.word.length > ending.length && this.word.endsWith(ending)
      ? this.word.slice(0, -ending.length)
      : undefined;
  }
}

function isConsonant(word: string, index: number): boolean {
  const letter = word.charAt(index);
  if ("aeiou".includes(letter)) return false;
  return letter !== "y" || index === 0 || !isConsonant(word, index - 1);
}

function hasVowel(word: string): boolean {
  for (let index = 0; index < word.length; index++) if (!isConsonant(word, index)) return true;
  return false;
}

function endsInDouble(word: string): boolean {
  const last = word.length - 1;
  return last > 0 && word[last] === word[last - 1] && isConsonant(word, last);
}

/** The word without the second of two equal letters; nothing when there are none. */
function undoubled(word: string): readonly string[] {
  return endsInDouble(word) ? [word.slice(0, -1)] : [];
}

function plural(state: Stemming): void {
  const beforeIes = state.before("ies");
  if (beforeIes !== undefined) {
    if (!state.take(`${beforeIes}ie`)) state.take(`${beforeIes}y`);
    return;
  }
  const beforeEs = state.before("es");
  if (beforeEs !== undefined) {
    const triesE = beforeEs.length > 1 && !beforeEs.endsWith("ss");
    if ((triesE && state.take(`${beforeEs}e`)) || state.take(beforeEs)) return;
    state.word = `${beforeEs}e`;
    if (!triesE) state.take(state.word);
    return;
  }
  const { word } = state;
  if (word.length > 3 && word.endsWith("s") && !word.endsWith("ss") && state.before("ous") === undefined)
    state.take(word.slice(0, -1));
}

function pastTense(state: Stemming): void {
  if (state.word.length <= 4) return;
  const beforeIed = state.before("ied");
  if (beforeIed !== undefined) {
    if (!state.take(`${beforeIed}ie`)) state.take(`${beforeIed}y`);
    return;
  }
  const stem = state.before("ed");
  if (stem === undefined || !hasVowel(stem)) return;
  if (state.takeRegular(`${stem}e`) || state.take(stem)) return;
  if (endsInDouble(stem)) {
    if (!state.take(stem.slice(0, -1))) state.take(stem);
  } else {
    state.word = stem.startsWith("un") ? `${stem}ed` : `${stem}e`;
  }
}

function aspect(state: Stemming): void {
  const stem = state.before("ing");
  if (state.word.length <= 5 || stem === undefined || !hasVowel(stem)) return;
  if (state.takeRegular(`${stem}e`) || state.take(stem)) return;
  if (endsInDouble(stem)) {
    if (!state.take(stem.slice(0, -1))) state.take(stem);
    return;
  }
  const last = stem.length - 1;
  state.word = last > 0 && isConsonant(stem, last) && isConsonant(stem, last - 1) ? stem : `${stem}e`;
}

function ity(state: Stemming): void {
  const stem = state.before("ity");
  if (stem === undefined || state.takeOne([stem, `${stem}e`], state.word)) return;
  if (stem.endsWith("il")) state.take(`${stem.slice(0, -2)}le`);
  else if (stem.endsWith("iv")) state.take(`${stem}e`);
  else if (stem.endsWith("al")) state.take(stem);
  else if (!state.take(`${stem}ity`)) state.word = stem;
}

function ness(state: Stemming): void {
  const stem = state.before("ness");
  if (stem !== undefined) state.take(stem.replace(/i$/, "y"));
}

function ion(state: Stemming): void {
  const { word } = state;
  const stem = state.before("ion");
  if (stem === undefined) return;
  const beforeIzation = state.before("ization");
  if (beforeIzation !== undefined) {
    state.take(`${beforeIzation}ize`);
    return;
  }
  const beforeItion = state.before("ition");
  const beforeAtion = state.before("ation");
  if (beforeItion !== undefined) {
    if (state.takeOne([`${beforeItion}e`], word)) return;
  } else if (beforeAtion !== undefined && state.takeOne([`${beforeAtion}ate`, `${beforeAtion}e`, beforeAtion], word)) {
    return;
  }
  const beforeIcation = state.before("ication");
  if (beforeIcation !== undefined && state.takeOne([`${beforeIcation}y`], word)) return;
  state.takeOne([`${stem}e`, stem], word);
}

function erAndOr(state: Stemming): void {
  const { word } = state;
  if (state.before("izer") !== undefined) {
    state.take(word.slice(0, -1));
    return;
  }
  const stem = state.before("er") ?? state.before("or");
  if (stem === undefined) return;
  const candidates = [...undoubled(stem)];
  let vowel = word.charAt(word.length - 2);
  if (stem.endsWith("i")) {
    candidates.push(`${stem.slice(0, -1)}y`);
    vowel = "e";
  }
  if (stem.endsWith("e")) candidates.push(stem.slice(0, -1));
  state.takeOne([...candidates, stem + vowel, stem, `${stem}e`], word);
}

function ly(state: Stemming): void {
  const stem = state.before("ly");
  if (stem === undefined || state.take(`${stem}le`) || state.take(stem)) return;
  if (stem.length > 1 && stem.endsWith("al")) return;
  if (stem.length > 1 && stem.endsWith("ab")) {
    state.word = `${stem}le`;
    return;
  }
  if (stem.endsWith("i") && state.take(`${stem.slice(0, -1)}y`)) return;
  state.word = stem;
}

function al(state: Stemming): void {
  const { word } = state;
  const stem = state.before("al");
  if (word.length < 4 || stem === undefined) return;
  if (state.takeOne([stem, ...undoubled(stem), `${stem}e`, `${stem}um`], word)) return;
  if (stem.length > 1 && stem.endsWith("ic")) {
    const root = stem.slice(0, -2);
    if (!state.take(root) && !state.take(`${root}y`)) state.take(`${root}ic`);
  } else if (stem.endsWith("i") && !state.take(stem.slice(0, -1))) {
    state.take(word);
  }
}

function ive(state: Stemming): void {
  const { word } = state;
  const stem = state.before("ive");
  if (stem === undefined) return;
  const root = stem.slice(0, -2);
  const ofAtive = stem.length > 1 && stem.endsWith("at") ? [`${root}e`, root] : [];
  state.takeOne([stem, `${stem}e`, ...ofAtive, `${stem}ion`], word);
}

function ize(state: Stemming): void {
  const stem = state.before("ize");
  if (stem !== undefined) state.takeOne([stem, ...undoubled(stem), `${stem}e`], state.word);
}

function ment(state: Stemming): void {
  const stem = state.before("ment");
  if (stem !== undefined) state.takeOne([stem], state.word);
}

function ble(state: Stemming): void {
  const stem = state.before("able") ?? state.before("ible");
  if (stem !== undefined) state.takeOne([stem, ...undoubled(stem), `${stem}e`, `${stem}ate`], state.word);
}

function ism(state: Stemming): void {
  const stem = state.before("ism");
  if (stem !== undefined) state.take(stem);
}

function ic(state: Stemming): void {
  const stem = state.before("ic");
  if (stem !== undefined) state.takeOne([`${stem}ical`, `${stem}y`, `${stem}e`, stem], state.word);
}

function ncy(state: Stemming): void {
  const stem = state.before("ncy");
  if (stem !== undefined && /[ae]$/.test(stem) && !state.take(`${stem}nt`)) state.take(`${stem}nce`);
}

function nce(state: Stemming): void {
  const stem = state.before("nce");
  if (stem === undefined || !/[ae]$/.test(stem)) return;
  state.takeOne([`${stem.slice(0, -1)}e`, stem.slice(0, -1)], state.word);
}

/**
 * Looks the word up on the way, with what `ive` makes of it: only a known word without that ending ends the search
 * here.
 */
function knownOrIve(state: Stemming): void {
  state.look();
  ive(state);
}

const steps: readonly ((state: Stemming) => void)[] = [
  plural,
  pastTense,
  aspect,
  ity,
  ness,
  ion,
  erAndOr,
  ly,
  al,
  knownOrIve,
  ize,
  ment,
  ble,
  ism,
  ic,
  ncy,
  nce,
];
