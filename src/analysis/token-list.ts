/** Lists of tokens, on which the tokenizers and filters of a chain work. The hot analyzers avoid them. */
import type { Token } from "./analyzer.ts";
import type { Chain } from "./custom-chain.ts";

/**
 * The tokens of one value in order, and the position of a next token (holes at the end count, as in Lucene's `end()`).
 */
export interface TokenList {
  readonly tokens: readonly Token[];
  readonly nextPosition: number;
  /** End of the text, in units of the original text. */
  readonly endOffset: number;
  /**
   * Queries use the tokens position by position: their position lengths would give too many paths (Lucene's
   * DisableGraphAttribute).
   */
  readonly graphless?: true;
}

/** The output of a char filter. */
export interface FilteredText {
  readonly text: string;
  /** Offset in the original for an offset in `text`. */
  original(offset: number): number;
}

/** A configured char filter. */
export interface CharFilter {
  /** See Analyzer. */
  readonly readsWhole?: true;
  filter(text: string): FilteredText;
}

/** A configured tokenizer. */
export interface Tokenizer {
  /** See Analyzer. */
  readonly readsWhole?: true;
  tokenize(text: string): TokenList;
}

/** How a filter joins words to shingles. */
export interface ShingleForm {
  readonly max: number;
  readonly separator: string;
  /** Whether single words are kept. */
  readonly unigrams: boolean;
}

/** A configured token filter. */
export interface TokenFilter {
  filter(list: TokenList): TokenList;
  /**
   * The filter when placed after the components of `before`, for filters whose rules are analyzed by the preceding
   * components.
   */
  inChain?(before: Chain): TokenFilter;
  /**
   * Its replacement when the rules of a later synonym filter are analyzed; throws when the filter is not allowed there.
   * Absent: itself.
   */
  forSynonyms?(): TokenFilter;
  /** Additional attributes of its tokens, rendered by `_analyze`. */
  readonly attributes?: readonly ("keyword" | "payload")[];
  /** For shingles: how words are joined. */
  readonly shingles?: ShingleForm;
  /** Whether its rules change while the index is open, so that it may be used only at search time. */
  readonly updateable?: boolean;
  /** The synonyms set of its rules. */
  readonly synonymsSet?: string | undefined;
}

/** Leaves every token unchanged. */
export const identityFilter: TokenFilter = { filter: (list) => list };

/** A token filter that only changes texts or removes tokens, leaving a hole: `undefined` removes. */
export function mapTokens(change: (token: Token) => Token | undefined): TokenFilter {
  return {
    filter(list) {
      const tokens: Token[] = [];
      for (const token of list.tokens) {
        const changed = change(token);
        if (changed) tokens.push(changed);
      }
      return { ...list, tokens };
    },
  };
}

/** Like `mapTokens` for a function of the text. */
export function mapText(change: (text: string) => string): TokenFilter {
  return mapTokens((token) => {
    const text = change(token.text);
    return text === token.text ? token : { ...token, text };
  });
}

/** Like `mapText` for stemmers: tokens marked as keywords are unchanged. */
export function mapStem(stem: (text: string) => string): TokenFilter {
  const filter = mapTokens((token) => {
    if (token.keyword) return token;
    const text = stem(token.text);
    return text === token.text ? token : { ...token, text };
  });
  return { ...filter, attributes: ["keyword"] };
}
