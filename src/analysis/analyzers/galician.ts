import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { stemGalician } from "../languages/stemmers/galician.ts";
import { galicianStopWords } from "../languages/stop-words/galician.ts";

/** Lucene's GalicianAnalyzer. */
export const galician = languageAnalyzer({
  name: "galician",
  summary: languageSummary("Galician"),
  stopWords: galicianStopWords,
  filters: (stop, exclude) => [stop, exclude, stemFilter(stemGalician)],
});
