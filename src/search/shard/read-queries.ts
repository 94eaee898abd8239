/** Reads the queries of a request with the mapping of one index. */
import type { SubAggregations } from "../../aggregation/aggregation-kind.ts";
import { parseAggregations, type TreeParseContext } from "../../aggregation/parse-aggregations.ts";
import { NO_AGGREGATIONS } from "../../aggregation/tree/child-results.ts";
import { valueTypeOf } from "../../aggregation/values/value-type.ts";
import { RequestError } from "../../compat/errors.ts";
import { assert } from "../../core/assert.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import { booleanOf, type Occur } from "../../query/boolean/boolean-expression.ts";
import type { InnerHits } from "../../query/inner-hits.ts";
import { expressionOf, kindQuery } from "../../query/kind-query.ts";
import { exactKnn, readKnn } from "../../query/nearest/read-knn.ts";
import { isNestedObject } from "../../query/nested/nested-objects.ts";
import { createParseContext, type ParseEnvironment, parseQuery } from "../../query/parse-query.ts";
import type { Query } from "../../query/query.ts";
import type { RankedDocs } from "../../query/ranked/ranked-docs.ts";
import { rankedDocs, rankedWithin } from "../../query/ranked/ranked-docs-expression.ts";
import { InnerHitsBodies } from "../request/inner-hits-bodies.ts";
import { locateError } from "../request/locate-error.ts";
import type { IndexQueries, PreparedIndex } from "./prepare-shards.ts";

/** What a request becomes with the mapping of an index. */
export type ParsedQueries = Pick<
  PreparedIndex,
  | "query"
  | "asked"
  | "highlightQueries"
  | "postFilter"
  | "rescoreQueries"
  | "innerHits"
  | "aggregations"
  | "bucketQueries"
>;

/** What queries are read with. */
export interface ReadEnvironment extends ParseEnvironment {
  /** How many shards of the index are searched. */
  readonly shards: number;
  readonly maxBuckets: number;
}

/** Reads the queries of a request; `filters` are those of aliases. Throws RequestError 400. */
export function readQueries(
  queries: IndexQueries,
  filters: readonly JsonObject[],
  given: ReadEnvironment,
): ParsedQueries {
  const innerHits = new InnerHitsBodies();
  // Objects of one shape: a spread makes another for each request.
  const environmentWith = (checkKind: ParseEnvironment["checkKind"]): ParseEnvironment => ({
    mapping: given.mapping,
    nowMs: given.nowMs,
    reference: given.reference,
    infer: given.infer,
    size: given.size,
    warn: given.warn,
    checkInnerHits: innerHits.check,
    checkKind,
  });
  const environment = environmentWith(undefined);
  const read = (body: Json, found?: InnerHits[]): Query => parseQuery(body, createParseContext(environment, found));
  const { usedQueries } = queries;
  const noted = usedQueries ? environmentWith((name) => void usedQueries.add(name)) : environment;
  try {
    // Read alone first, so that errors are those of the request and not of what is put around it.
    const found: InnerHits[] = [];
    const { nearest } = queries;
    const isAlone = nearest !== undefined;
    const plain = isAlone
      ? read(nearestQuery(nearest, filters, given.mapping))
      : askedQuery(queries, environment, noted, found);
    const bucketQueries: Query[] = [];
    const parseBucketQuery = (body: Json): Query => {
      const query = read(body);
      bucketQueries.push(query);
      return query;
    };
    const aggregationsOf = (body: JsonObject): SubAggregations => {
      const { mapping, nowMs, maxBuckets, warn = () => undefined } = given;
      const filter = read({ bool: { filter: [...filters] } });
      const used = queries.usedAggregations && aggregationCounter(queries.usedAggregations, given);
      return parseAggregations(body, { mapping, nowMs, parseQuery: parseBucketQuery, filter, maxBuckets, warn, used });
    };
    const postFilter =
      queries.postFilter === undefined ? undefined : parseQuery(queries.postFilter, createParseContext(noted, found));
    return {
      query: isAlone || filters.length === 0 ? plain : withFilters(plain, queries, filters, read),
      asked: plain,
      highlightQueries: (queries.highlightQueries ?? []).map((body) => (body === undefined ? undefined : read(body))),
      postFilter,
      rescoreQueries: (queries.rescoreQueries ?? []).map((body) => readRescoreQuery(body, read)),
      innerHits: found.map((each) => innerHits.request(each, read)),
      aggregations: queries.aggregations ? aggregationsOf(queries.aggregations) : NO_AGGREGATIONS,
      bucketQueries,
    };
  } catch (error) {
    throw error instanceof RequestError ? locateError(error, queries) : error;
  }
}

/** Counts each aggregation on each shard, by its name and the type of its values. */
function aggregationCounter(
  counts: Map<string, number>,
  { mapping, shards }: ReadEnvironment,
): TreeParseContext["used"] {
  return ({ name, valueTypes }, body) => {
    const used = `${name}/${valueTypeOf(valueTypes, body, mapping)}`;
    counts.set(used, (counts.get(used) ?? 0) + shards);
  };
}

/** The query, with what the sections for nearest vectors found; all documents without either. */
function askedQuery(
  { query, knn = [], ranked, rankedLists = 0 }: IndexQueries,
  environment: ParseEnvironment,
  noted: ParseEnvironment,
  innerHits: InnerHits[],
): Query {
  const asked = (): Query | undefined =>
    query === undefined ? undefined : parseQuery(query, createParseContext(noted, innerHits));
  if (knn.length + rankedLists === 0) return asked() ?? parseQuery({ match_all: {} }, createParseContext(environment));
  assert(ranked, "the sections of a search are searched before its query");
  const sections = knn.map((section, list) => {
    // Errors of sections have other words than those of queries.
    const { name } = readKnn(section, createParseContext(environment), true);
    const show = (found: InnerHits): void => void innerHits.push(found);
    addInnerHits(section, environment.mapping, { ranked, list, show });
    return kindQuery({ kind: "knn", boost: 1, name }, () => rankedDocs(ranked, list));
  });
  const lists = Array.from({ length: rankedLists }, (_, list) =>
    kindQuery({ kind: "rank_docs", boost: 1, name: undefined }, () => rankedDocs(ranked, list)),
  );
  const found = [...sections, ...lists];
  const alone = asked();
  const clauses = alone ? [alone, ...found] : found;
  const [only] = clauses;
  return only && clauses.length === 1 ? only : joined("should", clauses);
}

interface FoundBefore {
  readonly ranked: RankedDocs;
  readonly list: number;
  readonly show: (innerHits: InnerHits) => void;
}

/** Inner hits of a section are those of its nested objects, by their distance. */
function addInnerHits(section: Json, mapping: MappingView, { ranked, list, show }: FoundBefore): void {
  const path = nestedPathOf(mapping, section);
  if (path === undefined || !isJsonObject(section) || !isJsonObject(section["inner_hits"] ?? null)) return;
  const body = section["inner_hits"] as JsonObject;
  const query = exactKnn(section, (searcher) => rankedWithin(ranked, list, searcher));
  show({ relation: { kind: "nested", path }, query, body, children: [] });
}

/** A section as the query that finds what is nearest in a shard, among the documents that pass the filters. */
function nearestQuery(section: Json, filters: readonly JsonObject[], mapping: MappingView): Json {
  assert(isJsonObject(section), "a section that was read is an object");
  const { inner_hits: _shown, _name, filter = [], ...wanted } = section;
  const knn = { ...wanted, filter: [...(Array.isArray(filter) ? filter : [filter]), ...filters] };
  const path = nestedPathOf(mapping, section);
  return path === undefined ? { knn } : { nested: { path, query: { knn }, score_mode: "max" } };
}

/** Queries that were read already, as clauses. */
function joined(occur: Occur, queries: readonly Query[], filters: readonly Query[] = []): Query {
  return kindQuery({ kind: "bool", boost: 1, name: undefined }, (searcher) =>
    booleanOf([
      ...queries.map((query) => ({ occur, expression: expressionOf(query, searcher) })),
      ...filters.map((query) => ({ occur: "filter" as const, expression: expressionOf(query, searcher) })),
    ]),
  );
}

/** The innermost nested object that holds the field of a section. */
function nestedPathOf(mapping: MappingView, section: Json): string | undefined {
  const field = isJsonObject(section) ? section["field"] : undefined;
  if (typeof field !== "string") return undefined;
  for (let dot = field.lastIndexOf("."); dot > 0; dot = field.lastIndexOf(".", dot - 1))
    if (isNestedObject(mapping, field.slice(0, dot))) return field.slice(0, dot);
  return undefined;
}

/** A query with the filters of aliases. */
function withFilters(
  plain: Query,
  { query = { match_all: {} }, knn = [], rankedLists = 0 }: IndexQueries,
  filters: readonly JsonObject[],
  read: (body: Json) => Query,
): Query {
  if (knn.length + rankedLists > 0) return joined("must", [plain], filters.map(read));
  return read({ bool: { must: [query], filter: [...filters] } });
}

/** The query of a rescorer, whose parser tells what is wrong with it in words of its own. */
function readRescoreQuery(body: Json, read: (body: Json) => Query): Query {
  try {
    return read(body);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const roots = error.type === "parsing_exception" ? { rootCauses: [error] } : {};
    const reason = "[1:1] [query] failed to parse field [rescore_query]";
    throw new RequestError(400, "x_content_parse_exception", reason, { cause: error, ...roots });
  }
}
