/** The analyzer that a field of an index is indexed with. */
import type { IndexAnalysis } from "../../analysis/analyzers-of.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import type { NamedAnalyzer } from "../../search/analyze/analyze-task.ts";
import { findField } from "./stored-fields.ts";

/** Types whose values are analysed, and objects, which have no values. */
const ANALYSED: ReadonlySet<string> = new Set(["text", "match_only_text", "search_as_you_type", "object", "nested"]);

/**
 * Analyzer, its name, and the gap between values. Throws 400 for fields that are not analysed; unknown fields have the
 * default.
 */
export function fieldAnalyzer(analysis: IndexAnalysis, mapping: JsonObject, name: string): NamedAnalyzer {
  const field = findField(mapping, name)?.field;
  const type = field?.["type"];
  if (type === "keyword") {
    const normalizer = field?.["normalizer"];
    if (typeof normalizer !== "string") return { form: "analyzer", name: "keyword", shown: "_keyword", gap: 0 };
    if (analysis.normalizer(normalizer)) return { form: "normalizer", name: normalizer, shown: normalizer, gap: 0 };
  }
  if (typeof type === "string" && type !== "keyword" && !ANALYSED.has(type)) {
    throw illegalArgument(`Can't process field [${name}], Analysis requests are only supported on tokenized fields`);
  }
  const own = field?.["analyzer"];
  const analyzerName = typeof own === "string" ? own : "default";
  const analyzer = analysis.analyzer(analyzerName);
  if (!analyzer) throw illegalArgument(`failed to find analyzer [${analyzerName}]`);
  const gap = field?.["position_increment_gap"];
  return {
    form: "analyzer",
    name: analyzerName,
    shown: analyzerName,
    gap: gap === undefined ? analyzer.positionIncrementGap : Number(gap),
  };
}
