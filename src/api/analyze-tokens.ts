/** Tokens as analyze shows them. */
import type { Analyzer, Token } from "../analysis/analyzer.ts";

/** One token of the answer. */
export type ShownToken = Readonly<Record<string, unknown>>;

/** Tokens of several texts in a row: offsets go on behind a blank, positions behind a gap. */
export function tokensOfTexts(analyzer: Analyzer, texts: readonly string[], positionGap: number): Token[] {
  const all: Token[] = [];
  let offset = 0;
  let position = 0;
  for (const text of texts) {
    let last = position - 1;
    for (const token of analyzer.tokens(text)) {
      const moved = { ...token, position: token.position + position, startOffset: token.startOffset + offset, endOffset: token.endOffset + offset };
      last = moved.position;
      all.push(moved);
    }
    position = last + 1 + positionGap;
    offset += text.length + 1;
  }
  return all;
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

/** The explained answer, with the attributes asked for (all when undefined). */
export function describeTokens(tokens: readonly Token[], attributes: readonly string[] | undefined): ShownToken[] {
  const wanted = attributes && new Set(attributes.map((name) => name.toLowerCase()));
  return tokens.map((token) => {
    const extended = {
      bytes: `[${[...Buffer.from(token.text)].map((byte) => byte.toString(16)).join(" ")}]`,
      positionLength: token.positionLength,
      termFrequency: 1,
    };
    const shown = Object.entries(extended).filter(([name]) => wanted === undefined || wanted.has(name.toLowerCase()));
    return {
      token: token.text,
      start_offset: token.startOffset,
      end_offset: token.endOffset,
      type: token.type,
      position: token.position,
      ...Object.fromEntries(shown),
    };
  });
}
