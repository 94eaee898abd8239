/** Documents of a request, indexed in memory like those of an index, so that queries can be run on them. */
import type { JsonObject } from "../../core/json.ts";
import type { DocumentInput } from "../../mapping/document-parser.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import type { QueryReader } from "../../mapping/stored-query.ts";
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import { MemoryPool } from "../../segment/memory/memory-pool.ts";
import { MemorySegmentBuilder } from "../../segment/memory-segment-builder.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { openSegment } from "../../segment/shared-segment-reader.ts";
import { SegmentContext } from "../execution/operator-context.ts";
import type { Plan, SearcherView } from "../query.ts";
import { createSearcherView } from "../searcher-view.ts";
import { type DocumentProfile, profilesOf } from "./document-profile.ts";

/** The id of documents of a request, as errors show it. */
const ID = "_temp_id";

/** Memories kept for the next request of the thread. */
const KEPT_BYTES = 8 << 20;
const pool = new MemoryPool(KEPT_BYTES);

/** A document that a query matches, and its score: a float32. */
export interface DocumentMatch {
  readonly slot: number;
  readonly score: number;
}

export class IndexedDocuments {
  readonly view: SearcherView;
  readonly memory: WebAssembly.Memory;
  readonly #reader: SegmentReader;
  #profiles: readonly DocumentProfile[] | undefined;

  /** Indexes documents; queries on them see them with `mapping`. Throws RequestError 400. */
  constructor(
    sources: readonly JsonObject[],
    { searcher, mapping }: { readonly searcher: SearcherView; readonly mapping: MappingView },
    readQuery: QueryReader,
  ) {
    const { planning } = searcher;
    const inputs = sources.map((source): DocumentInput => ({
      id: ID,
      routing: undefined,
      source,
      dynamicTemplates: undefined,
    }));
    const parser = mapping.parserFor?.(inputs, readQuery);
    const builder = new MemorySegmentBuilder({ pool, scratchSlots: 1 });
    for (const [number, input] of inputs.entries()) {
      planning?.checkpoint();
      builder.start(String(number), number, 1);
      parser?.index(input, builder);
      builder.end(0, 0);
    }
    planning?.reserve(builder.memoryBytes);
    const { segment } = builder.build(0);
    this.memory = segment.memory;
    this.#reader = openSegment(segment);
    this.view = createSearcherView({
      index: searcher.index,
      shard: searcher.shard,
      segments: [this.#reader],
      liveDocs: [undefined],
      mapping,
      nowMs: searcher.nowMs,
      allowsExpensive: searcher.allowsExpensive,
      planning,
    });
  }

  /** What each document has, for finding queries that may match it. */
  get profiles(): readonly DocumentProfile[] {
    return (this.#profiles ??= profilesOf(this.#reader));
  }

  /** Whether a document is its own terms and nothing else: what it has together, it has in one place. */
  get isFlat(): boolean {
    return this.#reader.spaces.length === 0;
  }

  /** The documents that a plan matches, ascending. */
  matches(plan: Plan, scored: boolean): DocumentMatch[] {
    const context = new SegmentContext({
      reader: this.#reader,
      slot: 0,
      checkpoint: () => this.view.planning?.checkpoint(),
    });
    try {
      const operator = plan.operator(context);
      const found: DocumentMatch[] = [];
      if (!operator) return found;
      const window = context.window();
      for (let base = operator.nextWindow(0); base !== NO_MORE_DOCS; base = operator.nextWindow(base + WINDOW_DOCS)) {
        if (!operator.fill(base, window, scored)) continue;
        for (let word = 0; word < window.bits.length; word++) {
          for (let left = window.bits[word]!; left !== 0; left &= left - 1) {
            const place = word * 32 + 31 - Math.clz32(left & -left);
            found.push({ slot: base + place, score: scored ? Math.fround(window.scores[place]!) : 0 });
          }
        }
      }
      return found;
    } finally {
      context.close();
    }
  }
}

interface Held {
  readonly owner: object;
  readonly documents: IndexedDocuments;
  users: number;
}

const inUse = new Map<object, Held>();
/** The documents used last: the next window of the same request asks for them again. */
let idle: Held | undefined;

/**
 * Does some work on documents, which `make` indexes unless those of the same owner are still there. Nothing may refer
 * to them afterwards: their memory is used again.
 */
export function withDocuments<Answer>(
  owner: object,
  make: () => IndexedDocuments,
  work: (documents: IndexedDocuments) => Answer,
): Answer {
  let held = inUse.get(owner);
  if (!held && idle?.owner === owner) {
    held = idle;
    idle = undefined;
  }
  held ??= { owner, documents: make(), users: 0 };
  held.users++;
  inUse.set(owner, held);
  try {
    return work(held.documents);
  } finally {
    held.users--;
    if (held.users === 0) {
      inUse.delete(owner);
      if (idle) pool.release(idle.documents.memory);
      idle = held;
    }
  }
}
