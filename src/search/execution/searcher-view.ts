/** One shard as queries and aggregations see it, for one request. */
import type { MappingView } from "../../mapping/mapping-view.ts";
import type { FieldStatistics, SearcherView, TermStatistics } from "../../query/query.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";

/** What a view is made of. */
export interface ViewParts {
  readonly index: string;
  readonly shard: number;
  readonly segments: readonly SegmentReader[];
  readonly liveDocs: readonly (Uint32Array | undefined)[];
  readonly mapping: MappingView;
  readonly nowMs: number;
}

/** A view with the statistics of the shard alone. */
export function shardView(parts: ViewParts): SearcherView {
  const { segments } = parts;
  return {
    ...parts,
    maxDoc: segments.reduce((sum, segment) => sum + segment.docCount, 0),
    termStatistics: (field, term) => termStatistics(segments, field, term),
    fieldStatistics: (field) => fieldStatistics(segments, field),
  };
}

/** Views with the statistics of all shards together (`dfs_query_then_fetch`). */
export function withGlobalStatistics(views: readonly SearcherView[]): SearcherView[] {
  const maxDoc = views.reduce((sum, view) => sum + view.maxDoc, 0);
  return views.map((view) => ({
    ...view,
    maxDoc,
    termStatistics: (field, term) => views.map((each) => each.termStatistics(field, term)).reduce(addTerms),
    fieldStatistics: (field) => views.map((each) => each.fieldStatistics(field)).reduce(addFields),
  }));
}

function termStatistics(segments: readonly SegmentReader[], field: string, term: Uint8Array): TermStatistics {
  let docFreq = 0;
  let totalTermFreq = 0;
  for (const segment of segments) {
    const terms = segment.terms(field);
    const ordinal = terms ? terms.find(term) : -1;
    if (!terms || ordinal < 0) continue;
    docFreq += terms.docFreq(ordinal);
    totalTermFreq += terms.totalTermFreq(ordinal);
  }
  return { docFreq, totalTermFreq };
}

function fieldStatistics(segments: readonly SegmentReader[], field: string): FieldStatistics {
  let docCount = 0;
  let sumDocFreq = 0;
  let sumTotalTermFreq = 0;
  for (const segment of segments) {
    const terms = segment.terms(field);
    if (!terms) continue;
    docCount += terms.docCount;
    sumDocFreq += terms.sumDocFreq;
    sumTotalTermFreq += terms.sumTotalTermFreq;
  }
  return { docCount, sumDocFreq, sumTotalTermFreq };
}

function addTerms(left: TermStatistics, right: TermStatistics): TermStatistics {
  return { docFreq: left.docFreq + right.docFreq, totalTermFreq: left.totalTermFreq + right.totalTermFreq };
}

function addFields(left: FieldStatistics, right: FieldStatistics): FieldStatistics {
  return {
    docCount: left.docCount + right.docCount,
    sumDocFreq: left.sumDocFreq + right.sumDocFreq,
    sumTotalTermFreq: left.sumTotalTermFreq + right.sumTotalTermFreq,
  };
}
