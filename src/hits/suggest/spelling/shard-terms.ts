/** The terms of a field over all segments of a shard, as Lucene's `MultiTerms` counts them. */
import type { MappedField } from "../../../mapping/field-type.ts";
import type { SearcherView } from "../../../query/query.ts";
import type { TermsReader } from "../../../segment/segment-reader.ts";

/** Deleted documents count until they are merged away. */
export class ShardTerms {
  readonly dictionaries: readonly TermsReader[];
  /** Documents of the shard, nested ones included. */
  readonly maxDoc: number;

  constructor({ segments }: SearcherView, field: MappedField) {
    const scopes = segments.flatMap((segment) => [segment, ...segment.spaces]);
    const named = hasTerms(field) ? scopes.flatMap((scope) => scope.terms(field.path) ?? []) : [];
    this.dictionaries = [...new Set(named)];
    this.maxDoc = scopes.reduce((sum, { docCount }) => sum + docCount, 0);
  }

  /** Occurrences of all terms. */
  get sumTotalTermFreq(): number {
    return this.dictionaries.reduce((sum, terms) => sum + terms.sumTotalTermFreq, 0);
  }

  /** Occurrences of a term. */
  totalTermFreq(term: Uint8Array): number {
    let sum = 0;
    for (const terms of this.dictionaries) {
      const ordinal = terms.find(term);
      if (ordinal >= 0) sum += terms.totalTermFreq(ordinal);
    }
    return sum;
  }

  docFreq(term: Uint8Array): number {
    let sum = 0;
    for (const terms of this.dictionaries) {
      const ordinal = terms.find(term);
      if (ordinal >= 0) sum += terms.docFreq(ordinal);
    }
    return sum;
  }
}

/** Whether the dictionary holds words: numbers are no terms in Lucene, and runtime fields have none. */
function hasTerms({ capabilities: { texts, matchQuery, valuesSource }, runtime }: MappedField): boolean {
  return runtime === undefined && (texts !== undefined || (matchQuery === "words" && valuesSource === undefined));
}
