/** The sets of stop words that `stopwords` may name. */
import { type NameTable, nameTable } from "../../core/names.ts";
import { arabicStopWords } from "./stop-words/arabic.ts";
import { armenianStopWords } from "./stop-words/armenian.ts";
import { basqueStopWords } from "./stop-words/basque.ts";
import { bengaliStopWords } from "./stop-words/bengali.ts";
import { brazilianStopWords } from "./stop-words/brazilian.ts";
import { bulgarianStopWords } from "./stop-words/bulgarian.ts";
import { catalanStopWords } from "./stop-words/catalan.ts";
import { czechStopWords } from "./stop-words/czech.ts";
import { danishStopWords } from "./stop-words/danish.ts";
import { dutchStopWords } from "./stop-words/dutch.ts";
import { englishStopWords } from "./stop-words/english.ts";
import { estonianStopWords } from "./stop-words/estonian.ts";
import { finnishStopWords } from "./stop-words/finnish.ts";
import { frenchStopWords } from "./stop-words/french.ts";
import { galicianStopWords } from "./stop-words/galician.ts";
import { germanStopWords } from "./stop-words/german.ts";
import { greekStopWords } from "./stop-words/greek.ts";
import { hindiStopWords } from "./stop-words/hindi.ts";
import { hungarianStopWords } from "./stop-words/hungarian.ts";
import { indonesianStopWords } from "./stop-words/indonesian.ts";
import { irishStopWords } from "./stop-words/irish.ts";
import { italianStopWords } from "./stop-words/italian.ts";
import { latvianStopWords } from "./stop-words/latvian.ts";
import { lithuanianStopWords } from "./stop-words/lithuanian.ts";
import { norwegianStopWords } from "./stop-words/norwegian.ts";
import { persianStopWords } from "./stop-words/persian.ts";
import { portugueseStopWords } from "./stop-words/portuguese.ts";
import { romanianStopWords } from "./stop-words/romanian.ts";
import { russianStopWords } from "./stop-words/russian.ts";
import { serbianStopWords } from "./stop-words/serbian.ts";
import { soraniStopWords } from "./stop-words/sorani.ts";
import { spanishStopWords } from "./stop-words/spanish.ts";
import { swedishStopWords } from "./stop-words/swedish.ts";
import { thaiStopWords } from "./stop-words/thai.ts";
import { turkishStopWords } from "./stop-words/turkish.ts";

const sets: NameTable<string> = nameTable({
  _arabic_: arabicStopWords,
  _armenian_: armenianStopWords,
  _basque_: basqueStopWords,
  _bengali_: bengaliStopWords,
  _brazilian_: brazilianStopWords,
  _bulgarian_: bulgarianStopWords,
  _catalan_: catalanStopWords,
  _czech_: czechStopWords,
  _danish_: danishStopWords,
  _dutch_: dutchStopWords,
  _english_: englishStopWords,
  _estonian_: estonianStopWords,
  _finnish_: finnishStopWords,
  _french_: frenchStopWords,
  _galician_: galicianStopWords,
  _german_: germanStopWords,
  _greek_: greekStopWords,
  _hindi_: hindiStopWords,
  _hungarian_: hungarianStopWords,
  _indonesian_: indonesianStopWords,
  _irish_: irishStopWords,
  _italian_: italianStopWords,
  _latvian_: latvianStopWords,
  _lithuanian_: lithuanianStopWords,
  _norwegian_: norwegianStopWords,
  _persian_: persianStopWords,
  _portuguese_: portugueseStopWords,
  _romanian_: romanianStopWords,
  _russian_: russianStopWords,
  _serbian_: serbianStopWords,
  _sorani_: soraniStopWords,
  _spanish_: spanishStopWords,
  _swedish_: swedishStopWords,
  _thai_: thaiStopWords,
  _turkish_: turkishStopWords,
});

/** The words of a named set (`_french_`); undefined when there is no such set. */
export function stopWordSet(name: string): readonly string[] | undefined {
  const words = sets[name];
  return words === undefined ? undefined : stopWordList(words);
}

/** The words of a stored list. */
export function stopWordList(words: string): readonly string[] {
  return words.trim().split(/\s+/);
}
