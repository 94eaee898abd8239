/** The sizes of n-grams, for tokenizers and token filters. */
import { illegalArgument } from "../../compat/errors.ts";
import type { ComponentParameters } from "../component-parameters.ts";

/** Shortest and longest gram in characters. */
export interface GramSizes {
  readonly min: number;
  readonly max: number;
}

/** Reads `min_gram` and `max_gram` (defaults 1 and 2), and validates them with Lucene's errors. */
export function gramSizes(parameters: ComponentParameters): GramSizes {
  const min = parameters.integer("min_gram", 1);
  const max = parameters.integer("max_gram", 2);
  if (min < 1) throw illegalArgument("minGram must be greater than zero");
  if (min > max) throw illegalArgument("minGram must not be greater than maxGram");
  return { min, max };
}

/** Like `gramSizes`, within the limit of the index. */
export function limitedGramSizes(parameters: ComponentParameters): GramSizes {
  const limit = parameters.indexInteger("index.max_ngram_diff", 1);
  const difference = parameters.integer("max_gram", 2) - parameters.integer("min_gram", 1);
  if (difference > limit) {
    throw illegalArgument(
      `The difference between max_gram and min_gram in NGram Tokenizer must be less than or equal to: [${limit}] but was [${difference}]. This limit can be set by changing the [index.max_ngram_diff] index level setting.`,
    );
  }
  return gramSizes(parameters);
}
