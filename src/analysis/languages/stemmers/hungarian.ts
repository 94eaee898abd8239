import { endings, unitMap } from "../ending-rules.ts";

const plainLetters = unitMap("á>a ëé>e í>i óőõö>o úűũûü>u");
const longCases = endings("6: kent 5: nak nek val vel ert rol ban ben bol nal nel hoz hez tol");
const shortCases = endings("4: at et ot va ve ra re ba be ul ig");
const plurals = endings("4: ak ok ek 3: k");
const vowels = "aeiouy";

/** Light stemmer of the University of Neuchâtel for Hungarian: Lucene's HungarianLightStemmer. */
export function lightHungarian(word: string): string {
  const stem = plurals(withoutPossessive(withoutCase(plainLetters(word))));
  return stem.length > 3 && /[aeio]$/.test(stem) ? stem.slice(0, -1) : stem;
}

function isVowel(word: string, fromEnd: number): boolean {
  return vowels.includes(word.charAt(word.length - fromEnd));
}

/** Whether the two letters before the last `ending` letters are the same consonant. */
function doubledBefore(word: string, ending: number): boolean {
  const first = word.charAt(word.length - ending - 1);
  return !vowels.includes(first) && first === word.charAt(word.length - ending - 2);
}

function withoutCase(word: string): string {
  const { length } = word;
  const long = longCases(word);
  if (long !== word) return long;
  if (length > 5 && /[ae]l$/.test(word) && doubledBefore(word, 2)) return word.slice(0, -3);
  const short = shortCases(word);
  if (short !== word || length <= 4) return short;
  if (/[oe]n$/.test(word) && !isVowel(word, 3)) return word.slice(0, -2);
  if (/[tn]$/.test(word)) return word.slice(0, -1);
  return /[ae]$/.test(word) && doubledBefore(word, 1) ? word.slice(0, -2) : word;
}

function withoutPossessive(word: string): string {
  const { length } = word;
  if (length > 6 && ((!isVowel(word, 5) && /(?:atok|otok|etek)$/.test(word)) || /(?:itek|itok)$/.test(word)))
    return word.slice(0, -4);
  if (length > 5) {
    if (!isVowel(word, 4) && /(?:unk|tok|tek)$/.test(word)) return word.slice(0, -3);
    if ((isVowel(word, 4) && word.endsWith("juk")) || word.endsWith("ink")) return word.slice(0, -3);
  }
  if (length > 4) {
    if (!isVowel(word, 3) && /(?:[aeo][md]|uk)$/.test(word)) return word.slice(0, -2);
    if (isVowel(word, 3) && /(?:nk|ja|je)$/.test(word)) return word.slice(0, -2);
    if (/i[mdk]$/.test(word)) return word.slice(0, -2);
  }
  if (length > 3) {
    if (/[ae]$/.test(word) && !isVowel(word, 2)) return word.slice(0, -1);
    if (/[md]$/.test(word) && isVowel(word, 2)) return word.slice(0, -1);
    if (word.endsWith("i")) return word.slice(0, -1);
  }
  return word;
}
