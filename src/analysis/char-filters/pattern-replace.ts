import { illegalArgument } from "../../core/errors.ts";
import type { CharFilterKind } from "../component.ts";
import { javaPattern, javaReplacement } from "../java-pattern.ts";
import { FilteredTextBuilder } from "../offset-map.ts";

/** Replaces the matches of a regular expression. */
export const patternReplace: CharFilterKind = {
  name: "pattern_replace",
  summary: "Replaces the matches of a regular expression.",
  normalizing: true,

  create(parameters) {
    const source = parameters.string("pattern");
    if (!source) throw illegalArgument("pattern is missing for [" + parameters.name + "] char filter of type 'pattern_replace'");
    const expression = javaPattern(source, parameters.string("flags"));
    const single = new RegExp(expression.source, expression.flags.replace("g", "") + "y");
    const replacement = javaReplacement(parameters.string("replacement") ?? "");
    return {
      readsWhole: true,
      filter(text) {
        const builder = new FilteredTextBuilder();
        let from = 0;
        for (const match of text.matchAll(expression)) {
          builder.keep(text.slice(from, match.index));
          single.lastIndex = match.index;
          // The sticky form sees the same surroundings, so look-behinds hold; what follows the match is cut off again.
          const replaced = text.replace(single, replacement);
          const after = text.length - match.index - match[0].length;
          builder.replace(replaced.slice(match.index, replaced.length - after), match[0].length);
          from = match.index + match[0].length;
        }
        builder.keep(text.slice(from));
        return builder.finish();
      },
    };
  },
};
