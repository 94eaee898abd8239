/** Stemmers for Norwegian's two written forms: Lucene's NorwegianLightStemmer and NorwegianMinimalStemmer. */
import { endings, type Stem } from "../ending-rules.ts";

const genitive = endings("4: s");

function after(step: Stem): Stem {
  return (word) => step(genitive(word));
}

/** Bokmål. */
export const lightNorwegian = after(
  endings("7: heter heten 5: dom het 7: elser elsen 6: ende else este eren 5: ere est ene 4: er en et st te 3: a e n"),
);
/** Nynorsk. */
export const lightNynorsk = after(
  endings(
    "7: heita 8: heiter leiken leikar 5: dom 6: heit semd leik 7: elser elsen 6: ande else aste aren 5: are ast ene ane 4: er en et ar te 3: a e n",
  ),
);
/** Bokmål, plurals and definite forms only. */
export const minimalNorwegian = after(endings("5: ene 4: er en et 3: a e"));
/** Nynorsk, plurals and definite forms only. */
export const minimalNynorsk = after(endings("5: ene ane 4: er en et ar 3: a e"));
