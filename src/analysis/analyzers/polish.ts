import type { AnalyzerKind } from "../component.ts";
import { ComponentParameters } from "../component-parameters.ts";
import { languageAnalyzer } from "../language-analyzer.ts";
import { stempelFilter } from "../languages/polish/stempel.ts";
import { polishStopWords } from "../languages/stop-words/polish.ts";

const configurable = languageAnalyzer({
  name: "polish",
  summary: "Words of Polish without stop words, stemmed by Stempel's table from the folder of the configuration.",
  stopWords: polishStopWords,
  filters: (stop, _exclude, parameters) => [stop, stempelFilter(parameters)],
});

/** Lucene's PolishAnalyzer, which has no settings. Requires Stempel's table in the configuration folder. */
export const polish: AnalyzerKind = {
  ...configurable,
  create: (name, parameters) => configurable.create(name, new ComponentParameters(name, {}, parameters.surroundings)),
};
