import { endings, unitMap } from "../ending-rules.ts";

const plurals = endings(`
  4: res>r ses>s les>l zes>z 3: ns>m 4: eis>el éis>el ais>al óis>ol is>il 3: ões>ão ães>ão 6: mente 3: s
`);
const feminines = endings(`
  7: inha>inho iaca>iaco eira>eiro 6: osa>oso ica>ico ida>ido ada>ado iva>ivo ama>amo ona>ão ora>or esa>ês na>no
`);
const vowelEndings = endings("4: e a o");
const plainLetters = unitMap("àáâäã>a òóôöõ>o èéêë>e ùúûü>u ìíîï>i ç>c");

/** Light stemmer of the University of Neuchâtel for Portuguese: Lucene's PortugueseLightStemmer. */
export function lightPortuguese(word: string): string {
  if (word.length < 4) return word;
  let stem = plurals(word);
  if (stem.length > 3 && stem.endsWith("a")) stem = feminines(stem);
  return plainLetters(vowelEndings(stem));
}
