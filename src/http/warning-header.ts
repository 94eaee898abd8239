/** The `Warning` header of deprecations (RFC 7234, HeaderWarning). */

/** Clients match on the version; the hash stands for the build. */
const AGENT = "Elasticsearch-8.19.0-93788a8c2882eb5b606510680fac214cff1c7a22";

/**
 * `299 Elasticsearch-8.19.0-… "message"`: quotes and backslashes escaped, what a header cannot hold percent-encoded.
 */
export function warningHeader(message: string): string {
  const escaped = message.replace(/["\\]/g, "\\$&");
  // Through a buffer, which replaces lone surrogates.
  const encoded = escaped.replace(/[^\t\x20-\x7e]+/gu, (run) => encodeURIComponent(Buffer.from(run).toString()));
  return `299 ${AGENT} "${encoded}"`;
}
