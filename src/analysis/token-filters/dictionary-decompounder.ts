import type { TokenFilterKind } from "../component.ts";
import { compoundFilter, compoundOptions } from "../compounds/compound-filter.ts";
import { dictionaryParts } from "../compounds/dictionary-parts.ts";

export const dictionaryDecompounder: TokenFilterKind = {
  name: "dictionary_decompounder",
  summary: "Adds the words of a list that are found inside a token.",
  byName: false,

  create(parameters) {
    const options = compoundOptions(parameters);
    return compoundFilter(parameters, options, (text) => dictionaryParts(text, options));
  },
};
