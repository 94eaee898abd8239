/** Named queries: which of them a hit matches (`MatchedQueriesPhase`). */
import { float32Text, type JsonText } from "../../compat/json/json-text.ts";
import { put } from "../../core/names.ts";
import type { Plan } from "../../query/query.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";

/** The named plans of a tree. */
export function namedPlans(plan: Plan): Plan[] {
  const found: Plan[] = [];
  const visit = (node: Plan): void => {
    if (node.name !== undefined) found.push(node);
    for (const child of node.children) visit(child);
    for (const part of node.scoring ?? []) visit(part);
  };
  visit(plan);
  return found;
}

/** Names of the plans that match the document, or their scores by name; undefined when none matches. */
export function matchedQueries(
  plans: readonly Plan[],
  reader: SegmentReader,
  doc: number,
  withScores: boolean,
): string[] | Record<string, JsonText> | undefined {
  const names: string[] = [];
  const scores: Record<string, JsonText> = {};
  for (const plan of plans) {
    const explanation = plan.explain(reader, doc);
    if (!explanation.match || plan.name === undefined || names.includes(plan.name)) continue;
    names.push(plan.name);
    put(scores, plan.name, float32Text(explanation.value));
  }
  if (names.length === 0) return undefined;
  return withScores ? scores : names;
}
