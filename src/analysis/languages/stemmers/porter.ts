/**
 * Porter's stemmer for English (1980), with the two departures of its author's later version (`bli` and `logi`):
 * Lucene's PorterStemmer.
 */

/** Letters of the word in work. Words are stemmed one after the other, so one buffer serves all. */
let letters = new Uint16Array(64);
/** Number of letters. */
let length = 0;

const A = 0x61;
const E = 0x65;
const I = 0x69;
const L = 0x6c;
const O = 0x6f;
const S = 0x73;
const U = 0x75;
const W = 0x77;
const X = 0x78;
const Y = 0x79;
const Z = 0x7a;

/**
 * Endings by the last letter but one (steps 2 and 4) or the last letter (step 3): `ending>put`, the first that fits
 * counts.
 */
type Rules = ReadonlyMap<number, readonly (readonly [ending: string, put: string])[]>;

function rules(table: string, letterFromEnd: number): Rules {
  const map = new Map<number, (readonly [string, string])[]>();
  for (const part of table.split(" ")) {
    const [ending, put = ""] = part.split(">");
    const key = ending!.charCodeAt(ending!.length - letterFromEnd);
    map.set(key, [...(map.get(key) ?? []), [ending!, put]]);
  }
  return map;
}

const commonStep2 =
  "ational>ate tional>tion enci>ence anci>ance izer>ize alli>al entli>ent eli>e ousli>ous ization>ize ation>ate ator>ate alism>al " +
  "iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble";
const step2 = rules(`${commonStep2} bli>ble logi>log`, 2);
const publishedStep2 = rules(`${commonStep2} abli>able`, 2);
const step3 = rules("icate>ic ative> alize>al iciti>ic ical>ic ful> ness>", 1);
const step4 = rules("al ance ence er ic able ible ant ement ment ent sion>s tion>t ou ism ate iti ous ive ize", 2);

/** The stem of an English word in lower case. */
export function porter(word: string): string {
  return word.length < 3 ? word : stem(word, step2);
}

/** As published, for words of any length: Snowball's stemmer `Porter`. */
export function snowballPorter(word: string): string {
  return word === "" ? word : stem(word, publishedStep2);
}

function stem(word: string, ruleTable: Rules): string {
  if (word.length > letters.length) letters = new Uint16Array(word.length * 2);
  length = word.length;
  for (let index = 0; index < length; index++) letters[index] = word.charCodeAt(index);
  plurals();
  pastAndProgressive();
  if (endsIn("y") && hasVowel(length - 1)) letters[length - 1] = I;
  replaceByRule(ruleTable, 2);
  replaceByRule(step3, 1);
  derivations();
  finalE();
  return String.fromCharCode.apply(null, letters.subarray(0, length) as unknown as number[]);
}

function plurals(): void {
  if (letters[length - 1] !== S) return;
  if (endsIn("sses") || endsIn("ies")) length -= 2;
  else if (letters[length - 2] !== S) length--;
}

function pastAndProgressive(): void {
  if (endsIn("eed")) {
    if (measure(length - 3) > 0) length--;
    return;
  }
  const cut = endsIn("ed") ? 2 : endsIn("ing") ? 3 : 0;
  if (cut === 0 || !hasVowel(length - cut)) return;
  length -= cut;
  if (endsIn("at") || endsIn("bl") || endsIn("iz")) {
    letters[length++] = E;
  } else if (endsInDouble()) {
    const last = letters[length - 1];
    if (last !== L && last !== S && last !== Z) length--;
    // The measure is that of the word without its ending, as found before.
  } else if (measure(length) === 1 && endsInShortSyllable(length)) {
    letters[length++] = E;
  }
}

function replaceByRule(table: Rules, letterFromEnd: number): void {
  if (length < letterFromEnd) return;
  const candidates = table.get(letters[length - letterFromEnd]!);
  if (candidates === undefined) return;
  for (const [ending, put] of candidates) {
    if (!endsIn(ending)) continue;
    const rest = length - ending.length;
    if (measure(rest) > 0) {
      for (let index = 0; index < put.length; index++) letters[rest + index] = put.charCodeAt(index);
      length = rest + put.length;
    }
    return;
  }
}

function derivations(): void {
  if (length < 2) return;
  const candidates = step4.get(letters[length - 2]!);
  if (candidates === undefined) return;
  for (const [ending, put] of candidates) {
    if (!endsIn(ending)) continue;
    const rest = length - ending.length + put.length;
    if (measure(rest) > 1) length = rest;
    return;
  }
}

function finalE(): void {
  if (letters[length - 1] === E) {
    const count = measure(length);
    if (count > 1 || (count === 1 && !endsInShortSyllable(length - 1))) length--;
  }
  if (letters[length - 1] === L && endsInDouble() && measure(length) > 1) length--;
}

function endsIn(ending: string): boolean {
  const from = length - ending.length;
  if (from < 0) return false;
  for (let index = 0; index < ending.length; index++)
    if (letters[from + index] !== ending.charCodeAt(index)) return false;
  return true;
}

/** Whether the letter at `index` is a consonant; `y` is one at the beginning and after a vowel. */
function isConsonant(index: number): boolean {
  switch (letters[index]) {
    case A:
    case E:
    case I:
    case O:
    case U:
      return false;
    case Y:
      return index === 0 || !isConsonant(index - 1);
    default:
      return true;
  }
}

/** How many times vowels are followed by consonants in the first `end` letters. */
function measure(end: number): number {
  let count = 0;
  let index = 0;
  while (index < end && isConsonant(index)) index++;
  while (index < end) {
    while (index < end && !isConsonant(index)) index++;
    if (index >= end) break;
    count++;
    while (index < end && isConsonant(index)) index++;
  }
  return count;
}

function hasVowel(end: number): boolean {
  for (let index = 0; index < end; index++) if (!isConsonant(index)) return true;
  return false;
}

function endsInDouble(): boolean {
  return length > 1 && letters[length - 1] === letters[length - 2] && isConsonant(length - 1);
}

/** Whether the first `end` letters end in consonant, vowel, consonant, and the last is none of `w`, `x`, `y`. */
function endsInShortSyllable(end: number): boolean {
  if (end < 3 || !isConsonant(end - 1) || isConsonant(end - 2) || !isConsonant(end - 3)) return false;
  const last = letters[end - 1];
  return last !== W && last !== X && last !== Y;
}
