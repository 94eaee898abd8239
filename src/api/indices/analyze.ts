/** `indices.analyze`: the tokens that an analyzer makes of a text. */
import { analyze as analyzeKind } from "../../search/actions/analyze.ts";
import type { IndexAnalysis } from "../../analysis/analyzers-of.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { indexNotFound } from "../../cluster/index-expressions.ts";
import type { AnalyzeTask, CallAnalysis, InlineChain, NamedAnalyzer } from "../../search/analyze/analyze-task.ts";
import { MAX_ANALYZED_TOKENS } from "../../search/analyze/analyze-tokens.ts";
import { type AnalyzeBody, parseAnalyzeBody } from "../requests/analyze-body.ts";
import { fieldAnalyzer } from "../requests/field-analyzer.ts";
import { ONE_INDEX } from "../targets/index-options.ts";
import type { Services, Operation, OperationRequest } from "../operation.ts";
import { requiredJson } from "../requests/request-body.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { runSearch } from "../requests/run-search.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

export const analyze: Operation = {
  name: "indices.analyze",
  actions: ["indices:admin/analyze"],
  audit: "nothing",
  cancellable: true,

  // What is wrong with names is told here; the texts are analysed on a search thread, where nobody waits for them.
  async handle(request, services) {
    const body = parseAnalyzeBody(await requiredJson(request), request.parameters["index"] !== undefined);
    const index = indexOf(request, services);
    const { analyzer, analysis } = await chosenAnalyzer(services, body, index);
    const { texts, explain, attributes = [] } = body;
    const task: AnalyzeTask = { texts, analyzer, explain, attributes, limit: limitOf(index) };
    const targets = index && !analysis ? [{ uuid: index.uuid, index: index.name, filters: [], access: undefined }] : [];
    return runSearch(request, services, {
      kind: analyzeKind,
      targets: [targets],
      bodies: [],
      tasks: [task],
      parameters: [{}],
      analysis,
    });
  },
};

interface ChosenAnalyzer {
  readonly analyzer: NamedAnalyzer | InlineChain;
  /** Undefined: that of the index. */
  readonly analysis: CallAnalysis | undefined;
}

async function chosenAnalyzer(
  services: Services,
  body: AnalyzeBody,
  index: IndexMetadata | undefined,
): Promise<ChosenAnalyzer> {
  if (body.tokenizer === undefined && body.filters.length === 0 && body.charFilters.length === 0) {
    const analyzer = namedAnalyzer(index ? services.analyses.of(index) : services.analyses.builtIn, body, index);
    return { analyzer, analysis: index ? undefined : services.analyses.builtInParts };
  }
  const settings = index?.settings ?? {};
  const { analysis, read } = await services.analyses.fresh(settings, inlineSets(body));
  // Filters alone work on the text as a whole.
  const definition = {
    charFilters: body.charFilters,
    tokenizer: body.tokenizer ?? "keyword",
    tokenFilters: body.filters,
    indexed: index !== undefined,
  };
  // Made once to see what it reads.
  analysis.chain(definition);
  return { analyzer: { form: "chain", ...definition }, analysis: { key: undefined, settings, read: read() } };
}

/** The sets of synonyms that filters of the body name. */
function inlineSets({ filters }: AnalyzeBody): string[] {
  return filters.flatMap((filter) => (typeof filter === "string" ? [] : (filter["synonyms_set"] ?? [])));
}

function limitOf(index: IndexMetadata | undefined): number {
  const limit = index?.settings["index.analyze.max_token_count"];
  return limit === undefined ? MAX_ANALYZED_TOKENS : Number(limit);
}

function indexOf(request: OperationRequest, services: Services): IndexMetadata | undefined {
  const name = request.parameters["index"];
  if (name === undefined) return undefined;
  const [found] = visibleIndices(services, request.principal, name, ONE_INDEX, "view_index_metadata");
  if (!found) throw indexNotFound(name);
  return found.metadata;
}

function namedAnalyzer(analysis: IndexAnalysis, body: AnalyzeBody, index: IndexMetadata | undefined): NamedAnalyzer {
  if (body.normalizer !== undefined) {
    if (!analysis.normalizer(body.normalizer))
      throw illegalArgument(`failed to find normalizer under [${body.normalizer}]`);
    return { form: "normalizer", name: body.normalizer, shown: body.normalizer, gap: 0 };
  }
  if (body.field !== undefined && body.analyzer === undefined && index)
    return fieldAnalyzer(analysis, index.mapping, body.field);
  const name = body.analyzer ?? (index ? "default" : "standard");
  const analyzer = analysis.analyzer(name);
  if (!analyzer)
    throw illegalArgument(index ? `failed to find analyzer [${name}]` : `failed to find global analyzer [${name}]`);
  return { form: "analyzer", name, shown: name, gap: index ? analyzer.positionIncrementGap : 0 };
}
