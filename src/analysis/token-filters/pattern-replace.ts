import { illegalArgument } from "../../core/errors.ts";
import type { TokenFilterKind } from "../component.ts";
import { javaPattern, javaReplacement } from "../java-pattern.ts";
import { mapText } from "../token-list.ts";

/** Replaces what a regular expression matches in each token (Lucene's PatternReplaceFilter). */
export const patternReplace: TokenFilterKind = {
  name: "pattern_replace",
  summary: "Replaces the matches of a regular expression in each token.",
  normalizing: true,
  byName: false,

  create(parameters) {
    const source = parameters.string("pattern");
    if (source === undefined) throw illegalArgument(`pattern is missing for [${parameters.name}] token filter of type 'pattern_replace'`);
    const expression = javaPattern(source, parameters.string("flags"));
    const replacement = javaReplacement(parameters.string("replacement") ?? "");
    const applied = parameters.boolean("all", true) ? expression : new RegExp(expression.source, expression.flags.replace("g", ""));
    return mapText((text) => text.replace(applied, replacement));
  },
};
