/** Analyzers that wrap another one: shingles (Lucene's FixedShingleFilter), and their prefixes. */
import type { Analyzer, Token } from "../../analysis/analyzer.ts";
import { textAnalyzer } from "../../analysis/text-analyzer.ts";

const SEPARATOR = " ";
/** Replaces a missing token. */
const FILLER = "";

/** Shingles of `size` adjacent tokens, each at the position of its first token. */
export function shingleAnalyzer(inner: Analyzer, size: number): Analyzer {
  return analyzerOf(inner, (tokens) => shinglesOf(tokens, size, 0));
}

/**
 * The prefixes, up to `longest` characters, of shingles of up to `size` tokens (Elasticsearch's
 * SearchAsYouTypeAnalyzer). Shingles at the end of the text are padded with empty tokens, so that single words have
 * prefixes too.
 */
export function shinglePrefixAnalyzer(inner: Analyzer, size: number, longest: number): Analyzer {
  return analyzerOf(inner, (tokens) =>
    shinglesOf(tokens, size, size - 1).flatMap((token) => {
      const characters = Array.from(token.text);
      return Array.from({ length: Math.min(longest, characters.length) }, (_, at) => ({
        ...token,
        text: characters.slice(0, at + 1).join(""),
      }));
    }),
  );
}

function analyzerOf(inner: Analyzer, change: (tokens: readonly Token[]) => Token[]): Analyzer {
  return textAnalyzer(
    inner.name,
    (text) => {
      const list = inner.analyze(text);
      return { ...list, tokens: change(list.tokens) };
    },
    inner.positionIncrementGap,
  );
}

/** Shingles of `size` positions; `trailing` is the number of empty positions added after the last token. */
function shinglesOf(tokens: readonly Token[], size: number, trailing: number): Token[] {
  const byPosition = new Map<number, Token>();
  // The first of several tokens at a position is used.
  for (const token of tokens) if (!byPosition.has(token.position)) byPosition.set(token.position, token);
  const end = (tokens.at(-1)?.position ?? -1) + trailing;
  const shingles: Token[] = [];
  for (const first of byPosition.values()) {
    if (first.position + size - 1 > end) break;
    let text = first.text;
    let last = first;
    for (let at = 1; at < size; at++) {
      const token = byPosition.get(first.position + at);
      text += SEPARATOR + (token?.text ?? FILLER);
      last = token ?? last;
    }
    shingles.push({
      text,
      position: first.position,
      startOffset: first.startOffset,
      endOffset: last.endOffset,
      positionLength: 1,
      type: "shingle",
    });
  }
  return shingles;
}
