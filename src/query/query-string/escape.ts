/** `escape`: a text with all operators taken literally (Lucene's `QueryParserBase.escape`). */

/** Puts a backslash before every character that means something in a query string. */
export function escapeQueryString(text: string): string {
  return text.replace(/[\\+\-!():^[\]"{}~*?|&/]/g, "\\$&");
}
