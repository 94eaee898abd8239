/** `indices.analyze`: the tokens that an analyzer makes of a text. */
import type { Analyzer } from "../../analysis/analyzer.ts";
import type { IndexAnalysis } from "../../analysis/analyzers-of.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { indexNotFound } from "../../cluster/index-expressions.ts";
import { type AnalyzeBody, parseAnalyzeBody } from "../analyze-body.ts";
import { explainAnalyzer, explainChain, type ExplainedTexts } from "../analyze-explanation.ts";
import { MAX_ANALYZED_TOKENS, plainTokens, tokensInRow } from "../analyze-tokens.ts";
import { fieldAnalyzer } from "../field-analyzer.ts";
import { ONE_INDEX } from "../index-options.ts";
import type { Node, Operation, OperationRequest } from "../operation.ts";
import { requiredJson } from "../request-body.ts";
import { illegalArgument } from "../../core/errors.ts";
import { visibleIndices } from "../visible-indices.ts";

/** Gap between the positions of two texts where the analyzer is one of an index or put together here. */
const POSITION_GAP = 100;

export const analyze: Operation = {
  name: "indices.analyze",
  privilege: { index: "view_index_metadata" },

  async handle(request, node) {
    const body = parseAnalyzeBody(await requiredJson(request), request.parameters["index"] !== undefined);
    const index = indexOf(request, node);
    const { texts } = body;
    const explained = { texts, attributes: body.attributes ?? [], limit: limitOf(index) };
    if (body.tokenizer !== undefined || body.filters.length > 0 || body.charFilters.length > 0) {
      // Filters alone work on the text as a whole.
      const tokenizer = body.tokenizer ?? "keyword";
      const analysis = await node.analyses.fresh(index?.settings ?? {}, inlineSets(body));
      const analyzer = analysis.chain({ charFilters: body.charFilters, tokenizer, tokenFilters: body.filters, indexed: index !== undefined });
      return { status: 200, body: body.explain ? explainChain(analyzer.chain, 0, explained) : tokensOf(analyzer, explained, POSITION_GAP) };
    }
    const analysis = index ? node.analyses.of(index) : node.analyses.builtIn;
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

/** The sets of synonyms that filters of the body name. */
function inlineSets({ filters }: AnalyzeBody): string[] {
  return filters.flatMap((filter) => (typeof filter === "string" ? [] : (filter["synonyms_set"] ?? [])));
}

function limitOf(index: IndexMetadata | undefined): number {
  const limit = index?.settings["index.analyze.max_token_count"];
  return limit === undefined ? MAX_ANALYZED_TOKENS : Number(limit);
}

function indexOf(request: OperationRequest, node: Node): IndexMetadata | undefined {
  const name = request.parameters["index"];
  if (name === undefined) return undefined;
  const [found] = visibleIndices(node, request.principal, name, ONE_INDEX, "view_index_metadata");
  if (!found) throw indexNotFound(name);
  return found.metadata;
}

function chosenAnalyzer(analysis: IndexAnalysis, body: AnalyzeBody, index: IndexMetadata | undefined): { analyzer: Analyzer; name: string; gap: number } {
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
