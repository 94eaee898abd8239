/**
 * Reads queries that are stored as values (percolator): refuses those that cannot be stored, and derives which
 * documents they may match.
 */
import { writeJson } from "../../compat/json/write-json.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import type { StoredQuery } from "../../mapping/stored-query.ts";
import { createParseContext, parseQuery } from "../parse-query.ts";
import { expressionOf } from "../kind-query.ts";
import type { Query, SearcherView } from "../query.ts";
import type { Candidates } from "./candidates.ts";
import { StoredLookups } from "./stored-lookups.ts";
import { storingMapping } from "./stored-mapping.ts";

/** Kinds that depend on documents other than the percolated one. */
const REFUSED: ReadonlySet<string> = new Set(["has_child", "has_parent", "knn"]);

/** Two days far apart: a query with different candidates on each depends on the current time. */
const ONE_DAY_MS = 0;
const OTHER_DAY_MS = Date.UTC(2020, 1, 2, 3, 4, 5, 6);

/** See QueryReader. Throws UnknownReferences where something has to be looked up first. */
export function readStoredQuery(body: Json, mapping: MappingView, known: readonly Json[]): StoredQuery {
  const mapped = storingMapping(mapping);
  const lookups = new StoredLookups(known);
  const candidates = candidatesOf(body, mapped, lookups, ONE_DAY_MS);
  const isSteady = writeJson(candidates) === writeJson(candidatesOf(body, mapped, lookups, OTHER_DAY_MS));
  return { ...asStored(isSteady ? candidates : undefined), lookups: lookups.used };
}

function candidatesOf(body: Json, mapping: MappingView, lookups: StoredLookups, nowMs: number): Candidates | undefined {
  const context = createParseContext({
    mapping,
    nowMs,
    reference: lookups.document,
    checkKind(name) {
      if (REFUSED.has(name)) throw illegalArgument(`the [${name}] query is unsupported inside a percolator query`);
    },
  });
  const query: Query = parseQuery(body, context);
  lookups.check();
  return expressionOf(query, emptyShard(mapping, nowMs)).candidates?.();
}

function asStored(candidates: Candidates | undefined): Omit<StoredQuery, "lookups"> {
  if (!candidates) return { extraction: "failed", terms: [], ranges: [], minimum: undefined };
  const { everything, exact, terms, ranges, minimum } = candidates;
  return { extraction: everything ? "failed" : exact ? "complete" : "partial", terms, ranges, minimum };
}

/** A searcher without documents: the candidates of a query do not depend on them. */
function emptyShard(mapping: MappingView, nowMs: number): SearcherView {
  return {
    index: mapping.index,
    shard: 0,
    segments: [],
    liveDocs: [],
    mapping,
    maxDoc: 0,
    withoutShard: true,
    termStatistics: () => ({ docFreq: 0, totalTermFreq: 0 }),
    fieldStatistics: () => ({ docCount: 0, sumDocFreq: 0, sumTotalTermFreq: 0 }),
    nowMs,
  };
}
