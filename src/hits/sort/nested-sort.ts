/** Sorting by the values of nested objects (`NestedSortBuilder`). */
import { createParseContext, parseQuery } from "../../query/parse-query.ts";
import { isNestedObject } from "../../query/nested/nested-objects.ts";
import { nestedView } from "../../query/nested/nested-view.ts";
import type { OperatorContext } from "../../query/operator.ts";
import { docSetOf } from "../../query/query-cache/doc-set.ts";
import type { Plan, SearcherView } from "../../query/query.ts";
import { wordsFor } from "../../segment/bits.ts";
import { isLive } from "../../segment/live-docs.ts";
import { isNested } from "../../segment/nested-docs.ts";
import type { NestedReader, SegmentReader } from "../../segment/segment-reader.ts";
import { JoinedReader } from "./joined-reader.ts";
import type { SortKey } from "./sort-key.ts";
import type { NestedSort } from "./sort-spec.ts";
import { sortShardException } from "./sortable.ts";

/** The nested documents that a sort considers, on one shard. */
export interface NestedScope {
  /** A view of the nested documents whose values are sorted by. */
  readonly searcher: SearcherView;
  /** Turns a key over these nested documents into one over the documents that contain them. */
  join(key: SortKey): SortKey;
}

/** One level of nested objects on the way down from documents. */
interface Level {
  readonly path: string;
  readonly filter: Plan | undefined;
}

/**
 * Throws 400 for a path that is not a nested object. `reserve` accounts for the memory of joined values, and throws
 * 429.
 */
export function nestedScope(sort: NestedSort, searcher: SearcherView, reserve: (bytes: number) => void): NestedScope {
  const levels: Level[] = [];
  for (let level: NestedSort | undefined = sort; level; level = level.nested) {
    if (level !== sort && level.maxChildren !== undefined)
      throw sortShardException(searcher, "max_children is only supported on top level of nested sort");
    levels.push(levelOf(level, searcher));
  }
  // Each level must be inside the previous one; otherwise nothing counts.
  const leadsDown = levels.every(
    ({ path }, at) =>
      path !== "" && (at === 0 || path === levels[at - 1]!.path || path.startsWith(`${levels[at - 1]!.path}.`)),
  );
  const path = leadsDown ? levels.at(-1)!.path : "";
  const most = sort.maxChildren ?? Number.POSITIVE_INFINITY;
  return {
    searcher: nestedView(searcher, path),
    join: (key) => ({
      ...key,
      leaf(reader, docBase, context) {
        const space = reader.space(path);
        const kept = space && keptDocs(levels, space, context);
        return key.leaf(
          new JoinedReader(reader, space, { kept, most, reserve, checkpoint: () => context.checkpoint() }),
          docBase,
          context,
        );
      },
    }),
  };
}

function levelOf({ path, filter }: NestedSort, searcher: SearcherView): Level {
  if (path === undefined) return { path: "", filter: undefined };
  if (!isNestedObject(searcher.mapping, path))
    throw sortShardException(searcher, `[nested] failed to find nested object under path [${path}]`);
  if (filter === undefined) return { path, filter: undefined };
  const query = parseQuery(filter, createParseContext({ mapping: searcher.mapping, nowMs: searcher.nowMs }));
  return { path, filter: query.plan(nestedView(searcher, path), { scored: false, boost: 1 }) };
}

/** The nested documents of `space` that pass the filters, including those on enclosing objects; undefined: all. */
function keptDocs(levels: readonly Level[], space: NestedReader, context: OperatorContext): Uint32Array | undefined {
  let kept: Uint32Array | undefined;
  for (const level of levels) {
    if (!level.filter) continue;
    const filtered = readerOf(level.path, space);
    const passing = matchesIn(level.filter, filtered, context);
    const below = keptBelow(passing, space, filtered);
    kept = kept ? bothOf(kept, below) : below;
  }
  return kept;
}

/** The reader of a path on the way up from `space`. */
function readerOf(path: string, space: NestedReader): NestedReader {
  let reader: SegmentReader = space;
  while (isNested(reader) && reader.path !== path) reader = reader.parentReader;
  return isNested(reader) ? reader : space;
}

function matchesIn(filter: Plan, space: NestedReader, context: OperatorContext): Uint32Array {
  const bits = new Uint32Array(wordsFor(space.docCount));
  const inner = context.within(space);
  const operator = filter.operator(inner);
  if (!operator) return bits;
  const { words, docs } = docSetOf(operator, inner);
  if (words) bits.set(words.subarray(0, bits.length));
  for (const doc of docs ?? []) bits[doc >>> 5]! |= 1 << (doc & 31);
  return bits;
}

/** The documents of `space` below those documents of `above` that are in `set`. */
function keptBelow(set: Uint32Array, space: NestedReader, above: NestedReader): Uint32Array {
  if (space === above || !isNested(space.parentReader)) return set;
  const around = keptBelow(set, space.parentReader, above);
  const kept = new Uint32Array(wordsFor(space.docCount));
  for (let doc = 0; doc < space.docCount; doc++)
    if (isLive(around, space.parents[doc]!)) kept[doc >>> 5]! |= 1 << (doc & 31);
  return kept;
}

function bothOf(left: Uint32Array, right: Uint32Array): Uint32Array {
  return left.map((word, at) => word & right[at]!);
}
