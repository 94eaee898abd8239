import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { snowballStem } from "../languages/snowball-stems.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { dutchStopWords } from "../languages/stop-words/dutch.ts";
import { mapTokens } from "../token-list.ts";

/** Exceptions that the stemmer would get wrong. */
const stems: ReadonlyMap<string, string> = new Map([
  ["fiets", "fiets"],
  ["bromfiets", "bromfiets"],
  ["ei", "eier"],
  ["kind", "kinder"],
]);
const irregularWords = mapTokens((token) => {
  const stem = token.keyword ? undefined : stems.get(token.text);
  return stem === undefined ? token : { ...token, text: stem, keyword: true };
});

/** Lucene's DutchAnalyzer. */
export const dutch = languageAnalyzer({
  name: "dutch",
  summary: languageSummary("Dutch"),
  stopWords: dutchStopWords,
  filters: (stop, exclude) => [stop, exclude, irregularWords, stemFilter(snowballStem("Dutch"))],
});
