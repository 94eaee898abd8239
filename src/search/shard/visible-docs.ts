/**
 * Document-level security: which documents of a shard the caller may see. They take the place of the live ones (as in
 * Lucene's `FilterLeafReader` of the original, `DocumentSubsetReader`), so that whatever leaves deleted documents out
 * leaves the hidden ones out, and statistics stay those of the shard.
 */
import type { JsonObject } from "../../core/json.ts";
import { type IndexAccess, showsAllDocuments } from "../../access/index-access.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import { matchKeyOf, rewriteFully } from "../../query/expression.ts";
import { expressionOf } from "../../query/kind-query.ts";
import { createParseContext, parseQuery } from "../../query/parse-query.ts";
import { costOf } from "../../query/plan-cost.ts";
import type { Plan, Query, SearcherView } from "../../query/query.ts";
import { DocSet, docSetOf } from "../../query/query-cache/doc-set.ts";
import { creatingQuery } from "../../query/query-shard-exception.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { roleQuery } from "../request/role-query.ts";
import type { Turn } from "./request-control.ts";
import type { ContextSource } from "./search-shard.ts";

/** The queries of roles on an index, with its whole mapping: they see fields that the caller may not. */
export interface VisibilityQuery {
  readonly query: Query;
  readonly mapping: MappingView;
}

/**
 * What the caller's roles say about the documents of an index; undefined: all are shown. Throws 400 for a query that
 * cannot be read.
 */
export function visibilityQuery(
  access: IndexAccess | undefined,
  mapping: MappingView,
  nowMs: number,
): VisibilityQuery | undefined {
  if (access === undefined || showsAllDocuments(access)) return undefined;
  const environment = { mapping, nowMs, warn: () => undefined };
  return {
    query: parseQuery(
      { bool: { filter: access.queries.map((texts) => anyOf(texts, mapping.scripts)) } },
      createParseContext(environment),
    ),
    mapping,
  };
}

function anyOf(texts: readonly string[], scripts: MappingView["scripts"]): JsonObject {
  if (texts.length === 0) return { match_none: {} };
  return { bool: { should: texts.map((text) => roleQuery(text, scripts)), minimum_should_match: 1 } };
}

/** What looking for visible documents needs. */
export interface VisibilityScope {
  readonly contexts: ContextSource;
  /** The call's, which may have no room for looking. */
  readonly turn: Turn | undefined;
}

/** Bits of a segment's documents that are both live and visible; undefined: all are. */
type VisibleBits = Uint32Array | undefined;

/** The visible documents of each segment of a searcher, whose view must have the whole mapping. */
export function* visibleDocs(
  { query }: VisibilityQuery,
  view: SearcherView,
  scope: VisibilityScope,
): Generator<void, VisibleBits[]> {
  const expression = creatingQuery(view.index, () => rewriteFully(expressionOf(query, view), view));
  const plan = creatingQuery(view.index, () => expression.plan(view, { scored: false, boost: 1 }));
  const key = matchKeyOf(expression);
  const visible: VisibleBits[] = [];
  for (const [number, reader] of view.segments.entries()) {
    let set = keptSet(view, reader, key);
    if (!set) {
      if (scope.turn?.admits(costOf(plan, reader)) === false) yield;
      set = madeSet(plan, reader, scope.contexts);
      keepSet(view, reader, key, set);
    }
    visible.push(bothOf(set, reader.docCount, view.liveDocs[number]));
  }
  return visible;
}

/**
 * The query of roles is in the query cache from its first use on: it comes with every request of those who have the
 * role.
 */
function keptSet({ queryCache }: SearcherView, reader: SegmentReader, key: string): DocSet | undefined {
  return queryCache?.segments.has(reader) && queryCache.shard.takes(key)
    ? queryCache.shard.find(reader, key)
    : undefined;
}

function keepSet({ queryCache }: SearcherView, reader: SegmentReader, key: string, set: DocSet): void {
  if (queryCache?.segments.has(reader) && queryCache.shard.takes(key)) queryCache.shard.put(reader, key, set);
}

function madeSet(plan: Plan, reader: SegmentReader, contexts: ContextSource): DocSet {
  const lease = contexts.lease(reader, () => undefined);
  try {
    const operator = plan.operator(lease.context);
    return operator
      ? docSetOf(operator, lease.context)
      : new DocSet({ count: 0, words: undefined, docs: new Uint32Array(0) });
  } finally {
    lease.release();
  }
}

const WINDOW_WORDS = WINDOW_DOCS / 32;

/**
 * The bits made of a set last, and the live documents that they were made with: the same array again, as counts are
 * remembered by it.
 */
const madeBits = new WeakMap<DocSet, { readonly live: Uint32Array | undefined; readonly bits: Uint32Array }>();

/** The documents that are in a set and live. */
function bothOf(set: DocSet, docCount: number, live: Uint32Array | undefined): VisibleBits {
  if (set.count === docCount) return live;
  const made = madeBits.get(set);
  if (made && made.live === live) return made.bits;
  const bits = new Uint32Array(Math.ceil(docCount / WINDOW_DOCS) * WINDOW_WORDS);
  if (set.docs) for (const doc of set.docs) bits[doc >>> 5]! |= 1 << (doc & 31);
  else if (set.words) bits.set(set.words);
  if (live) for (let word = 0; word < bits.length; word++) bits[word]! &= live[word] ?? 0;
  madeBits.set(set, { live, bits });
  return bits;
}
