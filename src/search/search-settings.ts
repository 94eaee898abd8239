/**
 * The cluster settings that searches follow. Plain data, sent to every search thread when it starts and when they
 * change.
 */

/** See the file comment. */
export interface SearchSettings {
  /** search.max_buckets */
  readonly maxBuckets: number;
  /** search.default_search_timeout, in milliseconds; Infinity: none. */
  readonly timeoutMs: number;
  /** search.default_allow_partial_results */
  readonly allowPartialResults: boolean;
  /** search.allow_expensive_queries */
  readonly allowExpensiveQueries: boolean;
}

/** What holds where nothing is set. */
export const defaultSearchSettings: SearchSettings = {
  maxBuckets: 65_536,
  timeoutMs: Number.POSITIVE_INFINITY,
  allowPartialResults: true,
  allowExpensiveQueries: true,
};
