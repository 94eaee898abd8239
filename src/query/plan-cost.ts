/**
 * What finding the matches of a plan will cost, before anything is looked at: documents that the kernel reads from
 * postings or columns. Upper bounds, where the truth is only known afterwards.
 */
import type { SegmentReader } from "../segment/segment-reader.ts";
import type { Plan } from "./query.ts";

/** A document that is tested by itself costs as much as so many that the kernel reads in a row. */
export const TESTED_DOCS = 16;

/** The cost of a plan in a segment. */
export function costOf(plan: Plan, segment: SegmentReader): number {
  if (plan.cost) return plan.cost(segment);
  const count = plan.count?.(segment);
  if (count !== undefined) return count;
  if (plan.children.length === 0) return segment.docCount * TESTED_DOCS;
  return plan.children.reduce((sum, child) => sum + costOf(child, segment), 0);
}

/** The cost of plans that must all match: what the cheapest of them leaves is looked up in the others. */
export function jointCostOf(plans: readonly Plan[], segment: SegmentReader): number {
  const costs = plans.map((plan) => costOf(plan, segment));
  const least = Math.min(...costs);
  return costs.reduce((sum, cost) => sum + Math.min(cost, least * TESTED_DOCS), 0);
}
