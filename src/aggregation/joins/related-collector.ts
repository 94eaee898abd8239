/** Moves from documents to those that are related to them by a join field, after the last segment. */
import type { MappedField } from "../../mapping/field-type.ts";
import { forEachWindow } from "../../query/execution/bulk.ts";
import type { Expression } from "../../query/expression.ts";
import { rewriteFully } from "../../query/expression.ts";
import { ofRelation } from "../../query/joins/of-relation.ts";
import { idField, parentOf, relationsOf, type Relations } from "../../query/joins/relations.ts";
import type { OperatorContext } from "../../query/operator.ts";
import { planExpression } from "../../query/query-cache/cached-plan.ts";
import type { Plan, SearcherView } from "../../query/query.ts";
import { type GlobalOrdinals, globalOrdinals } from "../../segment/global-ordinals.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import {
  BATCH_DOCS,
  type BucketCollector,
  type LeafCollector,
  type ResultBucket,
  type SegmentReplay,
  type ShardCollection,
  type SubAggregations,
} from "../aggregation-kind.ts";
import { BucketTable } from "../collect/bucket-table.ts";
import { DocBatch } from "../collect/doc-batch.ts";
import { queryChooser } from "../collect/query-chooser.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { BucketDoubles } from "../values/bucket-array.ts";
import { docWeights } from "../values/doc-weights.ts";

/** The documents that come, those that they lead to, and the field with the ids that both have. */
export interface Relation {
  readonly ids: MappedField;
  readonly from: Expression;
  readonly to: Expression;
}

/** What leads from parents to the children of a type, or back; undefined: the index has no such children. */
export function relationOf(
  { mapping, nestedPath }: SearcherView,
  type: string,
  to: "children" | "parents",
): Relation | undefined {
  const relations: Relations | undefined = nestedPath === undefined ? relationsOf(mapping) : undefined;
  const parent = relations && parentOf(relations, type);
  if (!relations || parent === undefined) return undefined;
  const ids = idField(mapping, relations, parent);
  if (!ids) return undefined;
  const children = ofRelation(relations, [type]);
  const parents = ofRelation(relations, [parent]);
  return to === "children" ? { ids, from: parents, to: children } : { ids, from: children, to: parents };
}

/** Keeps the ids that come by bucket, and then collects all live documents that have one of them. */
export class RelatedCollector implements BucketCollector<ResultBucket> {
  readonly #shard: ShardCollection;
  readonly #children: ChildCollectors;
  readonly #ids: GlobalOrdinals;
  readonly #path: string;
  readonly #from: Plan;
  readonly #to: Plan;
  /** Entries by (bucket of the parent, id). */
  readonly #seen = new BucketTable();
  readonly #counts = new BucketDoubles(0);
  readonly #places = new Uint32Array(BATCH_DOCS);

  constructor({ ids, from, to }: Relation, children: SubAggregations, shard: ShardCollection) {
    const { searcher } = shard;
    const plan = (expression: Expression): Plan =>
      planExpression(rewriteFully(expression, searcher), searcher, { scored: false, boost: 1 });
    this.#shard = shard;
    this.#children = new ChildCollectors(children, shard);
    this.#path = ids.path;
    this.#ids = globalOrdinals(searcher.segments, ids.path);
    this.#from = plan(from);
    this.#to = plan(to);
  }

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined {
    const chooser = queryChooser(this.#from, context);
    const idOf = this.#idsOf(reader);
    if (!chooser || !idOf) return undefined;
    return {
      collect: (docs, count, buckets) => {
        const before = this.#seen.size;
        const chosen = chooser(docs, count, this.#places);
        for (let i = 0; i < chosen; i++) {
          const place = this.#places[i]!;
          const id = idOf(docs[place]!);
          if (id >= 0) this.#seen.bucket(buckets ? buckets[place]! : 0, id);
        }
        this.#shard.reserve((this.#seen.size - before) * BucketTable.ENTRY_BYTES);
      },
    };
  }

  /** The shard's number of the id of a document, -1: it has none. */
  #idsOf(reader: SegmentReader): ((doc: number) => number) | undefined {
    const column = reader.column(this.#path);
    if (!column) return undefined;
    const { starts, values } = column;
    const presence = starts ? undefined : reader.presence(this.#path);
    const map = this.#ids.maps[this.#shard.searcher.segments.indexOf(reader)];
    const global = (at: number): number => (map ? map[Number(values[at])]! : Number(values[at]));
    if (starts) return (doc) => (starts[doc]! < starts[doc + 1]! ? global(starts[doc]!) : -1);
    return (doc) => (presence && ((presence[doc >>> 5]! >>> (doc & 31)) & 1) === 0 ? -1 : global(doc));
  }

  finish(replay: SegmentReplay): void {
    const { segments, liveDocs } = this.#shard.searcher;
    const buckets = this.#bucketsOfIds();
    if (this.#seen.size > 0) {
      for (const [place, reader] of segments.entries())
        replay.open(reader, (context) => this.#replay(reader, liveDocs[place], context, buckets));
    }
    this.#children.finish(replay);
  }

  /** The buckets of each id that came: those of id `i` are `buckets[starts[i] .. starts[i + 1])`. */
  #bucketsOfIds(): { readonly starts: Uint32Array; readonly buckets: Uint32Array } {
    const { size, keys, parents } = this.#seen;
    this.#shard.reserve((this.#ids.count + 1 + size) * Uint32Array.BYTES_PER_ELEMENT);
    const starts = new Uint32Array(this.#ids.count + 2);
    for (let i = 0; i < size; i++) starts[keys[i]! + 2]! += 1;
    for (let i = 2; i < starts.length; i++) starts[i]! += starts[i - 1]!;
    const buckets = new Uint32Array(size);
    for (let i = 0; i < size; i++) buckets[starts[keys[i]! + 1]!++] = parents[i]!;
    return { starts, buckets };
  }

  #replay(
    reader: SegmentReader,
    live: Uint32Array | undefined,
    context: OperatorContext,
    { starts, buckets }: { readonly starts: Uint32Array; readonly buckets: Uint32Array },
  ): void {
    const operator = this.#to.operator(context);
    const idOf = this.#idsOf(reader);
    if (!operator || !idOf) return;
    const child = this.#children.segment(reader, context);
    const batch = child && new DocBatch(child);
    const weights = docWeights(reader);
    const take = (docs: Uint32Array, count: number): void => {
      // Every document scores 1.
      this.#shard.scores?.fill(1, 0, WINDOW_DOCS);
      for (let i = 0; i < count; i++) {
        const doc = docs[i]!;
        const id = idOf(doc);
        if (id < 0) continue;
        for (let at = starts[id]!; at < starts[id + 1]!; at++) {
          const bucket = buckets[at]!;
          this.#counts.reserve(bucket + 1, this.#shard)[bucket]! += weights ? weights[doc]! : 1;
          batch?.add(doc, bucket);
        }
      }
      batch?.flush();
    };
    forEachWindow({ operator, context, live, scored: false, take });
  }

  results(buckets: Uint32Array): ResultBucket[] {
    const below = this.#children.results(buckets);
    return Array.from(buckets, (bucket, place) => ({ docCount: this.#counts.get(bucket), children: below[place]! }));
  }

  metric(bucket: number, property: string | undefined, path: readonly number[]): number {
    return path.length === 0 ? this.#counts.get(bucket) : this.#children.metric(path, bucket, property);
  }
}
