/** The analyzer that a field of an index is indexed with. */
import type { Analyzer } from "../analysis/analyzer.ts";
import type { IndexAnalysis } from "../analysis/analyzers-of.ts";
import { illegalArgument } from "../core/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { findField } from "./stored-fields.ts";

/** Types whose values are analysed, and objects, which have no values. */
const ANALYSED: ReadonlySet<string> = new Set(["text", "match_only_text", "search_as_you_type", "object", "nested"]);

/** Analyzer, its name, and the gap between values. Throws 400 for fields that are not analysed; unknown fields have the default. */
export function fieldAnalyzer(analysis: IndexAnalysis, mapping: JsonObject, name: string): { analyzer: Analyzer; name: string; gap: number } {
  const field = findField(mapping, name)?.field;
  const type = field?.["type"];
  if (type === "keyword") {
    const normalizer = field?.["normalizer"];
    const analyzer = typeof normalizer === "string" ? analysis.normalizer(normalizer) : analysis.analyzer("keyword");
    if (analyzer) return { analyzer, name: typeof normalizer === "string" ? normalizer : "_keyword", gap: 0 };
  }
  if (typeof type === "string" && type !== "keyword" && !ANALYSED.has(type)) {
    throw illegalArgument(`Can't process field [${name}], Analysis requests are only supported on tokenized fields`);
  }
  const own = field?.["analyzer"];
  const analyzerName = typeof own === "string" ? own : "default";
  const analyzer = analysis.analyzer(analyzerName);
  if (!analyzer) throw illegalArgument(`failed to find analyzer [${analyzerName}]`);
  const gap = field?.["position_increment_gap"];
  return { analyzer, name: analyzerName, gap: gap === undefined ? analyzer.positionIncrementGap : Number(gap) };
}
