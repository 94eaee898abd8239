import { endings } from "../ending-rules.ts";
import { plainVowels } from "../latin-vowels.ts";

const vowelEndings = endings("0: ie he e hi ii i ia a io o");

/** Light stemmer of the University of Neuchâtel for Italian: Lucene's ItalianLightStemmer. */
export function lightItalian(word: string): string {
  return word.length < 6 ? word : vowelEndings(plainVowels(word));
}
