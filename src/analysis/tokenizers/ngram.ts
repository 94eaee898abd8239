import type { TokenizerKind } from "../component.ts";
import { limitedGramSizes } from "../ngrams/gram-sizes.ts";
import { gramTokenizer, tokenCharacters } from "../ngrams/gram-tokenizer.ts";

export const ngram: TokenizerKind = {
  name: "ngram",
  summary: "Cuts text into runs of some characters.",
  create: (parameters) => gramTokenizer(limitedGramSizes(parameters), tokenCharacters(parameters), false),
};
