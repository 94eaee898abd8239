import { endings } from "../ending-rules.ts";

const articles = endings("6: ият 5: ът то те та ия 4: ят");
const plurals = endings("6: овци>о ове еве>й 5: ища та ци>к зи>г");
const shortPlurals = endings("4: си>х и");

/** Stemmer for Bulgarian by Nakov's rules as shortened by Savoy: Lucene's BulgarianStemmer. */
export function stemBulgarian(word: string): string {
  if (word.length < 4) return word;
  if (word.length > 5 && word.endsWith("ища")) return word.slice(0, -3);
  let stem = withoutPlural(articles(word));
  if (stem.length > 3) {
    if (stem.endsWith("я")) stem = stem.slice(0, -1);
    if (/[аое]$/.test(stem)) stem = stem.slice(0, -1);
  }
  if (stem.length > 4 && stem.endsWith("ен")) stem = `${stem.slice(0, -2)}н`;
  if (stem.length > 5 && stem.charAt(stem.length - 2) === "ъ") stem = stem.slice(0, -2) + stem.slice(-1);
  return stem;
}

function withoutPlural(word: string): string {
  const singular = plurals(word);
  if (singular !== word) return singular;
  // A vowel that changes: `бели` is the plural of `бял`.
  if (word.length > 5 && /е.и$/.test(word)) return `${word.slice(0, -3)}я${word.charAt(word.length - 2)}`;
  return shortPlurals(word);
}
