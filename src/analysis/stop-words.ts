/** Stop words as components configure them. */
import type { ComponentParameters } from "./component-parameters.ts";
import { stopWordList, stopWordSet } from "./languages/stop-word-sets.ts";
import { englishStopWords as englishText } from "./languages/stop-words/english.ts";

/** Lucene's EnglishAnalyzer.ENGLISH_STOP_WORDS_SET. */
export const englishStopWords: readonly string[] = stopWordList(englishText);

/** The words of `stopwords` or of the file `stopwords_path`: a list of words and names of sets; a name that no set has is a word. */
export function stopWordsOf(parameters: ComponentParameters, fallback: readonly string[]): readonly string[] {
  if (parameters.string("stopwords") === "_none_") return [];
  const list = parameters.list("stopwords") ?? parameters.words("stopwords");
  return list?.flatMap((word) => stopWordSet(word) ?? [word]) ?? fallback;
}
