/** Maximum length of a term in Lucene's index, in bytes of UTF-8. */
export const MAX_TERM_BYTES = 32766;
