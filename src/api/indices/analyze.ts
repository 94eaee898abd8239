/** `indices.analyze`: the tokens that an analyzer makes of a text. */
import type { Analyzer } from "../../analysis/analyzer.ts";
import { analysisOf, builtInAnalysis, type IndexAnalysis } from "../../analysis/analyzers-of.ts";
import type { ComponentSettings } from "../../analysis/component-parameters.ts";
import { indexNotFound } from "../../cluster/index-expressions.ts";
import { type AnalyzeBody, parseAnalyzeBody } from "../analyze-body.ts";
import { describeTokens, plainTokens, type ShownToken, tokensOfTexts } from "../analyze-tokens.ts";
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
    if (body.tokenizer !== undefined || body.filters.length > 0 || body.charFilters.length > 0) return { status: 200, body: chainAnswer(analysis, body) };
    const { analyzer, name, gap } = chosenAnalyzer(analysis, body, index);
    const tokens = tokensOfTexts(analyzer, body.texts, gap);
    if (!body.explain) return { status: 200, body: { tokens: plainTokens(tokens) } };
    return { status: 200, body: { detail: { custom_analyzer: false, analyzer: { name, tokens: describeTokens(tokens, body.attributes) } } } };
  },
};

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
  return { analyzer, name, gap: index ? POSITION_GAP : 0 };
}

/** Tokens of components put together here; explained stage by stage. */
function chainAnswer(analysis: IndexAnalysis, body: AnalyzeBody): object {
  // Filters alone work on the text as a whole.
  const tokenizer = body.tokenizer ?? "keyword";
  const chainOf = (filters: readonly (string | ComponentSettings)[]): Analyzer =>
    analysis.chain({ charFilters: body.charFilters, tokenizer, tokenFilters: filters });
  if (!body.explain) return { tokens: plainTokens(tokensOfTexts(chainOf(body.filters), body.texts, POSITION_GAP)) };
  const stage = (filters: readonly (string | ComponentSettings)[]): ShownToken[] =>
    describeTokens(tokensOfTexts(chainOf(filters), body.texts, 0), body.attributes);
  return {
    detail: {
      custom_analyzer: true,
      charfilters: body.charFilters.map((filter) => ({ name: nameOf(filter, "char_filter"), filtered_text: [] })),
      tokenizer: { name: nameOf(tokenizer, "tokenizer"), tokens: stage([]) },
      tokenfilters: body.filters.map((filter, position) => ({ name: nameOf(filter, "filter"), tokens: stage(body.filters.slice(0, position + 1)) })),
    },
  };
}

function nameOf(component: string | ComponentSettings, group: string): string {
  return typeof component === "string" ? component : `__anonymous__${String(component["type"] ?? group)}`;
}
