/** One shard's segments as queries read them, with statistics over all of them. */
import type { MappingView } from "../mapping/mapping-view.ts";
import type { SegmentReader } from "../segment/segment-reader.ts";
import type { PlanningWork } from "./automata/request-automata.ts";
import type { RequestQueryCache } from "./query-cache/query-cache.ts";
import type { FieldStatistics, SearcherView, TermStatistics } from "./query.ts";

/** The parts of a searcher, without the statistics. */
export type SearcherDependencies = Omit<SearcherView, "maxDoc" | "nestedPath" | "termStatistics" | "fieldStatistics">;

/** Statistics by list of segments. The list identifies a searcher generation, and all requests on it share them. */
const statisticsOf = new WeakMap<readonly SegmentReader[], ShardStatistics>();

/**
 * A searcher for one request. Pass the same `segments` array for the same generation: it is the cache key of the
 * statistics.
 */
export function createSearcherView(parts: SearcherDependencies): SearcherView {
  let statistics = statisticsOf.get(parts.segments);
  if (!statistics) {
    statistics = new ShardStatistics(parts.segments);
    statisticsOf.set(parts.segments, statistics);
  }
  return new View(parts, statistics);
}

/** A class, so that all views have the same shape: every planning loop uses them. */
class View implements SearcherView {
  readonly index: string;
  readonly shard: number;
  readonly segments: readonly SegmentReader[];
  readonly liveDocs: readonly (Uint32Array | undefined)[];
  readonly hidesDocuments: boolean;
  readonly mapping: MappingView;
  readonly nowMs: number;
  readonly allowsExpensive: boolean;
  readonly maxDoc: number;
  readonly planning: PlanningWork | undefined;
  readonly queryCache: RequestQueryCache | undefined;
  readonly #statistics: ShardStatistics;

  constructor(parts: SearcherDependencies, statistics: ShardStatistics) {
    this.index = parts.index;
    this.shard = parts.shard;
    this.segments = parts.segments;
    this.liveDocs = parts.liveDocs;
    this.hidesDocuments = parts.hidesDocuments ?? false;
    this.mapping = parts.mapping;
    this.nowMs = parts.nowMs;
    this.allowsExpensive = parts.allowsExpensive ?? true;
    this.planning = parts.planning;
    this.queryCache = parts.queryCache;
    this.maxDoc = statistics.maxDoc;
    this.#statistics = statistics;
  }

  termStatistics(field: string, term: Uint8Array): TermStatistics {
    return this.#statistics.term(field, term);
  }

  fieldStatistics(field: string): FieldStatistics {
    return this.#statistics.field(field);
  }
}

/** Maximum number of terms whose statistics are cached; beyond it the cache is cleared. */
const TERMS_KEPT = 4_096;

class ShardStatistics {
  readonly maxDoc: number;
  /** Documents and nested documents. */
  readonly #segments: readonly SegmentReader[];
  readonly #fields = new Map<string, FieldStatistics>();
  readonly #terms = new Map<string, TermStatistics>();

  constructor(segments: readonly SegmentReader[]) {
    this.#segments = segments.flatMap((segment) => [segment, ...segment.spaces]);
    this.maxDoc = this.#segments.reduce((sum, segment) => sum + segment.docCount, 0);
  }

  field(name: string): FieldStatistics {
    const known = this.#fields.get(name);
    if (known) return known;
    const sums = { docCount: 0, sumDocFreq: 0, sumTotalTermFreq: 0 };
    for (const segment of this.#segments) {
      const terms = segment.terms(name);
      if (!terms) continue;
      sums.docCount += terms.docCount;
      sums.sumDocFreq += terms.sumDocFreq;
      sums.sumTotalTermFreq += terms.sumTotalTermFreq;
    }
    this.#fields.set(name, sums);
    return sums;
  }

  term(field: string, term: Uint8Array): TermStatistics {
    const key = `${field}\0${Buffer.from(term.buffer, term.byteOffset, term.length).toString("latin1")}`;
    const known = this.#terms.get(key);
    if (known) return known;
    const sums = { docFreq: 0, totalTermFreq: 0 };
    for (const segment of this.#segments) {
      const terms = segment.terms(field);
      const ordinal = terms?.find(term) ?? -1;
      if (!terms || ordinal < 0) continue;
      sums.docFreq += terms.docFreq(ordinal);
      sums.totalTermFreq += terms.totalTermFreq(ordinal);
    }
    if (this.#terms.size >= TERMS_KEPT) this.#terms.clear();
    this.#terms.set(key, sums);
    return sums;
  }
}
