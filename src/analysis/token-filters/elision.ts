import { illegalArgument } from "../../compat/errors.ts";
import type { TokenFilterKind } from "../component.ts";
import { plainWords } from "../stop-words.ts";
import { mapText, type TokenFilter } from "../token-list.ts";
import { wordSet } from "../word-set.ts";

/** Removes an article with its apostrophe from the start of each token (Lucene's ElisionFilter). */
export function elisionFilter(articles: readonly string[], options: { ignoreCase: boolean }): TokenFilter {
  const isArticle = wordSet(articles, options.ignoreCase);
  return mapText((text) => {
    const at = text.search(/['’]/);
    return at >= 0 && isArticle(text.slice(0, at)) ? text.slice(at + 1) : text;
  });
}

/** Lucene's FrenchAnalyzer.DEFAULT_ARTICLES: the default of the preconfigured filter. */
export const frenchArticles = ["l", "m", "t", "qu", "n", "s", "j", "d", "c", "jusqu", "quoiqu", "lorsqu", "puisqu"];

export const elision: TokenFilterKind = {
  name: "elision",
  summary: "Drops articles before an apostrophe (`l'avion` → `avion`).",
  normalizing: true,
  byName: { articles: frenchArticles, articles_case: "true" },

  create(parameters) {
    const articles = plainWords(parameters, "articles");
    if (articles === undefined) throw illegalArgument("elision filter requires [articles] or [articles_path] setting");
    return elisionFilter(articles, { ignoreCase: parameters.boolean("articles_case", false) });
  },
};
