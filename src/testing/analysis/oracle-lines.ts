/** Tokens as lines, for comparing them with those of a real server. */
import { fileURLToPath } from "node:url";
import { analysisOf } from "../../analysis/analyzers-of.ts";
import type { OracleChain } from "./oracle-chains.ts";

/** What a real server (OpenSearch 3.8) answered, by chain. */
export const recordedChains = fileURLToPath(new URL("recorded-chains.json", import.meta.url));

/** Settings of the index that the chains are asked with. */
export const settings = { "index.max_ngram_diff": "50", "index.max_shingle_diff": "50" };

const analysis = analysisOf(settings);

/** Tokens of the texts in a row: offsets go on behind a blank, positions behind a gap of 100. */
export function ourLines(chain: OracleChain, texts: readonly string[]): string[] {
  const analyzer = analysis.chain({
    charFilters: chain.charFilters ?? [],
    tokenizer: chain.tokenizer ?? "standard",
    tokenFilters: chain.filters ?? [],
  });
  const lines: string[] = [];
  let offset = 0;
  let base = 0;
  for (const text of texts) {
    const { tokens, nextPosition, endOffset } = analyzer.analyze(text);
    for (const token of tokens) {
      lines.push(
        `${base + token.position}+${token.positionLength} ${offset + token.startOffset}-${offset + token.endOffset} ${token.type} ${JSON.stringify(token.text)}`,
      );
    }
    base += nextPosition + 100;
    offset += endOffset + 1;
  }
  return lines;
}
