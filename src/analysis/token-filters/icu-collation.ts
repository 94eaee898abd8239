import type { TokenFilterKind } from "../component.ts";
import { binaryText } from "../../core/binary-text.ts";
import { collatorOf, refuseRules } from "../icu/collation/collation-parameters.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";

/** The plugin's ICUCollationKeyFilter: in place of a word the key that it sorts by, as text. */
export const icuCollation: TokenFilterKind = {
  name: "icu_collation",
  summary: "Makes of words the keys that they sort by in a language.",
  create(parameters) {
    refuseRules(parameters.string("rules"));
    const flag = (key: string): boolean | undefined => (parameters.string(key) === undefined ? undefined : parameters.boolean(key, false));
    const collator = collatorOf({
      language: parameters.string("language"),
      country: parameters.string("country"),
      variant: parameters.string("variant"),
      strength: parameters.string("strength"),
      decomposition: parameters.string("decomposition"),
      alternate: parameters.string("alternate"),
      caseLevel: flag("caseLevel"),
      caseFirst: parameters.string("caseFirst"),
      numeric: flag("numeric"),
      variableTop: parameters.string("variableTop"),
    });
    // Without effect in ICU since version 50.
    flag("hiraganaQuaternaryMode");
    return normalizationFilter((word) => binaryText(collator.key(word)));
  },
};
