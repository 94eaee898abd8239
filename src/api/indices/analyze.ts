/** `indices.analyze`: the tokens that an analyzer makes of a text. */
import type { Analyzer } from "../../analysis/analyzer.ts";
import { analysisOf, builtInAnalysis, type IndexAnalysis } from "../../analysis/analyzers-of.ts";
import { indexNotFound } from "../../cluster/index-expressions.ts";
import { type AnalyzeBody, parseAnalyzeBody } from "../analyze-body.ts";
import { explainAnalyzer, explainChain, type ExplainedTexts } from "../analyze-explanation.ts";
import { MAX_ANALYZED_TOKENS, plainTokens, tokensInRow } from "../analyze-tokens.ts";
import { fieldAnalyzer } from "../field-analyzer.ts";
import { ONE_INDEX } from "../index-options.ts";
import type { Node, Operation, OperationRequest } from "../operation.ts";
import { requiredJson } from "../request-body.ts";
import { illegalArgument } from "../../core/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { visibleIndices } from "../visible-indices.ts";

/** Gap between the positions of two texts where the analyzer is one of an index or put together here. */
const POSITION_GAP = 100;

export const analyze: Operation = {
  name: "indices.analyze",
  privilege: { index: "view_index_metadata" },

  async handle(request, node) {
    const body = parseAnalyzeBody(await requiredJson(request), request.parameters["index"] !== undefined);
    const index = indexOf(request, node);
    const analysis = index ? analysisOf(index.settings) : builtInAnalysis;
    const { texts } = body;
    const explained = { texts, attributes: body.attributes ?? [], limit: limitOf(index) };
    if (body.tokenizer !== undefined || body.filters.length > 0 || body.charFilters.length > 0) {
      // Filters alone work on the text as a whole.
      const tokenizer = body.tokenizer ?? "keyword";
      const analyzer = analysis.chain({ charFilters: body.charFilters, tokenizer, tokenFilters: body.filters, indexed: index !== undefined });
      return { status: 200, body: body.explain ? explainChain(analyzer.chain, 0, explained) : tokensOf(analyzer, explained, POSITION_GAP) };
    }
    const { analyzer, name, gap } = chosenAnalyzer(analysis, body, index);
    if (!body.explain) return { status: 200, body: tokensOf(analyzer, explained, gap) };
    const { chain } = analyzer;
    return { status: 200, body: chain ? explainChain(chain, gap, explained) : explainAnalyzer(analyzer, name, gap, explained) };
  },
};

function tokensOf(analyzer: Analyzer, { texts, limit }: ExplainedTexts, gap: number): object {
  return {
    tokens: plainTokens(
      tokensInRow(
        texts.map((text) => analyzer.analyze(text)),
        gap,
        limit,
      ),
    ),
  };
}

function limitOf(index: AnalyzedIndex | undefined): number {
  const limit = index?.settings["index.analyze.max_token_count"];
  return limit === undefined ? MAX_ANALYZED_TOKENS : Number(limit);
}

interface AnalyzedIndex {
  readonly settings: Readonly<Record<string, string | readonly string[]>>;
  readonly mapping: JsonObject;
}

function indexOf(request: OperationRequest, node: Node): AnalyzedIndex | undefined {
  const name = request.parameters["index"];
  if (name === undefined) return undefined;
  const [found] = visibleIndices(node, request.principal, name, ONE_INDEX, "view_index_metadata");
  if (!found) throw indexNotFound(name);
  return found.metadata;
}

function chosenAnalyzer(analysis: IndexAnalysis, body: AnalyzeBody, index: AnalyzedIndex | undefined): { analyzer: Analyzer; name: string; gap: number } {
  if (body.normalizer !== undefined) {
    const analyzer = analysis.normalizer(body.normalizer);
    if (!analyzer) throw illegalArgument(`failed to find normalizer under [${body.normalizer}]`);
    return { analyzer, name: body.normalizer, gap: 0 };
  }
  if (body.field !== undefined && body.analyzer === undefined && index) return fieldAnalyzer(analysis, index.mapping, body.field);
  const name = body.analyzer ?? (index ? "default" : "standard");
  const analyzer = analysis.analyzer(name);
  if (!analyzer) throw illegalArgument(index ? `failed to find analyzer [${name}]` : `failed to find global analyzer [${name}]`);
  return { analyzer, name, gap: index ? analyzer.positionIncrementGap : 0 };
}
