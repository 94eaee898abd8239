import { illegalArgument } from "../../compat/errors.ts";
import type { Token } from "../analyzer.ts";
import type { TokenFilterKind } from "../component.ts";
import type { ComponentParameters } from "../component-parameters.ts";
import { refuseSynonyms } from "../synonyms/refuse-synonyms.ts";
import type { TokenList } from "../token-list.ts";

const SHINGLE = "shingle";

/** Joins adjacent tokens into shingles of several words (Lucene's ShingleFilter). */
export const shingle: TokenFilterKind = {
  name: "shingle",
  summary: "Joins neighbouring tokens to tokens of several words.",

  create(parameters) {
    const options = optionsOf(parameters);
    return {
      filter: (list) => shingles(list, options),
      shingles: options,
      forSynonyms: () => refuseSynonyms(parameters.name),
    };
  },
};

interface ShingleOptions {
  readonly min: number;
  readonly max: number;
  readonly unigrams: boolean;
  readonly unigramsIfNoShingles: boolean;
  readonly separator: string;
  readonly filler: string;
}

function optionsOf(parameters: ComponentParameters): ShingleOptions {
  const limit = parameters.indexInteger("index.max_shingle_diff", 3);
  const max = parameters.integer("max_shingle_size", 2);
  const min = parameters.integer("min_shingle_size", 2);
  const unigrams = parameters.boolean("output_unigrams", true);
  const difference = max - min + (unigrams ? 1 : 0);
  if (difference > limit) {
    throw illegalArgument(
      `In Shingle TokenFilter the difference between max_shingle_size and min_shingle_size (and +1 if outputting unigrams) must be less than or equal to: [${limit}] but was [${difference}]. This limit can be set by changing the [index.max_shingle_diff] index level setting.`,
    );
  }
  if (max < 2) throw illegalArgument("Max shingle size must be >= 2");
  if (min < 2) throw illegalArgument("Min shingle size must be >= 2");
  if (min > max) throw illegalArgument("Min shingle size must be <= max shingle size");
  return {
    min,
    max,
    unigrams,
    unigramsIfNoShingles: parameters.boolean("output_unigrams_if_no_shingles", false),
    separator: parameters.string("token_separator") ?? " ",
    filler: parameters.string("filler_token") ?? "_",
  };
}

/** A token, or a filler for a hole. */
interface Word {
  readonly token: Token;
  readonly filler: boolean;
}

function shingles(list: TokenList, options: ShingleOptions): TokenList {
  const { min, max, separator } = options;
  const words = wordsWithFillers(list, options);
  const single = options.unigrams || (options.unigramsIfNoShingles && words.length < min);
  const sizes = [...(single ? [1] : []), ...Array.from({ length: max - min + 1 }, (_, index) => min + index)];
  const tokens: Token[] = [];
  let position = -1;
  for (let start = 0; start + sizes[0]! <= words.length; start++) {
    let first = true;
    for (const size of sizes) {
      const part = words.slice(start, start + size);
      if (part.length < size || part.every((word) => word.filler)) continue;
      if (first) position++;
      first = false;
      const { token } = part[0]!;
      tokens.push({
        ...token,
        text: part.map((word) => word.token.text).join(separator),
        position,
        endOffset: part[size - 1]!.token.endOffset,
        positionLength: options.unigrams ? size : Math.max(1, size - min + 1),
        type: size > 1 ? SHINGLE : token.type,
      });
    }
  }
  const holesAtEnd = list.nextPosition - 1 - (list.tokens.at(-1)?.position ?? -1);
  const graphless = options.unigrams || min !== max ? { graphless: true as const } : {};
  return { ...list, ...graphless, tokens, nextPosition: position + 1 + holesAtEnd };
}

/** The words of a text; a hole becomes at most as many fillers as a shingle with a word can contain. */
function wordsWithFillers({ tokens, nextPosition, endOffset }: TokenList, { max, filler }: ShingleOptions): Word[] {
  const words: Word[] = [];
  let position = -1;
  for (const token of tokens) {
    const holes = Math.min(token.position - position - 1, max - 1);
    for (let hole = 0; hole < holes; hole++)
      words.push({ token: { ...token, text: filler, endOffset: token.startOffset }, filler: true });
    words.push({ token, filler: false });
    position = token.position;
  }
  const holes = Math.min(nextPosition - 1 - position, max - 1);
  const last = { text: filler, position, startOffset: endOffset, endOffset, positionLength: 1, type: "word" };
  for (let hole = 0; hole < holes; hole++) words.push({ token: last, filler: true });
  return words;
}
