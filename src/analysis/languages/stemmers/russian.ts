import { endings } from "../ending-rules.ts";

const cases = endings(`
  6: иями оями 5: иям иях оях ями оям оьв ами его ему ери ими ого ому ыми оев
  4: ая яя ях юю ах ею их ия ию ьв ою ую ям ых ея ам ем ей ём ев ий им ое ой ом ов ые ый ым ми
  3: а е и о у й ы я ь
`);
const rest = endings("3: ь и нн>н");

/** Light stemmer of the University of Neuchâtel for Russian: Lucene's RussianLightStemmer. */
export function lightRussian(word: string): string {
  return rest(cases(word));
}
