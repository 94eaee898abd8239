/** Terms of the index near each word of the text. */
import { float32Text } from "../../../compat/json/json-text.ts";
import { analysedWords } from "../analysed-words.ts";
import { mergedOptions } from "../merged-options.ts";
import { ShardTerms } from "../spelling/shard-terms.ts";
import { byFrequency, byScore, spellCheck } from "../spelling/spell-checker.ts";
import { defaultSpelling, SPELLING_OPTIONS, type SpellingOptions } from "../spelling/spelling-options.ts";
import { defineSuggester, type SuggestedOption } from "../suggester.ts";
import { COMMON_OPTIONS, type CommonOptions, fieldOf, readOptions } from "../suggestion-body.ts";

const DEFAULT_SIZE = 5;
const READERS = { ...COMMON_OPTIONS, ...SPELLING_OPTIONS };

export const term = defineSuggester<SpellingOptions>({
  name: "term",

  parse(request, body) {
    const read: CommonOptions & SpellingOptions = defaultSpelling();
    readOptions("suggester[term]", READERS, { target: read, request, body });
    const { field: _field, analyzer, size = DEFAULT_SIZE, shardSize, ...options } = read;
    return { field: fieldOf(read), analyzer, size, shardSize, options };
  },

  *suggest({ options }, shard) {
    const { view, field, shardSize, isEmpty } = shard;
    const terms = new ShardTerms(view, field);
    const entries = [];
    for (const { text, startOffset, endOffset } of analysedWords(shard)) {
      if (shard.poll()) yield;
      const words = isEmpty ? [] : spellCheck(text, terms, options, shardSize, view.planning);
      entries.push({ text, offset: startOffset, length: endOffset - startOffset, options: words });
    }
    return entries;
  },

  merge({ size, options }, entries) {
    const join = (one: SuggestedOption, other: SuggestedOption): SuggestedOption => ({
      text: one.text,
      score: Math.max(one.score, other.score),
      freq: freqOf(one) + freqOf(other),
    });
    const compare = options.sort === "score" ? byScore : byFrequency;
    return mergedOptions(entries, join, {
      compare: (one, other) => compare({ ...one, freq: freqOf(one) }, { ...other, freq: freqOf(other) }),
      size,
    });
  },

  render: ({ text, score, freq }) => ({ text, score: float32Text(score), freq }),
});

function freqOf({ freq = 0 }: SuggestedOption): number {
  return freq;
}
