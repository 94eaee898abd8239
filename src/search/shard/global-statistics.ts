/** Statistics over several shards. */
import { measureInto, type Measured } from "../../core/measured.ts";
import type { FieldStatistics, SearcherView, TermStatistics } from "../../query/query.ts";

/** What it took to read the statistics of a shard for itself. */
export interface StatisticsMeasure {
  readonly terms: Measured;
  readonly fields: Measured;
}

/** Views with the statistics of all shards together (`dfs_query_then_fetch`); `measures`: those that are profiled. */
export function withGlobalStatistics(
  views: readonly SearcherView[],
  measures: readonly StatisticsMeasure[] | undefined,
): SearcherView[] {
  const maxDoc = views.reduce((sum, view) => sum + view.maxDoc, 0);
  return views.map((view, own) => {
    const measure = measures?.[own];
    return {
      ...view,
      maxDoc,
      termStatistics: (field, term) => {
        const of = (each: SearcherView): TermStatistics => each.termStatistics(field, term);
        return views
          .map((each) => (measure && each === view ? measureInto(measure.terms, () => of(each)) : of(each)))
          .reduce(addTerms);
      },
      fieldStatistics: (field) => {
        const of = (each: SearcherView): FieldStatistics => each.fieldStatistics(field);
        return views
          .map((each) => (measure && each === view ? measureInto(measure.fields, () => of(each)) : of(each)))
          .reduce(addFields);
      },
    };
  });
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
