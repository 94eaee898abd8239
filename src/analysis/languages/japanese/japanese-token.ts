/** Tokens of Japanese, with their entries in the dictionary. */
import type { Token } from "../../analyzer.ts";
import type { Words } from "../mecab/mecab-dictionary.ts";

/** A token that knows its entry in the dictionary, for the filters of Japanese. */
export interface JapaneseToken extends Token {
  readonly entry: { readonly table: Words; readonly word: number };
}

/** The features of a token's entry; undefined for tokens of other tokenizers. */
export function featuresOf(token: Token): readonly string[] | undefined {
  if (!("entry" in token)) return undefined;
  const { entry } = token as JapaneseToken;
  return entry.table.features(entry.word);
}
