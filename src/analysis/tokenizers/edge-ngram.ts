import type { TokenizerKind } from "../component.ts";
import { gramSizes } from "../ngrams/gram-sizes.ts";
import { gramTokenizer, tokenCharacters } from "../ngrams/gram-tokenizer.ts";

export const edgeNgram: TokenizerKind = {
  name: "edge_ngram",
  summary: "Cuts the beginnings off the words of a text.",
  create: (parameters) => gramTokenizer(gramSizes(parameters), tokenCharacters(parameters), true),
};
