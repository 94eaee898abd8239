import { illegalArgument } from "../../compat/errors.ts";
import { compilePattern } from "../../compat/patterns/java-pattern.ts";
import type { TokenFilterKind } from "../component.ts";
import { mapTokens, type TokenFilter } from "../token-list.ts";
import { wordSet } from "../word-set.ts";

/** Marks tokens as keywords, which stemmers leave alone (Lucene's KeywordMarkerFilter). */
export function keywordMarkerFilter(isKeyword: (text: string) => boolean): TokenFilter {
  const marking = mapTokens((token) => (!token.keyword && isKeyword(token.text) ? { ...token, keyword: true } : token));
  return { ...marking, attributes: ["keyword"] };
}

export const keywordMarker: TokenFilterKind = {
  name: "keyword_marker",
  summary: "Protects words from stemmers.",
  byName: false,

  create(parameters) {
    const ignoreCase = parameters.boolean("ignore_case", false);
    const pattern = parameters.string("keywords_pattern");
    const listed = parameters.string("keywords") !== undefined || parameters.string("keywords_path") !== undefined;
    if (pattern !== undefined) {
      if (listed) throw illegalArgument("cannot specify both `keywords_pattern` and `keywords` or `keywords_path`");
      const expression = compilePattern(pattern);
      return keywordMarkerFilter((text) => expression.matches(text));
    }
    const keywords = parameters.words("keywords");
    if (keywords === undefined)
      throw illegalArgument(
        "keyword filter requires either `keywords`, `keywords_path`, or `keywords_pattern` to be configured",
      );
    return keywordMarkerFilter(wordSet(keywords, ignoreCase));
  },
};
