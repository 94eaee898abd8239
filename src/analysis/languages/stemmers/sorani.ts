import { endings } from "../ending-rules.ts";

const postpositions = endings("5: دا 4: نا>ن 6: ەوە");
const possessives = endings("6: مان یان تان");
const endingsOfNouns = endings(`
  6: ێکی 7: یەکی 5: ێک 6: یەک ەکە 5: کە 7: ەکان 6: کان 7: یانی 6: انی یان 5: ان 7: یانە 6: انە 5: ایە>ا ەیە>ە 4: ە ی
`);

/** Stemmer for Central Kurdish (2013): Lucene's SoraniStemmer. */
export function stemSorani(word: string): string {
  return endingsOfNouns(possessives(postpositions(word)));
}
