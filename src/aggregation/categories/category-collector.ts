/** Collects the documents of buckets by the categories of their texts. */
import { SourcePaths } from "../../hits/fetch/source-paths.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { OperatorContext } from "../../query/operator.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type {
  BucketCollector,
  LeafCollector,
  SegmentReplay,
  ShardCollection,
  SubAggregations,
} from "../aggregation-kind.ts";
import { BucketEmitter } from "../collect/bucket-emitter.ts";
import { BucketTable } from "../collect/bucket-table.ts";
import { resultsByParent } from "../collect/parent-slices.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { scriptDocuments } from "../values/script-documents.ts";
import { sourceTexts } from "../values/source-texts.ts";
import { Categorizer } from "./categorizer.ts";
import type { CategoriesPartial, CategoryBucket } from "./category-results.ts";
import type { MessageTokens } from "./message-tokens.ts";

/** Documents between two looks for cancellation. */
const CHECKED_DOCS = 16;

export interface CategoryParts {
  readonly field: MappedField;
  readonly tokensOf: MessageTokens;
  /** From 0 to 1. */
  readonly threshold: number;
  readonly shardSize: number;
  readonly shardLeast: number;
  readonly children: SubAggregations;
}

export class CategoryCollector implements BucketCollector<CategoriesPartial> {
  readonly #parts: CategoryParts;
  readonly #shard: ShardCollection;
  readonly #paths: readonly string[];
  readonly #children: ChildCollectors;
  readonly #table = new BucketTable();
  /** By parent. */
  readonly #categorizers: (Categorizer | undefined)[] = [];

  constructor(parts: CategoryParts, shard: ShardCollection) {
    this.#parts = parts;
    this.#shard = shard;
    this.#paths = new SourcePaths(shard.searcher.mapping).of(parts.field);
    this.#children = new ChildCollectors(parts.children, shard);
  }

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector {
    const emitter = new BucketEmitter(this.#table, this.#children.segment(reader, context), reader);
    const { source } = scriptDocuments(this.#shard, reader);
    return {
      collect: (docs, count, parents) => {
        const before = this.#table.size;
        for (let place = 0; place < count; place++) {
          if (place % CHECKED_DOCS === 0) this.#shard.searcher.planning?.checkpoint();
          const doc = docs[place]!;
          const parent = parents ? parents[place]! : 0;
          for (const category of this.#categoriesOf(sourceTexts(source?.(doc) ?? {}, this.#paths), parent))
            emitter.add(doc, this.#table.bucket(parent, category));
        }
        emitter.flush();
        const made = this.#table.size - before;
        if (made > 0) this.#shard.reserve(made * BucketTable.ENTRY_BYTES);
      },
    };
  }

  #categoriesOf(texts: readonly string[], parent: number): Set<number> {
    const categories = new Set<number>();
    const { threshold, tokensOf } = this.#parts;
    for (const text of texts) {
      const categorizer = (this.#categorizers[parent] ??= new Categorizer(threshold, (bytes) =>
        this.#shard.reserve(bytes),
      ));
      categories.add(categorizer.add(tokensOf(text), text.length));
    }
    return categories;
  }

  finish(replay: SegmentReplay): void {
    this.#children.finish(replay);
  }

  results(parents: Uint32Array): CategoriesPartial[] {
    const { keys, counts } = this.#table;
    const { shardSize, shardLeast } = this.#parts;
    const lists = this.#table.byParent(parents).map((list) =>
      list
        .filter((bucket) => counts[bucket]! >= shardLeast)
        .sort((left, right) => counts[right]! - counts[left]! || left - right)
        .slice(0, shardSize),
    );
    const below = resultsByParent(this.#children, lists);
    return lists.map((list, at) =>
      list.map((bucket, place): CategoryBucket => ({
        category: this.#categorizers[parents[at]!]!.category(keys[bucket]!),
        docCount: counts[bucket]!,
        children: below[at]![place]!,
      })),
    );
  }
}
