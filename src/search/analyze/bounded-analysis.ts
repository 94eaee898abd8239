/**
 * Analysis that is given up as soon as it has too many tokens, not when it has them all. A text is begun anew with ever
 * longer beginnings: together they cost a third of the whole, and what is refused costs little more than what is
 * allowed.
 */
import type { Analyzer } from "../../analysis/analyzer.ts";
import { type Chain, tokenizeChain } from "../../analysis/custom-chain.ts";
import type { TokenList } from "../../analysis/token-list.ts";
import type { RequestControl } from "../shard/request-control.ts";
import { tooManyTokens } from "./analyze-tokens.ts";

/** The first beginning, in UTF-16 units. An n-gram tokenizer makes 32,896 tokens of it at most. */
const FIRST_BEGINNING = 256;
const GROWTH = 4;
/** Behind its end a text may go on so that the last tokens of its beginning are fewer. */
const UNSETTLED_TOKENS = 1_000;
/** What a token holds, roughly. */
const TOKEN_BYTES = 256;

/** What analysis is limited by. */
export interface AnalysisBounds {
  readonly limit: number;
  readonly control: RequestControl;
}

/** The tokens of each text. Throws 400 for more than the limit. */
export function* analyzeAll(
  texts: readonly string[],
  analyzer: Analyzer,
  bounds: AnalysisBounds,
): Generator<void, TokenList[]> {
  const { chain } = analyzer;
  const lists: TokenList[] = [];
  let tokens = 0;
  for (const text of texts) {
    if (isSettledByBeginnings(analyzer)) {
      for (const beginning of beginnings(text)) {
        const list = yield* chain ? last(stagesOf(chain, beginning, bounds)) : analyzed(analyzer, beginning, bounds);
        if (tokens + list.tokens.length > bounds.limit + UNSETTLED_TOKENS) throw tooManyTokens(bounds.limit);
      }
    }
    const list = yield* chain ? last(stagesOf(chain, text, bounds)) : analyzed(analyzer, text, bounds);
    tokens += list.tokens.length;
    if (tokens > bounds.limit) throw tooManyTokens(bounds.limit);
    bounds.control.memory.reserve(list.tokens.length * TOKEN_BYTES);
    lists.push(list);
  }
  return lists;
}

/**
 * The tokens of each text behind the tokenizer and behind each filter: by stage, then by text. Throws 400 where a stage
 * has more than the limit.
 */
export function* analyzeStages(
  texts: readonly string[],
  analyzer: Analyzer & { readonly chain: Chain },
  bounds: AnalysisBounds,
): Generator<void, TokenList[][]> {
  const { chain } = analyzer;
  const stages: TokenList[][] = Array.from({ length: chain.tokenFilters.length + 1 }, () => []);
  const counts = stages.map(() => 0);
  for (const text of texts) {
    if (isSettledByBeginnings(analyzer)) {
      for (const beginning of beginnings(text)) {
        let stage = 0;
        for (const list of stagesOf(chain, beginning, bounds)) {
          if (!list) yield;
          else if (counts[stage++]! + list.tokens.length > bounds.limit + UNSETTLED_TOKENS)
            throw tooManyTokens(bounds.limit);
        }
      }
    }
    let stage = 0;
    for (const list of stagesOf(chain, text, bounds)) {
      if (!list) {
        yield;
        continue;
      }
      counts[stage]! += list.tokens.length;
      if (counts[stage]! > bounds.limit) throw tooManyTokens(bounds.limit);
      bounds.control.memory.reserve(list.tokens.length * TOKEN_BYTES);
      stages[stage++]!.push(list);
    }
  }
  return stages;
}

/** Whether what an analyzer makes of a beginning is, but for its end, the beginning of what it makes of the whole. */
function isSettledByBeginnings({ chain, readsWhole }: Analyzer): boolean {
  if (!chain) return !readsWhole;
  return !chain.tokenizer.component.readsWhole && !chain.charFilters.some(({ component }) => component.readsWhole);
}

/** Ever longer beginnings, without the whole. */
function* beginnings(text: string): Generator<string> {
  for (let length = FIRST_BEGINNING; length * GROWTH <= text.length; length *= GROWTH) {
    const isHalf = (text.charCodeAt(length - 1) & 0xfc00) === 0xd800;
    yield text.slice(0, isHalf ? length - 1 : length);
  }
}

/** The tokens behind the tokenizer and behind each filter; undefined where others should have their turn. */
function* stagesOf(chain: Chain, text: string, { control }: AnalysisBounds): Generator<TokenList | undefined> {
  if (control.pollCancelled()) yield undefined;
  let list = tokenizeChain(chain, text);
  yield list;
  for (const { component } of chain.tokenFilters) {
    if (control.pollCancelled()) yield undefined;
    list = component.filter(list);
    yield list;
  }
}

function* last(stages: Iterable<TokenList | undefined>): Generator<void, TokenList> {
  let behind: TokenList | undefined;
  for (const list of stages) {
    if (list) behind = list;
    else yield;
  }
  return behind!;
}

function* analyzed(analyzer: Analyzer, text: string, { control }: AnalysisBounds): Generator<void, TokenList> {
  if (control.pollCancelled()) yield;
  return analyzer.analyze(text);
}
