/** The tokens that an analyzer makes of texts (`indices.analyze`). */
import type { Analyzer } from "../../analysis/analyzer.ts";
import { type IndexAnalysis, openAnalysis } from "../../analysis/analyzers-of.ts";
import { resourcesOf } from "../../analysis/read-resources.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { knownAnalysis } from "../../mapping/mapping-context.ts";
import { explainAnalyzer, explainStages } from "../analyze/analyze-explanation.ts";
import type { AnalyzeTask, CallAnalysis } from "../analyze/analyze-task.ts";
import { plainTokens, tokensInRow } from "../analyze/analyze-tokens.ts";
import { analyzeAll, analyzeStages } from "../analyze/bounded-analysis.ts";
import type { CallKind, CallRuntime } from "../search-action.ts";
import { MemoryAccount } from "../shard/request-accounts.ts";
import { RequestControl } from "../shard/request-control.ts";
import type { SearchAction } from "../search-service.ts";

/** Gap between the positions of two texts where the analyzer is one of an index or put together by the request. */
const POSITION_GAP = 100;

export const analyze: CallKind = {
  name: "analyze",

  *run(call, runtime) {
    const [task] = call.tasks as readonly [AnalyzeTask];
    const control = new RequestControl(runtime.control, undefined, runtime.turn, new MemoryAccount(runtime.memory));
    try {
      return { status: 200, body: yield* answer(task, analysisFor(call, runtime), control) };
    } finally {
      control.memory.release();
    }
  },
};

function* answer(task: AnalyzeTask, analysis: IndexAnalysis, control: RequestControl): Generator<void, object> {
  const { texts, limit, explain, attributes } = task;
  const { analyzer, shown, gap } = chosen(task, analysis);
  const { chain } = analyzer;
  const shownAs = { limit, attributes };
  if (explain && chain) {
    // Explained, what the request puts together has no gaps.
    const positionGap = task.analyzer.form === "chain" ? 0 : gap;
    return explainStages(chain, texts, yield* analyzeStages(texts, { ...analyzer, chain }, { limit, control }), {
      positionGap,
      ...shownAs,
    });
  }
  const lists = yield* analyzeAll(texts, analyzer, { limit, control });
  return explain
    ? explainAnalyzer(shown, lists, { positionGap: gap, ...shownAs })
    : { tokens: plainTokens(tokensInRow(lists, gap, limit)) };
}

function chosen(
  { analyzer: wanted }: AnalyzeTask,
  analysis: IndexAnalysis,
): { analyzer: Analyzer; shown: string; gap: number } {
  if (wanted.form === "chain") return { analyzer: analysis.chain(wanted), shown: "", gap: POSITION_GAP };
  const analyzer = wanted.form === "normalizer" ? analysis.normalizer(wanted.name) : analysis.analyzer(wanted.name);
  // It was there when the request came.
  if (!analyzer) throw illegalArgument(`failed to find analyzer [${wanted.name}]`);
  return { analyzer, shown: wanted.shown, gap: wanted.gap };
}

/** Analyses without an index, by key: of one node, but for tests. */
const known = new Map<string, IndexAnalysis>();
const MOST_KNOWN = 4;

function analysisFor(call: SearchAction, { registry }: CallRuntime): IndexAnalysis {
  if (call.analysis) return openedAnalysis(call.analysis);
  const [target] = call.targets[0] ?? [];
  const { metadata } = registry.index(target?.uuid ?? "", target?.index ?? "");
  return knownAnalysis(metadata.settings, metadata.resources, registry.scripts);
}

function openedAnalysis({ key, settings, read }: CallAnalysis): IndexAnalysis {
  const found = key === undefined ? undefined : known.get(key);
  if (found) return found;
  const analysis = openAnalysis(settings, resourcesOf(read));
  if (key !== undefined) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, analysis);
  }
  return analysis;
}
