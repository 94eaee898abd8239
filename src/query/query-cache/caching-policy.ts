/** Which filters are worth caching: those used often recently (Lucene's `UsageTrackingQueryCachingPolicy`). */

/** Number of uses that are remembered. */
const RING_USES = 256;

/** Filters that postings answer as fast as a cached set, or that match nothing or everything. */
const NEVER: ReadonlySet<string> = new Set(["TermQuery", "FieldExistsQuery", "MatchAllDocsQuery", "MatchNoDocsQuery"]);
/** Filters that do much work before the first match is known. */
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
/** Cached one use earlier than their parts, so that the parts are not cached as well. */
const COMPOUND: ReadonlySet<string> = new Set(["BooleanQuery", "DisjunctionMaxQuery"]);

/** How many of the last uses an expression of this type needs to be cached; Infinity: it is never cached. */
export function usesToKeep(type: string): number {
  if (NEVER.has(type)) return Number.POSITIVE_INFINITY;
  if (COSTLY.has(type)) return 2;
  return COMPOUND.has(type) ? 4 : 5;
}

/** The most recent uses of filters on a shard. */
export class RecentUses {
  readonly #ring: string[] = [];
  readonly #counts = new Map<string, number>();
  #next = 0;

  /** Records a use; returns how many of the last uses were of this filter. */
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
