/** Analysis explained stage by stage, as `_analyze` answers with `explain`. */
import type { Analyzer } from "../analysis/analyzer.ts";
import { charFilteredTexts, tokenizeChain, type Chain } from "../analysis/custom-chain.ts";
import { describeTokens, type ShownToken, tokensInRow } from "./analyze-tokens.ts";

/** What is explained. */
export interface ExplainedTexts {
  readonly texts: readonly string[];
  /** Names of the attributes to show; none: all. */
  readonly attributes: readonly string[];
  /** The most tokens that any stage may have. */
  readonly limit: number;
}

/** An analyzer that is not put together of parts: its tokens. */
export function explainAnalyzer(analyzer: Analyzer, name: string, positionGap: number, { texts, attributes, limit }: ExplainedTexts): object {
  const tokens = tokensInRow(
    texts.map((text) => analyzer.analyze(text)),
    positionGap,
    limit,
  );
  return { detail: { custom_analyzer: false, analyzer: { name, tokens: describeTokens(tokens, { wanted: attributes, added: new Set() }) } } };
}

/** A chain: texts behind each char filter, tokens behind the tokenizer and behind each filter. */
export function explainChain(chain: Chain, positionGap: number, { texts, attributes, limit }: ExplainedTexts): object {
  const added = new Set<string>();
  let lists = texts.map((text) => tokenizeChain(chain, text));
  const stage = (): ShownToken[] => describeTokens(tokensInRow(lists, positionGap, limit), { wanted: attributes, added });
  const filtered = texts.map((text) => charFilteredTexts(chain, text));
  const tokenizer = { name: chain.tokenizer.name, tokens: stage() };
  const tokenfilters = chain.tokenFilters.map(({ name, component }) => {
    lists = lists.map((list) => component.filter(list));
    for (const attribute of component.attributes ?? []) added.add(attribute);
    return { name, tokens: stage() };
  });
  const charfilters = chain.charFilters.map(({ name }, index) => ({ name, filtered_text: filtered.map((stages) => stages[index]) }));
  return { detail: { custom_analyzer: true, charfilters, tokenizer, tokenfilters } };
}
