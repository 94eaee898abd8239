import { onFirstUse } from "../../core/on-first-use.ts";
import { languageAnalyzer } from "../language-analyzer.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";
import { thaiStopWords } from "../languages/stop-words/thai.ts";
import { decimalDigitFilter } from "../token-filters/decimal-digit.ts";
import { thaiTokenizer } from "../tokenizers/thai.ts";
import { lowerText } from "../unicode/lower-case.ts";

const tokenizer = onFirstUse(thaiTokenizer);

/** Lucene's ThaiAnalyzer. */
export const thai = languageAnalyzer({
  name: "thai",
  summary: "Words of Thai by a dictionary, without stop words.",
  stopWords: thaiStopWords,
  tokenize: (text) => tokenizer().tokenize(text),
  filters: (stop) => [normalizationFilter(lowerText), decimalDigitFilter, stop],
});
