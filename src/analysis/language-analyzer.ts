/**
 * Language analyzers: standard tokenizer, lower case, stop words, a stemmer, and language-specific filters in between.
 */
import type { Analyzer } from "./analyzer.ts";
import type { AnalyzerKind } from "./component.ts";
import { ComponentParameters } from "./component-parameters.ts";
import { StandardAnalyzer } from "./standard-analyzer.ts";
import { stopWordsOf } from "./stop-words.ts";
import { textAnalyzer } from "./text-analyzer.ts";
import { keywordMarkerFilter } from "./token-filters/keyword-marker.ts";
import { stopFilter } from "./token-filters/stop.ts";
import type { TokenFilter, TokenList } from "./token-list.ts";
import { standard } from "./tokenizers/standard.ts";
import { stopWordList } from "./languages/stop-word-sets.ts";
import { type ChangeWord, WordMemo } from "./languages/word-memo.ts";

/** Defines the analyzer of a language. */
export interface LanguageAnalyzer {
  readonly name: string;
  readonly summary: string;
  /** Default stop words, which `stopwords` replaces. */
  readonly stopWords: string;
  /** Whether tokens are lowercased before the filters (default: yes). */
  readonly lowered?: boolean;
  /**
   * The filters in order; with lowercased tokens each must handle one token at a time. `stop` removes stop words,
   * `exclude` protects the words of `stem_exclusion` from the stemmer.
   */
  filters(stop: TokenFilter, exclude: TokenFilter, parameters: ComponentParameters): readonly TokenFilter[];
  /** Replaces the standard tokenizer. */
  tokenize?(text: string): TokenList;
}

/** Makes the analyzer of a language, with `stopwords`, `stopwords_path` and `stem_exclusion`. */
export function languageAnalyzer(language: LanguageAnalyzer): AnalyzerKind {
  return {
    name: language.name,
    summary: language.summary,
    create(name, parameters) {
      const stop = stopFilter(stopWordsOf(parameters, stopWordList(language.stopWords)), { ignoreCase: false });
      const excluded = stemExclusion(parameters);
      const exclude = keywordMarkerFilter((text) => excluded.has(text));
      const filters = language
        .filters(stop, exclude, parameters)
        .filter((filter) => filter !== exclude || excluded.size > 0);
      const tokenize = language.tokenize?.bind(language) ?? standardTokens(language.lowered ?? true, parameters);
      const run = (list: TokenList): TokenList => filters.reduce((current, filter) => filter.filter(current), list);
      const analyzer = textAnalyzer(name, (text) => run(tokenize(text)));
      if (language.tokenize !== undefined || language.lowered === false) return analyzer;
      return { ...analyzer, index: memoIndex((word) => run(listOf(word)).tokens[0]?.text) };
    },
  };
}

/**
 * Indexing with a memo per word: the filters of a lowercasing analyzer handle one token at a time and keep its
 * position.
 */
function memoIndex(change: ChangeWord): Analyzer["index"] {
  const standardAnalyzer = new StandardAnalyzer("standard", 255);
  const memo = new WordMemo(change);
  return (text, builder, field, basePosition) => {
    let lastPosition = basePosition - 1;
    const length = memo.collect(builder, (target) => {
      ({ lastPosition } = standardAnalyzer.index(text, target, field, basePosition));
    });
    return { length, overlaps: 0, lastPosition };
  };
}

function listOf(word: string): TokenList {
  const token = {
    text: word,
    position: 0,
    startOffset: 0,
    endOffset: word.length,
    positionLength: 1,
    type: "<ALPHANUM>",
  };
  return { tokens: [token], nextPosition: 1, endOffset: word.length };
}

/** The summary shared by most languages. */
export function languageSummary(language: string): string {
  return `Words of ${language} without stop words, stemmed.`;
}

function stemExclusion(parameters: ComponentParameters): ReadonlySet<string> {
  return new Set(parameters.string("stem_exclusion") === "_none_" ? [] : parameters.list("stem_exclusion"));
}

function standardTokens(lowered: boolean, parameters: ComponentParameters): (text: string) => TokenList {
  if (lowered) {
    const analyzer = new StandardAnalyzer("standard", 255);
    return (text) => analyzer.analyze(text);
  }
  const tokenizer = standard.create(new ComponentParameters("standard", {}, parameters.surroundings));
  return (text) => tokenizer.tokenize(text);
}
