/** Tokens as analyze shows them. */
import type { Token } from "../../analysis/analyzer.ts";
import type { TokenList } from "../../analysis/token-list.ts";
import { RequestError } from "../../compat/errors.ts";

/** One token of the answer. */
export type ShownToken = Readonly<Record<string, unknown>>;

/** Tokens that one analysis may give, unless `index.analyze.max_token_count` says otherwise. */
export const MAX_ANALYZED_TOKENS = 10_000;

/**
 * Tokens of several texts in a row: offsets go on behind a blank, positions behind a gap. Throws 400 for more than
 * `limit` tokens.
 */
export function tokensInRow(lists: readonly TokenList[], positionGap: number, limit: number): Token[] {
  const all: Token[] = [];
  let offset = 0;
  let position = 0;
  for (const { tokens, nextPosition, endOffset } of lists) {
    if (all.length + tokens.length > limit) throw tooManyTokens(limit);
    for (const token of tokens) {
      all.push({
        ...token,
        position: token.position + position,
        startOffset: token.startOffset + offset,
        endOffset: token.endOffset + offset,
      });
    }
    position += nextPosition + positionGap;
    offset += endOffset + 1;
  }
  return all;
}

/** 400 for an analysis with more tokens than `limit`. */
export function tooManyTokens(limit: number): RequestError {
  const reason = `The number of tokens produced by calling _analyze has exceeded the allowed maximum of [${limit}]. This limit can be set by changing the [index.analyze.max_token_count] index level setting.`;
  return new RequestError(400, "status_exception", reason);
}

/** The plain answer. */
export function plainTokens(tokens: readonly Token[]): ShownToken[] {
  return tokens.map((token) => ({
    token: token.text,
    start_offset: token.startOffset,
    end_offset: token.endOffset,
    type: token.type,
    position: token.position,
    ...(token.positionLength > 1 ? { positionLength: token.positionLength } : {}),
  }));
}

/** Which attributes the tokens of a stage are shown with. */
export interface ShownAttributes {
  /** Names in any case; none: all. */
  readonly wanted: readonly string[];
  /** What the filters so far have added. */
  readonly added: ReadonlySet<string>;
}

/** The explained answer. */
export function describeTokens(tokens: readonly Token[], { wanted, added }: ShownAttributes): ShownToken[] {
  const names = new Set(wanted.map((name) => name.toLowerCase()));
  return tokens.map((token) => {
    const { positionLength } = token;
    const attributes = {
      bytes: hexadecimal(Buffer.from(token.text)),
      ...(added.has("keyword") ? { keyword: token.keyword ?? false } : {}),
      ...(added.has("payload") ? { payload: token.payload ? hexadecimal(token.payload) : null } : {}),
      positionLength,
      termFrequency: 1,
    };
    const shown = Object.entries(attributes).filter(([name]) => names.size === 0 || names.has(name.toLowerCase()));
    return {
      token: token.text,
      start_offset: token.startOffset,
      end_offset: token.endOffset,
      type: token.type,
      position: token.position,
      ...(positionLength > 1 ? { positionLength } : {}),
      ...Object.fromEntries(shown),
    };
  });
}

function hexadecimal(bytes: Uint8Array): string {
  return `[${Array.from(bytes, (byte) => byte.toString(16)).join(" ")}]`;
}
