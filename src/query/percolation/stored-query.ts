/**
 * Reads queries that are stored as values (percolator): refuses those that cannot be stored, and derives which
 * documents they may match.
 */
import { writeJson } from "../../compat/json/write-json.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { Mapping } from "../../mapping/mapping.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import type { StoredQuery } from "../../mapping/stored-query.ts";
import { createParseContext, parseQuery } from "../parse-query.ts";
import { expressionOf } from "../kind-query.ts";
import type { Query, SearcherView } from "../query.ts";
import { queryShardException } from "../query-shard-exception.ts";
import type { Candidates } from "./candidates.ts";

/** Kinds that depend on documents other than the percolated one. */
const REFUSED: ReadonlySet<string> = new Set(["has_child", "has_parent", "knn"]);

/** Two days far apart: a query with different candidates on each depends on the current time. */
const ONE_DAY_MS = 0;
const OTHER_DAY_MS = Date.UTC(2020, 1, 2, 3, 4, 5, 6);

/** See QueryReader. */
export function readStoredQuery(body: Json, mapping: MappingView): StoredQuery {
  const mapped = withoutUnmapped(mapping);
  const candidates = candidatesOf(body, mapped, ONE_DAY_MS);
  if (writeJson(candidates) !== writeJson(candidatesOf(body, mapped, OTHER_DAY_MS))) return asStored(undefined);
  return asStored(candidates);
}

function candidatesOf(body: Json, mapping: MappingView, nowMs: number): Candidates | undefined {
  const context = createParseContext({
    mapping,
    nowMs,
    checkKind(name) {
      if (REFUSED.has(name)) throw illegalArgument(`the [${name}] query is unsupported inside a percolator query`);
    },
  });
  const query: Query = parseQuery(body, context);
  return expressionOf(query, emptyShard(mapping, nowMs)).candidates?.();
}

function asStored(candidates: Candidates | undefined): StoredQuery {
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

const AS_TEXT = "index.percolator.map_unmapped_fields_as_text";

/**
 * The mapping for stored queries. An unmapped field is refused, since its later type is unknown, or treated as text
 * where the index setting says so.
 */
function withoutUnmapped(mapping: MappingView): MappingView {
  const asText = mapping.setting(AS_TEXT) === "true";
  return {
    ...viewOf(mapping),
    field(path) {
      const field = mapping.field(path);
      if (field || mapping.isObject(path)) return field;
      if (asText) return textField(mapping, path);
      throw queryShardException(mapping.index, `No field mapping can be found for the field with name [${path}]`);
    },
  };
}

/** Lists the view's members one by one: a class instance does not spread. */
function viewOf(mapping: MappingView): MappingView {
  return {
    index: mapping.index,
    version: mapping.version,
    scripts: mapping.scripts,
    field: (path) => mapping.field(path),
    matching: (pattern) => mapping.matching(pattern),
    isObject: (path) => mapping.isObject(path),
    analyzer: (name) => mapping.analyzer(name),
    setting: (name) => mapping.setting(name),
    resolve: (path) => mapping.resolve(path),
  };
}

/** A field of text with the default analyzer. */
function textField(mapping: MappingView, path: string): MappedField | undefined {
  const made = Mapping.parse({
    name: mapping.index,
    settings: {},
    mapping: { properties: { text: { type: "text" } } },
    mappingVersion: 0,
  }).field("text");
  return made && { ...made, path };
}
