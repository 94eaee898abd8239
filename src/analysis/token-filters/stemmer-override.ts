import { RequestError, illegalArgument } from "../../compat/errors.ts";
import type { TokenFilterKind } from "../component.ts";
import { mapTokens } from "../token-list.ts";

/** Stems by a list, and protects these words from later stemmers (Lucene's StemmerOverrideFilter). */
export const stemmerOverride: TokenFilterKind = {
  name: "stemmer_override",
  summary: "Stems words by a list of rules, before other stemmers.",
  byName: false,

  create(parameters) {
    const rules = parameters.words("rules");
    if (rules === undefined)
      throw illegalArgument("stemmer override filter requires either `rules` or `rules_path` to be configured");
    const stems = stemsOf(rules);
    const overriding = mapTokens((token) => {
      const stem = token.keyword ? undefined : stems.get(token.text);
      return stem === undefined ? token : { ...token, text: stem, keyword: true };
    });
    return { ...overriding, attributes: ["keyword"] };
  },
};

/** `running, runs => run`; the first rule of a word wins. */
function stemsOf(rules: readonly string[]): Map<string, string> {
  const stems = new Map<string, string>();
  for (const rule of rules) {
    const sides = rule.split("=>");
    const stem = sides[1]?.trim() ?? "";
    const words = (sides[0] ?? "").split(",").map((word) => word.trim());
    if (sides.length !== 2 || stem === "" || stem.includes(",") || words.includes("")) {
      throw new RequestError(500, "runtime_exception", `Invalid Keyword override Rule:${rule}`);
    }
    for (const word of words) if (!stems.has(word)) stems.set(word, stem);
  }
  return stems;
}
