/** Statistics over several shards. */
import type { FieldStatistics, SearcherView, TermStatistics } from "../../query/query.ts";

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
