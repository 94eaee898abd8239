import type { TokenizerKind } from "../component.ts";
import { chineseDictionary } from "../languages/chinese/chinese-dictionary.ts";
import { chineseWords } from "../languages/chinese/chinese-words.ts";
import type { Tokenizer } from "../token-list.ts";

/** Lucene's HMMChineseTokenizer with another dictionary, which is loaded for the first Chinese text. */
export const chineseTokenizer: Tokenizer = {
  tokenize(text) {
    const tokens = chineseWords(text, chineseDictionary);
    return { tokens, nextPosition: tokens.length, endOffset: text.length };
  },
};

export const smartcnTokenizer: TokenizerKind = {
  name: "smartcn_tokenizer",
  summary: "Words of Chinese by a dictionary (needs the package @node-rs/jieba).",
  create: () => chineseTokenizer,
};
