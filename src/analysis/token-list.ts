/** Tokens as lists: the form in which tokenizers and filters of a chain work. The hot analyzers do without. */
import type { Token } from "./analyzer.ts";
import type { Chain } from "./custom-chain.ts";

/**
 * Tokens of one value in order, and where the next token would stand (holes at the end count, as in Lucene's `end()`).
 */
export interface TokenList {
  readonly tokens: readonly Token[];
  readonly nextPosition: number;
  /** Where the text ends, in units of the text as it came. */
  readonly endOffset: number;
  /**
   * Queries take the tokens position by position: their position lengths make too many ways (Lucene's
   * DisableGraphAttribute).
   */
  readonly graphless?: true;
}

/** Changes the text before it is tokenised. */
export interface FilteredText {
  readonly text: string;
  /** Offset in the original of an offset in `text`. */
  original(offset: number): number;
}

/** A ready char filter. */
export interface CharFilter {
  /** See Analyzer. */
  readonly readsWhole?: true;
  filter(text: string): FilteredText;
}

/** A ready tokenizer. */
export interface Tokenizer {
  /** See Analyzer. */
  readonly readsWhole?: true;
  tokenize(text: string): TokenList;
}

/** A ready token filter. */
export interface TokenFilter {
  filter(list: TokenList): TokenList;
  /**
   * The filter as it works behind the components of `before`, for filters whose rules are analysed by what comes before
   * them.
   */
  inChain?(before: Chain): TokenFilter;
  /**
   * What stands for it where the rules of a later synonym filter are analysed; throws when there can be no such filter.
   * Absent: itself.
   */
  forSynonyms?(): TokenFilter;
  /** Attributes that its tokens have besides the usual ones, as `_analyze` shows them. */
  readonly attributes?: readonly ("keyword" | "payload")[];
  /** Whether its rules change while the index is open, so that only searches may use it. */
  readonly updateable?: boolean;
  /** The set of synonyms that its rules come from. */
  readonly synonymsSet?: string | undefined;
}

/** Leaves every token as it is. */
export const identityFilter: TokenFilter = { filter: (list) => list };

/** A token filter that changes texts only, or removes tokens and leaves a hole: `undefined` removes. */
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

/** As `mapTokens` for a function of the text. */
export function mapText(change: (text: string) => string): TokenFilter {
  return mapTokens((token) => {
    const text = change(token.text);
    return text === token.text ? token : { ...token, text };
  });
}

/** As `mapText` for stemmers: tokens that are marked as keywords stay. */
export function mapStem(stem: (text: string) => string): TokenFilter {
  const filter = mapTokens((token) => {
    if (token.keyword) return token;
    const text = stem(token.text);
    return text === token.text ? token : { ...token, text };
  });
  return { ...filter, attributes: ["keyword"] };
}
