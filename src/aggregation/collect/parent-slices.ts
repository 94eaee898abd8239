/** Results of children for the buckets of many parents, asked for at once. */
import type { ChildPartials } from "../aggregation-kind.ts";
import type { ChildCollectors } from "../tree/child-collectors.ts";

/** Children's results for each list of child buckets; one walk through the children's buckets for all lists. */
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
