/** The longest term that Lucene's index takes, in bytes of UTF-8. */
export const MAX_TERM_BYTES = 32766;
