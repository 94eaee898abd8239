import type { AnalyzerKind } from "../component.ts";
import { capitalized, snowballStem } from "../languages/snowball-stems.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { possessiveEnglish } from "../languages/stemmers/english.ts";
import { stopWordSet } from "../languages/stop-word-sets.ts";
import { stopWordsOf } from "../stop-words.ts";
import { textAnalyzer } from "../text-analyzer.ts";
import { stopFilter } from "../token-filters/stop.ts";
import { mapText } from "../token-list.ts";
import { StandardAnalyzer } from "../standard-analyzer.ts";

/** Languages with stop words here; the others have none. */
const withStopWords = new Set(["english", "dutch", "german", "german2", "french"]);
const englishStemmers = new Set(["English", "Porter", "Lovins"]);

/** The older way to configure a stemmer, superseded by the language analyzers. */
export const snowball: AnalyzerKind = {
  name: "snowball",
  summary: "Words in lower case, stemmed by the rules of the Snowball project.",
  create(name, parameters) {
    const language = parameters.string("language") ?? parameters.string("name") ?? "English";
    const stemmer = capitalized(language);
    const set = withStopWords.has(language.toLowerCase())
      ? stopWordSet(`_${language.toLowerCase().replace("2", "")}_`)
      : undefined;
    const standard = new StandardAnalyzer(name, 255);
    const possessive = englishStemmers.has(stemmer) ? [mapText(possessiveEnglish)] : [];
    const stop = stopFilter(stopWordsOf(parameters, set ?? []), { ignoreCase: false });
    const filters = [...possessive, stop, stemFilter(snowballStem(stemmer))];
    return textAnalyzer(name, (text) => {
      let list = standard.analyze(text);
      for (const filter of filters) list = filter.filter(list);
      return list;
    });
  },
};
