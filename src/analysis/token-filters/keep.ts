import { illegalArgument } from "../../compat/errors.ts";
import type { TokenFilterKind } from "../component.ts";
import { mapTokens } from "../token-list.ts";
import { wordSet } from "../word-set.ts";

/** Keeps the words of a list (Lucene's KeepWordFilter). */
export const keep: TokenFilterKind = {
  name: "keep",
  summary: "Keeps only the words of a list.",
  byName: false,

  create(parameters) {
    const inline = parameters.string("keep_words") !== undefined;
    if (inline === (parameters.string("keep_words_path") !== undefined)) {
      throw illegalArgument("keep requires either `keep_words` or `keep_words_path` to be configured");
    }
    const kept = wordSet(parameters.words("keep_words") ?? [], parameters.boolean("keep_words_case", false));
    return mapTokens((token) => (kept(token.text) ? token : undefined));
  },
};
