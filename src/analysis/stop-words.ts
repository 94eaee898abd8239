/** Stop words as configured for components. */
import type { ComponentParameters } from "./component-parameters.ts";
import { stopWordList, stopWordSet } from "./languages/stop-word-sets.ts";
import { englishStopWords as englishText } from "./languages/stop-words/english.ts";

/** Lucene's EnglishAnalyzer.ENGLISH_STOP_WORDS_SET. */
export const englishStopWords: readonly string[] = stopWordList(englishText);

/**
 * The words of `stopwords` or of the file `stopwords_path`: words and names of predefined sets; an unknown name is a
 * word.
 */
export function stopWordsOf(parameters: ComponentParameters, fallback: readonly string[]): readonly string[] {
  return namedWords(parameters, "stopwords") ?? fallback;
}

/**
 * The words of a parameter, or of the file `<key>_path`, with names of predefined sets expanded (Analysis.parseWords).
 */
export function namedWords(parameters: ComponentParameters, key: string): readonly string[] | undefined {
  return plainWords(parameters, key)?.flatMap((word) => stopWordSet(word) ?? [word]);
}

/** Like `namedWords`, without expanding sets. */
export function plainWords(parameters: ComponentParameters, key: string): readonly string[] | undefined {
  if (parameters.string(key) === "_none_") return [];
  return parameters.list(key) ?? parameters.words(key);
}
