/**
 * Test support: documents as JSON on shards of several segments, and aggregations run over them as a search runs them.
 */
import { RequestError } from "../../compat/errors.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { JsonText } from "../../compat/json/json-text.ts";
import { Mapping } from "../../mapping/mapping.ts";
import { mergeMappings } from "../../mapping/merge-mappings.ts";
import { forEachWindow } from "../../query/execution/bulk.ts";
import { SegmentContext } from "../../query/execution/operator-context.ts";
import { createParseContext, parseQuery } from "../../query/parse-query.ts";
import type { SearcherView } from "../../query/query.ts";
import { MemoryPool } from "../../segment/memory/memory-pool.ts";
import { MemorySegmentBuilder } from "../../segment/memory-segment-builder.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { openSegment } from "../../segment/shared-segment-reader.ts";
import type { ChildPartials, SubAggregations } from "../../aggregation/aggregation-kind.ts";
import { ChildCollectors } from "../../aggregation/tree/child-collectors.ts";
import { needsScores, renderChildren } from "../../aggregation/tree/child-results.ts";
import { reduceResults } from "../../aggregation/tree/reduce-results.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";
import { parseAggregations } from "../../aggregation/parse-aggregations.ts";

const pool = new MemoryPool(0);

/** One shard: its mapping and its segments. */
export interface TestShard {
  readonly mapping: Mapping;
  readonly view: SearcherView;
}

/** A mapping of fields. */
export function testMapping(properties: JsonObject, index = "test"): Mapping {
  return Mapping.parse({
    name: index,
    settings: {},
    mapping: mergeMappings({}, { dynamic: false, properties }, {}),
    mappingVersion: 1,
  });
}

/** A shard of segments with these documents; `dead` ones stand in the segments but do not live. */
export function testShard(
  mapping: Mapping,
  segments: readonly (readonly JsonObject[])[],
  dead: (document: JsonObject) => boolean = () => false,
): TestShard {
  const readers: SegmentReader[] = [];
  const liveDocs: (Uint32Array | undefined)[] = [];
  let seqNo = 0;
  for (const [generation, documents] of segments.entries()) {
    if (documents.length === 0) continue;
    const builder = new MemorySegmentBuilder({ pool, scratchSlots: 1 });
    const parser = mapping.documentParser();
    const live = new Uint32Array((documents.length + 31) >>> 5);
    for (const [place, source] of documents.entries()) {
      builder.start(`${generation}-${place}`, seqNo++, 1);
      parser.index({ id: `${generation}-${place}`, routing: undefined, source, dynamicTemplates: undefined }, builder);
      builder.end(0, 0);
      if (!dead(source)) live[place >>> 5]! |= 1 << (place & 31);
    }
    readers.push(openSegment(builder.build(generation).segment));
    liveDocs.push(documents.some(dead) ? live : undefined);
  }
  return { mapping, view: viewOf(mapping, readers, liveDocs) };
}

function viewOf(
  mapping: Mapping,
  segments: readonly SegmentReader[],
  liveDocs: readonly (Uint32Array | undefined)[],
): SearcherView {
  return {
    index: mapping.index,
    shard: 0,
    segments,
    liveDocs,
    mapping,
    maxDoc: segments.reduce((sum, segment) => sum + segment.docCount, 0),
    nowMs: NOW_MS,
    termStatistics: (field, term) => ({
      docFreq: segments.reduce((sum, segment) => sum + docFreq(segment, field, term), 0),
      totalTermFreq: 0,
    }),
    fieldStatistics: () => ({ docCount: 0, sumDocFreq: 0, sumTotalTermFreq: 0 }),
  };
}

function docFreq(segment: SegmentReader, field: string, term: Uint8Array): number {
  const terms = segment.terms(field);
  const ordinal = terms?.find(term) ?? -1;
  return terms && ordinal >= 0 ? terms.docFreq(ordinal) : 0;
}

/** Now, for all of them. */
export const NOW_MS = Date.UTC(2022, 0, 1);

/** What an aggregation is run with. */
export interface TestRun {
  readonly query?: JsonObject | undefined;
  readonly typedKeys?: boolean;
}

/** The aggregations on a mapping. */
export function testAggregations(mapping: Mapping, body: JsonObject): SubAggregations {
  const environment = { mapping, nowMs: NOW_MS };
  return parseAggregations(body, {
    ...environment,
    parseQuery: (query) => parseQuery(query, createParseContext(environment)),
    maxBuckets: MAX_BUCKETS,
    filter: parseQuery({ match_all: {} }, createParseContext(environment)),
    warn: () => undefined,
  });
}

/** Partial results of one shard, by aggregation. */
export function collect(shard: TestShard, aggregations: SubAggregations, queryBody?: JsonObject): ChildPartials {
  const { view, mapping } = shard;
  const query = parseQuery(queryBody ?? { match_all: {} }, createParseContext({ mapping, nowMs: NOW_MS }));
  const scores = needsScores(aggregations) ? new Float32Array(WINDOW_DOCS) : undefined;
  const scored = scores !== undefined;
  const plan = query.plan(view, { scored, boost: 1 });
  const collectors = new ChildCollectors(aggregations, { searcher: view, reserve: () => undefined, scores });
  view.segments.forEach((reader, segment) => {
    const context = new SegmentContext({ reader, slot: 0, checkpoint: () => undefined });
    const operator = plan.operator(context);
    const leaf = operator && collectors.segment(reader, context);
    let enough = leaf === undefined;
    const take = (docs: Uint32Array, count: number, batchScores: Float32Array): void => {
      for (let i = 0; scores && i < count; i++) scores[docs[i]! % WINDOW_DOCS] = batchScores[i]!;
      if (!enough) enough = leaf?.collect(docs, count, undefined) === true;
    };
    if (operator) forEachWindow({ operator, context, live: view.liveDocs[segment], scored, take });
    context.close();
  });
  collectors.finish({
    open(reader, again) {
      const segment = view.segments.find(({ data }) => data === reader.data)!;
      const context = new SegmentContext({ reader: segment, slot: 0, checkpoint: () => undefined });
      again(reader === segment ? context : context.within(reader));
      context.close();
    },
  });
  return collectors.results(Uint32Array.of(0))[0]!;
}

const MAX_BUCKETS = 65_536;

function tooManyBuckets(): RequestError {
  const reason = `Trying to create too many buckets. Must be less than or equal to: [${MAX_BUCKETS}] but this number of buckets was exceeded. This limit can be set by changing the [search.max_buckets] cluster level setting.`;
  return new RequestError(400, "too_many_buckets_exception", reason, { details: { max_buckets: MAX_BUCKETS } });
}

/** Runs aggregations over shards, each with its own mapping, and answers what a search shows. */
export function aggregate(shards: readonly TestShard[], body: JsonObject, run: TestRun = {}): JsonObject {
  const parsed = shards.map((shard) => testAggregations(shard.mapping, body));
  // Partial results cross threads as plain data.
  const partials = shards.map((shard, place) => structuredClone(collect(shard, parsed[place]!, run.query)));
  let left = MAX_BUCKETS;
  const reduce = {
    countBuckets(count: number): void {
      left -= count;
      if (left < 0) throw tooManyBuckets();
    },
  };
  const [tree] = parsed;
  const merged = reduceResults(tree!, partials, reduce);
  return plain(renderChildren(tree!, merged, { typedKeys: run.typedKeys ?? false })) as JsonObject;
}

/** A rendered result with its numbers as numbers. */
export function plain(value: unknown): Json {
  if (value instanceof JsonText) return value.value();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
  // oxlint-disable-next-line no-unsafe-type-assertion -- what is neither is JSON's own
  return value as Json;
}
