/** Test support: documents indexed by real field types into segments, and what queries answer on them. */
import { ScriptCompiler } from "../../scripting/script-compiler.ts";
import { builtInAnalysis, type IndexAnalysis } from "../../analysis/analyzers-of.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { simpleMatch } from "../../compat/wildcard.ts";
import type { IndexableField, MappedField } from "../../mapping/field-type.ts";
import { fieldTypes } from "../../mapping/field-types.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import { metadataFields } from "../../mapping/metadata-fields.ts";
import { IndexSimilarities } from "../../mapping/similarities.ts";
import { MemoryPool } from "../../segment/memory/memory-pool.ts";
import { MemorySegmentBuilder } from "../../segment/memory-segment-builder.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { openSegment } from "../../segment/shared-segment-reader.ts";
import { collectTopK, countMatches } from "../../query/execution/bulk.ts";
import { SegmentContext } from "../../query/execution/operator-context.ts";
import { createParseContext, parseQuery } from "../../query/parse-query.ts";
import type { Explanation, Plan, Query, SearcherView } from "../../query/query.ts";
import { settings as similaritySettings } from "./similarity-cases.ts";
import { createSearcherView } from "../../query/searcher-view.ts";

/** Field path → mapping parameters (`type` included); `{type: "alias", path}` is an alias. */
export type FixtureMapping = Readonly<Record<string, JsonObject>>;

/** A document found. */
export interface FoundDocument {
  readonly id: string;
  readonly score: number;
}

/** Documents of an index that queries can be run on. */
export class QueryFixture {
  readonly mapping: MappingView;
  readonly searcher: SearcherView;
  /** Deprecation warnings of all queries parsed. */
  readonly warnings: string[] = [];

  /** `cuts` are document numbers at which a new segment begins. */
  constructor(
    fields: FixtureMapping,
    documents: readonly JsonObject[],
    cuts: readonly number[] = [],
    analysis: IndexAnalysis = builtInAnalysis,
  ) {
    const indexed = new Map(
      Object.entries(fields).flatMap(([path, parameters]) =>
        parameters.type === "alias" ? [] : [[path, mapped(path, parameters, analysis)] as const],
      ),
    );
    this.mapping = mappingOf(fields, indexed, analysis);
    const starts = [0, ...cuts, documents.length];
    const segments = starts
      .slice(0, -1)
      .map((start, index) => segmentOf(indexed, documents.slice(start, starts[index + 1]), start))
      .filter((segment) => segment.docCount > 0);
    this.searcher = createSearcherView({
      index: "fixture",
      shard: 0,
      segments,
      liveDocs: segments.map(() => undefined),
      mapping: this.mapping,
      nowMs: Date.UTC(2024, 0, 1),
    });
  }

  parse(body: Json): Query {
    return parseQuery(
      body,
      createParseContext({
        mapping: this.mapping,
        nowMs: this.searcher.nowMs,
        warn: (message) => this.warnings.push(message),
      }),
    );
  }

  plan(body: Json, scored = true): Plan {
    return this.parse(body).plan(this.searcher, { scored, boost: 1 });
  }

  /** All matches, best first, then in the order of documents. */
  search(body: Json): FoundDocument[] {
    const plan = this.plan(body);
    const found: (FoundDocument & { order: number })[] = [];
    for (const [number, reader] of this.searcher.segments.entries()) {
      inContext(reader, (context) => {
        const operator = plan.operator(context);
        if (!operator) return;
        const k = reader.docCount + 1;
        const top = collectTopK({
          operator,
          context,
          live: undefined,
          k,
          minimumScore: -Infinity,
          totalHitsThreshold: Infinity,
          hitsSoFar: 0,
        });
        top.docs.forEach((doc, at) =>
          found.push({ id: reader.id(doc), score: top.scores[at] ?? 0, order: number * 1e6 + doc }),
        );
      });
    }
    found.sort((one, other) => other.score - one.score || one.order - other.order);
    return found.map(({ id, score }) => ({ id, score }));
  }

  /** Number of matches without scores, counted by the operators. */
  count(body: Json): number {
    const plan = this.plan(body, false);
    let count = 0;
    for (const reader of this.searcher.segments) {
      inContext(reader, (context) => {
        const operator = plan.operator(context);
        if (operator) count += countMatches({ operator, context, live: undefined });
      });
    }
    return count;
  }

  /** The explanation of every document, in order. */
  explain(body: Json): { id: string; explanation: Explanation }[] {
    const plan = this.plan(body);
    return this.searcher.segments.flatMap((reader) =>
      Array.from({ length: reader.docCount }, (_, doc) => ({
        id: reader.id(doc),
        explanation: plan.explain(reader, doc),
      })),
    );
  }
}

function inContext(reader: SegmentReader, run: (context: SegmentContext) => void): void {
  const context = new SegmentContext({ reader, slot: 0, checkpoint() {} });
  try {
    run(context);
  } finally {
    context.close();
  }
}

const scripts = new ScriptCompiler();
const similarities = new IndexSimilarities(similaritySettings, scripts);

function mapped(path: string, parameters: JsonObject, analysis: IndexAnalysis): IndexableField {
  const { type, ...rest } = parameters;
  const fieldType = fieldTypes.find((one) => one.name === type);
  if (!fieldType) throw new Error(`no field type ${String(type)}`);
  const analyzer = (name: string) => analysis.analyzer(name);
  const known = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error("no such analyzer");
    return value;
  };
  return fieldType.parse(rest, {
    path,
    analyzer: (name) => known(analyzer(name)),
    optionalAnalyzer: analyzer,
    typeNamed: (name) => fieldTypes.find((one) => one.name === name),
    scripts,
    normalizer: (name) => known(analysis.normalizer(name)),
    similarity: (name) => similarities.named(name ?? "BM25"),
    setting: () => undefined,
  });
}

function mappingOf(
  fields: FixtureMapping,
  indexed: ReadonlyMap<string, MappedField>,
  analysis: IndexAnalysis,
): MappingView {
  const resolve = (path: string): string => {
    const alias = fields[path];
    return alias?.type === "alias" ? String(alias.path) : path;
  };
  return {
    index: "fixture",
    scripts,
    version: 1,
    field: (path) => indexed.get(resolve(path)) ?? metadataFields.get(path),
    matching: (pattern) => Object.keys(fields).filter((path) => simpleMatch(pattern, path)),
    isObject: (path) => Object.keys(fields).some((field) => field.startsWith(`${path}.`)),
    analyzer: (name) => analysis.analyzer(name),
    setting: () => undefined,
    resolve,
  };
}

/** A sub-field (`body.keyword`) takes the value of the field above it. */
function valueAt(document: JsonObject, path: string): Json | undefined {
  const parts = path.split(".");
  let value: Json | undefined = document;
  for (const part of parts) {
    if (!isJsonObject(value)) return value;
    value = value[part];
  }
  return value;
}

function segmentOf(
  indexed: ReadonlyMap<string, IndexableField>,
  documents: readonly JsonObject[],
  firstNumber: number,
): SegmentReader {
  const builder = new MemorySegmentBuilder({ pool: new MemoryPool(0), scratchSlots: 1 });
  documents.forEach((document, index) => {
    const id = String(firstNumber + index);
    builder.start(id, firstNumber + index, 1);
    for (const [path, field] of indexed) indexValue(builder, field, valueAt(document, path), id);
    builder.end(0, index);
  });
  return openSegment(builder.build(0).segment);
}

function indexValue(builder: MemorySegmentBuilder, field: IndexableField, value: Json | undefined, id: string): void {
  if (value === undefined) return;
  const context = {
    builder,
    field: builder.field(field.spec),
    ignore() {},
    item() {},
    itemAt() {},
    numberText: String,
    nextPosition: 0,
    documentId: id,
    routing: undefined,
    valuesOf: () => [],
  };
  const values = Array.isArray(value) && !field.takesStructure ? value : [value];
  for (const one of values) field.index(one, context);
  for (const inner of field.subFields ?? []) indexValue(builder, inner.field, value, id);
}
