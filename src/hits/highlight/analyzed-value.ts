/** Analyzes a field's values again, for highlighters. */
import type { Token } from "../../analysis/analyzer.ts";
import type { MappedField } from "../../mapping/field-type.ts";

/** Tokens of all values. Positions and offsets continue across values, which are one separator character apart. */
export interface AnalyzedText {
  readonly tokens: readonly Token[];
  /** Indices into `tokens` by term. */
  readonly byTerm: ReadonlyMap<string, readonly number[]>;
}

/**
 * Analyzes `values`, joined by one character; of each value only tokens that begin within `limit` characters
 * (LimitTokenOffsetFilter).
 */
export function analyzeValues(field: MappedField, values: readonly string[], limit: number): AnalyzedText {
  const tokens: Token[] = [];
  const analyzer = field.indexAnalyzer;
  const gap = analyzer?.positionIncrementGap ?? 0;
  let offset = 0;
  let position = 0;
  for (const value of values) {
    const found = analyzer ? analyzer.tokens(value) : [wholeValue(value)];
    let last = -1;
    for (const token of found) {
      if (token.startOffset > limit) break;
      last = Math.max(last, token.position);
      tokens.push({
        ...token,
        position: token.position + position,
        startOffset: token.startOffset + offset,
        endOffset: token.endOffset + offset,
      });
    }
    position += last + 1 + gap;
    offset += value.length + 1;
  }
  const byTerm = new Map<string, number[]>();
  tokens.forEach((token, place) => {
    const places = byTerm.get(token.text);
    if (places) places.push(place);
    else byTerm.set(token.text, [place]);
  });
  return { tokens, byTerm };
}

function wholeValue(text: string): Token {
  return { text, position: 0, startOffset: 0, endOffset: text.length, positionLength: 1, type: "word" };
}
