import type { AnalyzerKind } from "../component.ts";
import { completionFilter, completionMode } from "../languages/japanese/completion.ts";
import { japaneseUserDictionary } from "../languages/japanese/japanese-user-dictionary.ts";
import { tokenizePlainWidth } from "../languages/japanese/plain-width.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";
import { textAnalyzer } from "../text-analyzer.ts";
import { japaneseTokenizer } from "../tokenizers/kuromoji-tokenizer.ts";
import { lowerText } from "../unicode/lower-case.ts";

/** Lucene's JapaneseCompletionAnalyzer. */
export const kuromojiCompletion: AnalyzerKind = {
  name: "kuromoji_completion",
  summary: "Words of Japanese beside what is typed for them (needs the package kuromoji).",
  create(name, parameters) {
    const userDictionary = japaneseUserDictionary(parameters);
    const tokenizer = japaneseTokenizer({
      mode: "normal",
      discardPunctuation: true,
      keepCompounds: false,
      userDictionary,
      nBestCost: 0,
    });
    const completion = completionFilter(completionMode(parameters));
    const lowered = normalizationFilter(lowerText);
    return textAnalyzer(name, (text) => lowered.filter(completion.filter(tokenizePlainWidth(text, tokenizer))));
  },
};
