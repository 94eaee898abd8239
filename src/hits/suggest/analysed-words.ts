/** The words of a text that is to be corrected. */
import type { Token } from "../../analysis/analyzer.ts";
import type { SuggestShard } from "./suggester.ts";

type Word = Pick<Token, "text" | "startOffset" | "endOffset">;

/** The tokens of the text; the text itself where nothing analyses it. */
export function analysedWords({ analyzer, text }: Pick<SuggestShard, "analyzer" | "text">): readonly Word[] {
  return analyzer ? analyzer.tokens(text) : [{ text, startOffset: 0, endOffset: text.length }];
}
