/** The contexts of a field's entries in a segment that a request looks in. */
import { CONTEXT_SEPARATOR } from "../../../mapping/completion/completion-entry.ts";
import { prefixRange } from "../../../query/automata/select-terms.ts";
import type { TermsReader } from "../../../segment/segment-reader.ts";
import type { QueryContext } from "./query-contexts.ts";

/** A context that entries have. */
export interface FoundContext {
  readonly name: string;
  readonly value: string;
  /** What paths in it begin with. */
  readonly bytes: Uint8Array;
  readonly boost: number;
}

const SEPARATOR_BYTE = CONTEXT_SEPARATOR.charCodeAt(0);
const decoder = new TextDecoder();

/** Each once, with the boost of the longest context of the request that it begins with, as in Lucene. */
export function foundContexts(
  terms: TermsReader,
  searched: readonly QueryContext[],
  checkpoint: () => void = () => undefined,
): FoundContext[] {
  const found = new Map<string, FoundContext>();
  for (const { name, text, exact } of searched) {
    const { from, to } = prefixRange(terms, Buffer.from(exact ? text + CONTEXT_SEPARATOR : text));
    for (let at = from; at < to;) {
      checkpoint();
      const entry = terms.bytes(at);
      const bytes = entry.slice(0, entry.indexOf(SEPARATOR_BYTE) + 1);
      const whole = decoder.decode(bytes.subarray(0, -1));
      if (!found.has(whole)) found.set(whole, { name, value: whole.slice(1), bytes, boost: boostOf(whole, searched) });
      at = prefixRange(terms, bytes).to;
    }
  }
  return [...found.values()];
}

function boostOf(whole: string, searched: readonly QueryContext[]): number {
  let longest: QueryContext | undefined;
  // Of equal ones the last counts.
  for (const context of searched)
    if (whole.startsWith(context.text) && context.text.length >= (longest?.text.length ?? 0)) longest = context;
  return longest?.boost ?? 0;
}
