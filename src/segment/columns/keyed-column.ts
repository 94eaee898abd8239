/**
 * Columns within a column (flattened fields): terms of the form `key \0 value` in the ordinals column of a field, seen
 * as the values of one key. Built on the heap on request; must not be passed to a kernel function.
 */
import type { ColumnReader, FieldsReader, TermsReader } from "../segment-reader.ts";
import { compareBytes } from "../terms/byte-order.ts";

/** Separates field and key in the name of such a column, and key and value in a term. */
export const KEY_SEPARATOR = "\0";

/** The values of one key. */
export interface KeyedColumn {
  readonly terms: TermsReader;
  readonly column: ColumnReader;
}

/** The column of a name `field \0 key`; undefined when the name has no separator, or no document has the key. */
export function keyedColumn(reader: FieldsReader, name: string): KeyedColumn | undefined {
  const separator = name.indexOf(KEY_SEPARATOR);
  if (separator < 0) return undefined;
  const field = name.slice(0, separator);
  const terms = reader.terms(field);
  const column = reader.column(field);
  if (!terms || !column) return undefined;
  const prefix = new TextEncoder().encode(name.slice(separator + 1) + KEY_SEPARATOR);
  const from = terms.ceiling(prefix);
  const end = prefix.slice();
  end[end.length - 1] = KEY_SEPARATOR.charCodeAt(0) + 1;
  const to = terms.ceiling(end);
  if (from === to) return undefined;
  return { terms: new KeyTerms(terms, from, to, prefix.length), column: columnWithin(reader, field, column, from, to) };
}

/** The documents' ordinals in the range `from` to `to`, relative to `from`. */
function columnWithin(
  reader: FieldsReader,
  field: string,
  column: ColumnReader,
  from: number,
  to: number,
): ColumnReader {
  const presence = column.starts ? undefined : reader.presence(field);
  const starts = new Uint32Array(reader.docCount + 1);
  const values: number[] = [];
  for (let doc = 0; doc < reader.docCount; doc++) {
    const absent = presence !== undefined && ((presence[doc >>> 5]! >>> (doc & 31)) & 1) === 0;
    const first = column.starts ? column.starts[doc]! : doc;
    const last = column.starts ? column.starts[doc + 1]! : absent ? doc : doc + 1;
    for (let at = first; at < last; at++) {
      const ordinal = Number(column.values[at]);
      if (ordinal >= from && ordinal < to) values.push(ordinal - from);
    }
    starts[doc + 1] = values.length;
  }
  return {
    type: "u32",
    values: Uint32Array.from(values),
    values2: undefined,
    starts,
    min: 0,
    max: to - from - 1,
    zones: undefined,
    onHeap: true,
  };
}

/** Part of a dictionary, with the common prefix of its terms removed. */
class KeyTerms implements TermsReader {
  readonly count: number;
  readonly docCount: number;
  readonly sumDocFreq: number;
  readonly sumTotalTermFreq: number;
  readonly allBytes: Uint8Array;
  readonly offsets: Uint32Array;
  readonly #whole: TermsReader;
  readonly #from: number;

  constructor(whole: TermsReader, from: number, to: number, prefixBytes: number) {
    this.#whole = whole;
    this.#from = from;
    this.count = to - from;
    this.offsets = new Uint32Array(this.count + 1);
    this.allBytes = new Uint8Array(whole.offsets[to]! - whole.offsets[from]! - this.count * prefixBytes);
    let sum = 0;
    for (let at = 0; at < this.count; at++) {
      const bytes = whole.bytes(from + at).subarray(prefixBytes);
      this.allBytes.set(bytes, this.offsets[at]);
      this.offsets[at + 1] = this.offsets[at]! + bytes.length;
      sum += whole.docFreq(from + at);
    }
    this.docCount = sum;
    this.sumDocFreq = sum;
    this.sumTotalTermFreq = sum;
  }

  find(term: Uint8Array): number {
    const ordinal = this.ceiling(term);
    return ordinal < this.count && this.#compare(ordinal, term) === 0 ? ordinal : -1;
  }

  ceiling(term: Uint8Array): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, term) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  bytes(ordinal: number): Uint8Array {
    return this.allBytes.subarray(this.offsets[ordinal], this.offsets[ordinal + 1]);
  }

  text(ordinal: number): string {
    return Buffer.from(this.bytes(ordinal)).toString("utf8");
  }

  docFreq(ordinal: number): number {
    return this.#whole.docFreq(this.#from + ordinal);
  }

  totalTermFreq(ordinal: number): number {
    return this.#whole.totalTermFreq(this.#from + ordinal);
  }

  #compare(ordinal: number, term: Uint8Array): number {
    return compareBytes(this.allBytes, this.offsets[ordinal]!, this.offsets[ordinal + 1]!, term, 0, term.length);
  }
}
