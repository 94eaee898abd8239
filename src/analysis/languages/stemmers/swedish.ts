/** Stemmers for Swedish: Lucene's SwedishLightStemmer and SwedishMinimalStemmer. */
import { endings } from "../ending-rules.ts";

const genitive = endings("4: s");
const lightEndings = endings(
  "7: elser heten 6: arne erna ande else aste orna aren 5: are ast het 4: ar er or en at te et 3: t a e n",
);
const minimalEndings = endings("6: arne erna arna orna aren 5: are 4: ar at er et or en 3: a e n");

/** Light stemmer of the University of Neuchâtel. */
export function lightSwedish(word: string): string {
  return lightEndings(genitive(word));
}

/** Plurals and definite forms only. */
export function minimalSwedish(word: string): string {
  return minimalEndings(genitive(word));
}
