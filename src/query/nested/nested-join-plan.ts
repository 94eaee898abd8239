/** The plan that joins nested documents to their parents (Lucene's `ToParentBlockJoinQuery`). */
import { firstBelow } from "../../segment/nested-docs.ts";
import type { NestedReader, SegmentReader } from "../../segment/segment-reader.ts";
import { ConstantScoreOperator } from "../constant-score/constant-score-operator.ts";
import { NestedJoinOperator } from "./nested-join-operator.ts";
import type { Explanation, Plan, PlanOptions } from "../query.ts";
import { explained, unmatched } from "../scoring/explanation.ts";
import { costOf } from "../plan-cost.ts";

/** How the scores of a document's matching nested documents are combined; `none`: every match scores 0. */
export type ScoreMode = "avg" | "max" | "min" | "none" | "sum";

/** A join to be planned. */
export interface PlannedJoin {
  readonly description: string;
  readonly path: string;
  readonly mode: ScoreMode;
  /** The plan on the nested documents. */
  readonly inner: Plan;
}

export function planNestedJoin(join: PlannedJoin, options: PlanOptions): Plan {
  const { path, mode } = join;
  const child = asParentPlan(join.inner, path);
  return {
    kind: "ESToParentBlockJoinQuery",
    description: join.description,
    children: [child],
    operator(context, leadCost) {
      const space = context.reader.space(path);
      if (!space) return undefined;
      const inner = child.operator(context.within(space), leadCost);
      if (!inner) return undefined;
      const joined = new NestedJoinOperator(context, space, inner, mode);
      return options.scored && mode === "none" ? new ConstantScoreOperator(context, joined, 0) : joined;
    },
    cost(segment) {
      const space = segment.space(path);
      return space ? costOf(join.inner, space) : 0;
    },
    explain: (segment, doc) => explainJoin(join, segment, doc),
  };
}

/** A nested plan as it appears in the tree of parent plans: it explains the matches below a parent. */
function asParentPlan(inner: Plan, path: string): Plan {
  return {
    kind: inner.kind,
    description: inner.description,
    // `matched_queries` reports names for the parents, which these plans do not match, so the name is dropped.
    children: inner.children.map((child) => asParentPlan(child, path)),
    operator: (context, leadCost) => inner.operator(context, leadCost),
    explain: (segment, doc) => best(matchesBelow(inner, segment.space(path), segment, doc)) ?? unmatched("Not a match"),
  };
}

function explainJoin({ inner, path, mode }: PlannedJoin, segment: SegmentReader, doc: number): Explanation {
  const space = segment.space(path);
  const matches = matchesBelow(inner, space, segment, doc);
  const shown = best(matches);
  if (!space || !shown) return unmatched("Not a match");
  const from = firstBelow(space, doc, segment);
  const to = firstBelow(space, doc + 1, segment) - 1;
  const words = `Score based on ${matches.length} child docs in range from ${from} to ${to}, using score mode ${modeNames[mode]}`;
  return explained(joinedScore(matches, mode), words, [shown]);
}

function matchesBelow(
  inner: Plan,
  space: NestedReader | undefined,
  segment: SegmentReader,
  doc: number,
): Explanation[] {
  if (!space) return [];
  const matches: Explanation[] = [];
  const end = firstBelow(space, doc + 1, segment);
  for (let child = firstBelow(space, doc, segment); child < end; child++) {
    const explanation = inner.explain(space, child);
    if (explanation.match) matches.push(explanation);
  }
  return matches;
}

/** The first explanation with the highest score. */
function best(matches: readonly Explanation[]): Explanation | undefined {
  let most: Explanation | undefined;
  for (const match of matches) if (!most || match.value > most.value) most = match;
  return most;
}

function joinedScore(matches: readonly Explanation[], mode: ScoreMode): number {
  const scores = matches.map(({ value }) => Math.fround(value));
  const sum = scores.reduce((total, score) => total + score, 0);
  switch (mode) {
    case "none":
      return 0;
    case "min":
      return Math.min(...scores);
    case "max":
      return Math.max(...scores);
    case "sum":
      return Math.fround(sum);
    case "avg":
      return Math.fround(sum / scores.length);
  }
}

/** Lucene's names of the modes. */
const modeNames = { avg: "Avg", max: "Max", min: "Min", none: "None", sum: "Total" } as const satisfies Record<
  ScoreMode,
  string
>;
