/** Analysis explained stage by stage, as `_analyze` answers with `explain`. */
import { charFilteredTexts, type Chain } from "../../analysis/custom-chain.ts";
import type { TokenList } from "../../analysis/token-list.ts";
import { describeTokens, type ShownToken, tokensInRow } from "./analyze-tokens.ts";

/** How tokens are shown. */
export interface Explained {
  readonly positionGap: number;
  /** Names of the attributes to show; none: all. */
  readonly attributes: readonly string[];
  /** The most tokens that any stage may have. */
  readonly limit: number;
}

/** An analyzer that is not put together of parts: its tokens, by text. */
export function explainAnalyzer(
  name: string,
  lists: readonly TokenList[],
  { positionGap, attributes, limit }: Explained,
): object {
  const tokens = tokensInRow(lists, positionGap, limit);
  return {
    detail: {
      custom_analyzer: false,
      analyzer: { name, tokens: describeTokens(tokens, { wanted: attributes, added: new Set() }) },
    },
  };
}

/**
 * A chain: texts behind each char filter, tokens behind the tokenizer and behind each filter (`stages`: by stage, then
 * by text).
 */
export function explainStages(
  chain: Chain,
  texts: readonly string[],
  stages: readonly (readonly TokenList[])[],
  explained: Explained,
): object {
  const { positionGap, attributes, limit } = explained;
  const added = new Set<string>();
  const stage = (number: number): ShownToken[] =>
    describeTokens(tokensInRow(stages[number] ?? [], positionGap, limit), { wanted: attributes, added });
  const filtered = texts.map((text) => charFilteredTexts(chain, text));
  const tokenizer = { name: chain.tokenizer.name, tokens: stage(0) };
  const tokenfilters = chain.tokenFilters.map(({ name, component }, index) => {
    for (const attribute of component.attributes ?? []) added.add(attribute);
    return { name, tokens: stage(index + 1) };
  });
  const charfilters = chain.charFilters.map(({ name }, index) => ({
    name,
    filtered_text: filtered.map((of) => of[index]),
  }));
  return { detail: { custom_analyzer: true, charfilters, tokenizer, tokenfilters } };
}
