/** Named sets of stop words. */
import { illegalArgument } from "../core/errors.ts";
import type { ComponentParameters } from "./component-parameters.ts";

/** Lucene's EnglishAnalyzer.ENGLISH_STOP_WORDS_SET. */
export const englishStopWords: readonly string[] =
  "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with".split(" ");

const namedSets: Readonly<Record<string, readonly string[]>> = { _english_: englishStopWords, _none_: [] };

/** The words of `stopwords`: a list of words and names of sets. */
export function stopWordsOf(parameters: ComponentParameters, fallback: readonly string[]): readonly string[] {
  if (parameters.string("stopwords_path") !== undefined) throw illegalArgument("[stopwords_path] is not available, give the words in [stopwords]");
  const list = parameters.list("stopwords");
  if (list === undefined) return fallback;
  return list.flatMap((word) => {
    const set = namedSets[word];
    if (set === undefined && /^_[a-z]+_$/.test(word)) throw illegalArgument(`stop words [${word}] are not available`);
    return set ?? [word];
  });
}
