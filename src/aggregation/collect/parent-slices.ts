/** Results of children for the buckets of many parents at once. */
import type { ChildPartials } from "../aggregation-kind.ts";
import type { ChildCollectors } from "../tree/child-collectors.ts";

/** The children's results for each list of child buckets, computed in a single call for all lists. */
export function resultsByParent(children: ChildCollectors, lists: readonly (readonly number[])[]): ChildPartials[][] {
  let total = 0;
  for (const list of lists) total += list.length;
  const all = new Uint32Array(total);
  let at = 0;
  for (const list of lists) for (let i = 0; i < list.length; i++) all[at++] = list[i]!;
  const results = children.results(all);
  let from = 0;
  return lists.map((list) => results.slice(from, (from += list.length)));
}
