/** Which filters are worth keeping: those used often of late (Lucene's `UsageTrackingQueryCachingPolicy`). */

/** Uses that are remembered. */
const RING_USES = 256;

/** Filters that are answered from the postings as fast as from a set, or that match nothing or everything. */
const NEVER: ReadonlySet<string> = new Set(["TermQuery", "FieldExistsQuery", "MatchAllDocsQuery", "MatchNoDocsQuery"]);
/** Filters that look at much before the first match is known. */
const COSTLY: ReadonlySet<string> = new Set([
  "PrefixQuery",
  "CaseInsensitivePrefixQuery",
  "WildcardQuery",
  "CaseInsensitiveWildcardQuery",
  "RegexpQuery",
  "FuzzyQuery",
  "CaseInsensitiveTermQuery",
  "TermRangeQuery",
  "TermInSetQuery",
  "IndexOrDocValuesQuery",
]);
/** Kept a bit earlier than what they are made of, so that the parts are not kept as well. */
const COMPOUND: ReadonlySet<string> = new Set(["BooleanQuery", "DisjunctionMaxQuery"]);

/** How often an expression of a type must be used, among the last uses, to be kept; Infinity: it never is. */
export function usesToKeep(type: string): number {
  if (NEVER.has(type)) return Number.POSITIVE_INFINITY;
  if (COSTLY.has(type)) return 2;
  return COMPOUND.has(type) ? 4 : 5;
}

/** The last uses of filters on a shard. */
export class RecentUses {
  readonly #ring: string[] = [];
  readonly #counts = new Map<string, number>();
  #next = 0;

  /** Notes a use; answers how many of the last ones were of this filter. */
  add(key: string): number {
    const oldest = this.#ring[this.#next];
    if (oldest !== undefined) this.#forget(oldest);
    this.#ring[this.#next] = key;
    this.#next = (this.#next + 1) % RING_USES;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }

  #forget(key: string): void {
    const count = this.#counts.get(key) ?? 0;
    if (count > 1) this.#counts.set(key, count - 1);
    else this.#counts.delete(key);
  }
}
