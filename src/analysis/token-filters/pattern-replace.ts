import { illegalArgument } from "../../compat/errors.ts";
import { compilePattern } from "../../compat/patterns/java-pattern.ts";
import { parsePatternFlags } from "../../compat/patterns/pattern-flags.ts";
import type { TokenFilterKind } from "../component.ts";
import { mapText } from "../token-list.ts";

/** Replaces the matches of a regular expression in each token (Lucene's PatternReplaceFilter). */
export const patternReplace: TokenFilterKind = {
  name: "pattern_replace",
  summary: "Replaces the matches of a regular expression in each token.",
  normalizing: true,
  byName: false,

  create(parameters) {
    const source = parameters.string("pattern");
    if (source === undefined)
      throw illegalArgument(`pattern is missing for [${parameters.name}] token filter of type 'pattern_replace'`);
    const expression = compilePattern(source, parsePatternFlags(parameters.string("flags")));
    const replacement = parameters.string("replacement") ?? "";
    if (!parameters.boolean("all", true)) return mapText((text) => expression.replaceFirst(text, replacement));
    return mapText((text) => expression.replaceAll(text, replacement));
  },
};
