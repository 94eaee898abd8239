import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { xmlText } from "../../core/read-xml.ts";
import type { TokenFilterKind } from "../component.ts";
import type { ComponentParameters } from "../component-parameters.ts";
import { compoundFilter, compoundOptions } from "../compounds/compound-filter.ts";
import { hyphenatedParts } from "../compounds/hyphenated-parts.ts";
import { HyphenationPatterns } from "../compounds/hyphenation-patterns.ts";

function patternsOf(parameters: ComponentParameters): HyphenationPatterns {
  const path = parameters.string("hyphenation_patterns_path");
  if (path === undefined) throw illegalArgument("hyphenation_patterns_path is a required setting.");
  try {
    return new HyphenationPatterns(xmlText(parameters.surroundings.readBytes("hyphenation_patterns_path", path)));
  } catch (error) {
    const known =
      error instanceof SyntaxError ||
      error instanceof TypeError ||
      error instanceof RangeError ||
      error instanceof RequestError;
    if (known) throw illegalArgument("Exception while reading hyphenation_patterns_path.");
    throw error;
  }
}

export const hyphenationDecompounder: TokenFilterKind = {
  name: "hyphenation_decompounder",
  summary: "Adds the words of a list that are found inside a token, between places where it may be hyphenated.",
  byName: false,

  create(parameters) {
    const options = {
      ...compoundOptions(parameters),
      noSubMatches: parameters.boolean("no_sub_matches", false),
      noOverlappingMatches: parameters.boolean("no_overlapping_matches", false),
    };
    const patterns = patternsOf(parameters);
    return compoundFilter(parameters, options, (text) => hyphenatedParts(text, patterns, options));
  },
};
