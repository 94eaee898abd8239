/** `escape`: a text with all operators taken literally (Lucene's `QueryParserBase.escape`). */

/** Puts a backslash before every character with a special meaning in a query string. */
export function escapeQueryString(text: string): string {
  return text.replace(/[\\+\-!():^[\]"{}~*?|&/]/g, "\\$&");
}
