import type { AnalyzerKind } from "../component.ts";
import { stopWordsOf } from "../stop-words.ts";
import { textAnalyzer } from "../text-analyzer.ts";
import { mapText } from "../token-list.ts";
import { DEFAULT_FINGERPRINT_SIZE, fingerprintFilter } from "../token-filters/fingerprint.ts";
import { stopFilter } from "../token-filters/stop.ts";
import { foldToAscii } from "../unicode/ascii-folding.ts";
import { StandardAnalyzer } from "../standard-analyzer.ts";

/** The sorted distinct words of a text as one token. */
export const fingerprint: AnalyzerKind = {
  name: "fingerprint",
  summary: "Lowers and folds the words of a text, sorts them, and joins the distinct ones to one token.",

  create(name, parameters) {
    const words = new StandardAnalyzer(name, 255);
    const folding = mapText(foldToAscii);
    const stop = stopFilter(stopWordsOf(parameters, []), { ignoreCase: false });
    const separator = (parameters.string("separator") ?? " ").charAt(0);
    const join = fingerprintFilter(separator, parameters.integer("max_output_size", DEFAULT_FINGERPRINT_SIZE));
    return textAnalyzer(name, (text) => join.filter(stop.filter(folding.filter(words.analyze(text)))));
  },
};
