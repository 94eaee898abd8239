/** Categories of all shards: what one shard made, messages of another may belong to. */
import type { ChildPartials, ReduceContext, ResultBucket, SubAggregations } from "../aggregation-kind.ts";
import { mergeChildren } from "../tree/child-results.ts";
import { Categorizer } from "./categorizer.ts";
import { type Category, categoryKey } from "./category.ts";

export interface CategoryBucket extends ResultBucket {
  readonly category: Category;
}

export type CategoriesPartial = readonly CategoryBucket[];

/** How many are kept, and of which. */
export interface KeptCategories {
  readonly threshold: number;
  readonly size: number;
  readonly least: number;
  readonly children: SubAggregations;
}

interface Gathered {
  docCount: number;
  readonly parts: ChildPartials[];
}

/** The best categories: most documents first, and then by key. */
export function mergeCategories(
  kept: KeptCategories,
  shards: readonly CategoriesPartial[],
  reduce: ReduceContext,
): CategoriesPartial {
  const categorizer = new Categorizer(kept.threshold, () => undefined);
  const gathered: Gathered[] = [];
  for (const { category, docCount, children } of shards.flat().sort((left, right) => right.docCount - left.docCount)) {
    reduce.step?.();
    const same = (gathered[categorizer.addAll(category)] ??= { docCount: 0, parts: [] });
    same.docCount += docCount;
    same.parts.push(children);
  }
  const best = gathered
    .map((bucket, number) => ({ ...bucket, category: categorizer.category(number) }))
    .filter(({ docCount }) => docCount >= kept.least)
    .sort((left, right) => right.docCount - left.docCount || compareTexts(left.category, right.category))
    .slice(0, kept.size);
  reduce.countBuckets(best.length);
  return best.map(({ category, docCount, parts }) => ({
    category,
    docCount,
    children: mergeChildren(kept.children, parts, reduce),
  }));
}

function compareTexts(left: Category, right: Category): number {
  const [one, other] = [categoryKey(left), categoryKey(right)];
  return one < other ? -1 : one > other ? 1 : 0;
}
