/** Analyzers of languages: standard tokenizer, lower case, stop words, a stemmer, and what the language needs in between. */
import type { AnalyzerKind } from "../component.ts";
import { ComponentParameters } from "../component-parameters.ts";
import { StandardAnalyzer } from "../analyzers/standard-analyzer.ts";
import { stopWordsOf } from "../stop-words.ts";
import { textAnalyzer } from "../text-analyzer.ts";
import { keywordMarkerFilter } from "../token-filters/keyword-marker.ts";
import { stopFilter } from "../token-filters/stop.ts";
import type { TokenFilter, TokenList } from "../token-list.ts";
import { standard } from "../tokenizers/standard.ts";
import { stopWordList } from "./stop-word-sets.ts";

/** What makes the analyzer of a language. */
export interface LanguageAnalyzer {
  readonly name: string;
  readonly summary: string;
  /** The stop words unless `stopwords` names others. */
  readonly stopWords: string;
  /** Whether tokens come to the filters in lower case (default). */
  readonly lowered?: boolean;
  /** The filters in order; `stop` drops stop words, `exclude` protects the words of `stem_exclusion` from the stemmer. */
  filters(stop: TokenFilter, exclude: TokenFilter): readonly TokenFilter[];
  /** What makes the tokens instead of the standard tokenizer. */
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
      const filters = language.filters(stop, exclude).filter((filter) => filter !== exclude || excluded.size > 0);
      const tokenize = language.tokenize?.bind(language) ?? standardTokens(language.lowered ?? true, parameters);
      return textAnalyzer(name, (text) => {
        let list = tokenize(text);
        for (const filter of filters) list = filter.filter(list);
        return list;
      });
    },
  };
}

/** The summary that most languages share. */
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
