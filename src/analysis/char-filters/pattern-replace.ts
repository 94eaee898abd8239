import { illegalArgument } from "../../compat/errors.ts";
import { compilePattern } from "../../compat/patterns/java-pattern.ts";
import { parsePatternFlags } from "../../compat/patterns/pattern-flags.ts";
import { replacementOf } from "../../compat/patterns/pattern-replacement.ts";
import type { CharFilterKind } from "../component.ts";
import { FilteredTextBuilder } from "../offset-map.ts";

/** Replaces the matches of a regular expression. */
export const patternReplace: CharFilterKind = {
  name: "pattern_replace",
  summary: "Replaces the matches of a regular expression.",
  normalizing: true,

  create(parameters) {
    const source = parameters.string("pattern");
    if (!source)
      throw illegalArgument("pattern is missing for [" + parameters.name + "] char filter of type 'pattern_replace'");
    const expression = compilePattern(source, parsePatternFlags(parameters.string("flags")));
    const replacement = parameters.string("replacement") ?? "";
    return {
      readsWhole: true,
      filter(text) {
        const builder = new FilteredTextBuilder();
        let from = 0;
        for (const match of expression.findAll(text)) {
          builder.keep(text.slice(from, match.start));
          builder.replace(replacementOf(expression, text, match, replacement), match.end - match.start);
          from = match.end;
        }
        builder.keep(text.slice(from));
        return builder.finish();
      },
    };
  },
};
