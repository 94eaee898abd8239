import { RequestError } from "../../compat/errors.ts";
import type { TokenFilterKind } from "../component.ts";
import type { ComponentParameters } from "../component-parameters.ts";
import { binaryText } from "../../core/binary-text.ts";
import { type CollationParameters, collatorOf, FAILED_RULES } from "../icu/collation/collation-parameters.ts";
import type { Collator } from "../icu/collation/collator.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";

/** The plugin's ICUCollationKeyFilter: replaces each token by its sort key, encoded as text. */
export const icuCollation: TokenFilterKind = {
  name: "icu_collation",
  summary: "Makes of words the keys that they sort by in a language.",
  create(parameters) {
    const flag = (key: string): boolean | undefined =>
      parameters.string(key) === undefined ? undefined : parameters.boolean(key, false);
    const rules = parameters.string("rules");
    const collator = collatorByRules(parameters, rules, {
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
    // Has had no effect in ICU since version 50.
    flag("hiraganaQuaternaryMode");
    return normalizationFilter((word) => binaryText(collator.key(word)));
  },
};

/**
 * Rules are the name of a configuration file, or the rules themselves; invalid rules are reported as a missing file.
 */
function collatorByRules(
  parameters: ComponentParameters,
  rules: string | undefined,
  others: Omit<CollationParameters, "rules">,
): Collator {
  if (rules === undefined) return collatorOf({ ...others, rules });
  let text = rules;
  let unread: RequestError | undefined;
  try {
    text = parameters.surroundings.readFile("rules", rules);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    unread = error.cause ?? error;
  }
  try {
    return collatorOf({ ...others, rules: text });
  } catch (error) {
    const isOfRules = error instanceof RequestError && error.message === FAILED_RULES;
    if (!isOfRules || !unread) throw error;
    throw new RequestError(400, "illegal_argument_exception", "Failed to resolve collation rules location", {
      cause: unread,
    });
  }
}
