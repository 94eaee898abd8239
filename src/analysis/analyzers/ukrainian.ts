import { type NameTable, nameTable } from "../../core/names.ts";
import { languageAnalyzer } from "../language-analyzer.ts";
import { ukrainianStopWords } from "../languages/stop-words/ukrainian.ts";
import { morfologikFilter } from "../languages/ukrainian/morfologik.ts";
import { FilteredTextBuilder } from "../offset-map.ts";
import type { FilteredText } from "../token-list.ts";
import { StandardAnalyzer } from "../standard-analyzer.ts";

const standard = new StandardAnalyzer("standard", 255);

const replaced = /[’‘ʼ`´ґҐ\u00ad]|\u0301/g;
const plainOf: NameTable<string> = nameTable({
  "’": "'",
  "‘": "'",
  ʼ: "'",
  "`": "'",
  "´": "'",
  "\u0301": "",
  "\u00ad": "",
  ґ: "г",
  Ґ: "Г",
});

/** Unifies apostrophes, and removes stress marks, soft hyphens and `ґ`. */
function plain(text: string): FilteredText {
  const builder = new FilteredTextBuilder();
  let kept = 0;
  for (const { 0: letter, index } of text.matchAll(replaced)) {
    builder.keep(text.slice(kept, index));
    builder.replace(plainOf[letter]!, 1);
    kept = index + 1;
  }
  builder.keep(text.slice(kept));
  return builder.finish();
}

/** Lucene's UkrainianMorfologikAnalyzer. Requires its dictionary in the configuration folder. */
export const ukrainian = languageAnalyzer({
  name: "ukrainian",
  summary: "Lemmas of Ukrainian without stop words, by a dictionary from the folder of the configuration.",
  stopWords: ukrainianStopWords,
  tokenize(text) {
    const filtered = plain(text);
    const list = standard.analyze(filtered.text);
    const original = (offset: number): number => filtered.original(offset);
    const tokens = list.tokens.map((token) => ({
      ...token,
      startOffset: original(token.startOffset),
      endOffset: original(token.endOffset),
    }));
    return { ...list, tokens, endOffset: text.length };
  },
  filters: (stop, exclude, parameters) => [stop, exclude, morfologikFilter(parameters)],
});
