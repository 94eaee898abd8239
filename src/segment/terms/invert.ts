/** Inverts a field's tokens into postings by a counting sort, at build. */
import type { TermsDirectory } from "../format.ts";
import type { TokenStream } from "./token-stream.ts";
import { sortedTerms } from "./term-sort.ts";
import { TermsWriter } from "./terms-writer.ts";
import type { TermsTarget } from "./terms-writer.ts";

/** The written terms of a field, and the ordinal of each interned term. */
export interface Inverted {
  readonly directory: TermsDirectory;
  /** Ordinal by number in the term table; 0 for terms that only discarded documents had, which are not used. */
  readonly ordinals: Uint32Array;
}

/** Longest varint of a position. */
const MAX_VARINT_BYTES = 5;

/** Tokens sorted by term; stable, so documents and positions ascend within a term. */
interface SortedTokens {
  /** u32[terms + 1] by rank in byte order. */
  readonly starts: Uint32Array;
  readonly docs: Uint32Array;
  readonly positions: Uint32Array | undefined;
}

/** Writes the terms and postings of `stream`. */
export function invert(stream: TokenStream, target: Omit<TermsTarget, "maxPositionBytes">): Inverted {
  const order = sortedTerms(stream.table);
  const sorted = sortTokens(stream, order);
  const { detail } = target;
  const maxPositionBytes = detail === "positions" ? positionBytes(sorted) : 0;
  const writer = new TermsWriter({ ...target, maxPositionBytes });
  const ordinals = new Uint32Array(order.length);
  const { arena, starts } = stream.table;
  for (let rank = 0; rank < order.length; rank++) {
    const from = sorted.starts[rank]!;
    const to = sorted.starts[rank + 1]!;
    if (from === to) continue;
    const term = order[rank]!;
    ordinals[term] = writer.count;
    if (detail === "none") {
      writer.addTerm(arena, starts[term]!, starts[term + 1]!);
      continue;
    }
    if (detail === "positions") addWithPositions(writer, sorted, from, to);
    else addDocs(writer, sorted.docs, from, to);
    writer.endTerm(arena, starts[term]!, starts[term + 1]!);
  }
  return { directory: writer.finish(stream.runDocs.length), ordinals };
}

function sortTokens(stream: TokenStream, order: Uint32Array): SortedTokens {
  const tokens = stream.tokens.values();
  const next = new Uint32Array(order.length);
  for (let i = 0; i < tokens.length; i++) next[tokens[i]!]!++;
  const starts = new Uint32Array(order.length + 1);
  for (let rank = 0; rank < order.length; rank++) {
    const term = order[rank]!;
    starts[rank + 1] = starts[rank]! + next[term]!;
    next[term] = starts[rank]!;
  }
  const docs = new Uint32Array(tokens.length);
  const positions = stream.positions ? new Uint32Array(tokens.length) : undefined;
  const arrived = stream.positions?.values();
  const runDocs = stream.runDocs.values();
  const runStarts = stream.runStarts.values();
  for (let run = 0; run < runDocs.length; run++) {
    const doc = runDocs[run]!;
    const end = run + 1 < runDocs.length ? runStarts[run + 1]! : tokens.length;
    for (let i = runStarts[run]!; i < end; i++) {
      const at = next[tokens[i]!]!++;
      docs[at] = doc;
      if (positions && arrived) positions[at] = arrived[i]!;
    }
  }
  return { starts, docs, positions };
}

/**
 * An upper bound of the bytes of all positions, and a close one: gaps are never longer than the positions themselves.
 */
function positionBytes(sorted: SortedTokens): number {
  const positions = sorted.positions;
  if (!positions) return 0;
  let bytes = 0;
  for (let i = 0; i < positions.length; i++)
    bytes += positions[i]! < 128 ? 1 : positions[i]! < 16384 ? 2 : MAX_VARINT_BYTES;
  return bytes;
}

function addDocs(writer: TermsWriter, docs: Uint32Array, from: number, to: number): void {
  const { postings } = writer;
  for (let i = from; i < to;) {
    const doc = docs[i]!;
    const first = i;
    while (i < to && docs[i] === doc) i++;
    postings.add(doc, i - first);
  }
}

function addWithPositions(writer: TermsWriter, sorted: SortedTokens, from: number, to: number): void {
  const { postings, positions: sink } = writer;
  const { docs, positions } = sorted;
  if (!sink || !positions) return;
  for (let i = from; i < to;) {
    const doc = docs[i]!;
    const first = i;
    while (i < to && docs[i] === doc) i++;
    postings.add(doc, i - first);
    sink.reserve((i - first) * MAX_VARINT_BYTES);
    const bytes = sink.bytes;
    let at = sink.start + sink.length;
    let previous = 0;
    for (let j = first; j < i; j++) {
      const position = positions[j]!;
      let gap = position - previous;
      while (gap > 127) {
        bytes[at++] = (gap & 127) | 128;
        gap >>>= 7;
      }
      bytes[at++] = gap;
      previous = position;
    }
    sink.length = at - sink.start;
  }
}
