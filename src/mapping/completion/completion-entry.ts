/**
 * What the index keeps of one input: the terms of the field, by which documents are found, and entries for the
 * suggester, by which inputs are found.
 *
 * An entry is `context? path NUL input weight`: the path as `completion-paths.ts` makes it, the input as it was given
 * (cut to `max_input_length`), the weight in four bytes, high ones first. Entries are the terms of an ordinals column,
 * so they stand in the dictionary in order of their paths: the inputs that a prefix finds are a range of ordinals,
 * those of a fuzzy prefix or a regular expression are some ranges. The weights by ordinal, and over them the greatest
 * weight of each 16, 256 … neighbours, are read off once for a segment; with these the k best of a range are found in
 * O(k log n), whatever the length of the range. The postings of an entry lead to its documents.
 *
 * With contexts, a path stands once for each context: `kind value GS path`, the kind in one byte (its number in the
 * mapping, from 1). A query context is a prefix like any other, and one that is itself a prefix (a shorter geohash) is
 * a longer range.
 */
import { RequestError } from "../../compat/errors.ts";

/** Separates a context from a path (Lucene's CONTEXT_SEPARATOR). */
export const CONTEXT_SEPARATOR = "\u001d";
/** Separates a path from an input. */
const END = 0;
const WEIGHT_BYTES = 4;

const decoder = new TextDecoder();

/** A parsed entry of the suggester. */
export interface CompletionEntry {
  /** Context included. */
  readonly path: Uint8Array;
  readonly input: string;
  readonly weight: number;
}

/** The prefix of the paths in a context. Throws 400 for a value that contains the separator. */
export function contextPrefix(kind: number, value: string): string {
  const at = value.indexOf(CONTEXT_SEPARATOR);
  if (at >= 0) {
    // Elasticsearch counts the byte of the kind, and includes it in the message.
    const shown = String.fromCharCode(kind) + value;
    throw new RequestError(
      400,
      "illegal_argument_exception",
      `Illegal value [${shown}] UTF-16 codepoint [0x1d] at position ${at + 1} is a reserved character`,
    );
  }
  return String.fromCharCode(kind + 1) + value + CONTEXT_SEPARATOR;
}

/** The entry of an input for one of its paths. */
export function completionEntry(path: string, input: string, weight: number): Uint8Array {
  const text = Buffer.from(`${path}\0${input}\0\0\0\0`, "utf8");
  text.writeUInt32BE(weight, text.length - WEIGHT_BYTES);
  return text;
}

/** The weights of all entries of a dictionary, by ordinal. */
export function completionWeights({
  count,
  allBytes,
  offsets,
}: {
  readonly count: number;
  readonly allBytes: Uint8Array;
  readonly offsets: Uint32Array;
}): Uint32Array {
  const weights = new Uint32Array(count);
  for (let ordinal = 0; ordinal < count; ordinal++) {
    const end = offsets[ordinal + 1]!;
    const high = (allBytes[end - 4]! << 24) | (allBytes[end - 3]! << 16);
    weights[ordinal] = high | (allBytes[end - 2]! << 8) | allBytes[end - 1]!;
  }
  return weights;
}

/** Reads an entry. */
export function readCompletionEntry(entry: Uint8Array): CompletionEntry {
  const end = entry.indexOf(END);
  const weightAt = entry.length - WEIGHT_BYTES;
  return {
    path: entry.subarray(0, end),
    input: decoder.decode(entry.subarray(end + 1, weightAt)),
    weight: new DataView(entry.buffer, entry.byteOffset, entry.byteLength).getUint32(weightAt),
  };
}
