/**
 * The columns of runtime fields that one thread has made, by segment and by what makes the values. What was not used
 * for longest goes first; a segment's columns go with its reader.
 */
import type { HeapColumn } from "../../segment/heap-column.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";

/** What a column takes beside its bytes. */
const ENTRY_BYTES = 512;
/** No column takes more than this share of the whole. */
const LARGEST_SHARE = 1 / 2;

interface Entry {
  readonly segment: SegmentReader;
  readonly key: string;
  /** The documents that were looked at. */
  readonly live: Uint32Array | undefined;
  readonly column: HeapColumn;
  readonly bytes: number;
}

/** See the file comment. */
export class RuntimeColumns {
  readonly #limitBytes: number;
  readonly #segments = new Map<SegmentReader, Map<string, Entry>>();
  /** Least recently used first. */
  readonly #entries = new Set<Entry>();
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** A column that has the values of all the live documents. */
  find(segment: SegmentReader, key: string, live: Uint32Array | undefined): HeapColumn | undefined {
    const entry = this.#segments.get(segment)?.get(key);
    if (!entry || !covers(entry.live, live)) return undefined;
    this.#entries.delete(entry);
    this.#entries.add(entry);
    return entry.column;
  }

  /** Keeps a column that was made of the live documents. */
  put(segment: SegmentReader, key: string, live: Uint32Array | undefined, column: HeapColumn): void {
    const bytes = column.bytes + ENTRY_BYTES + key.length * 2;
    if (bytes > this.#limitBytes * LARGEST_SHARE) return;
    const before = this.#segments.get(segment)?.get(key);
    if (before) this.#forget(before);
    for (const oldest of this.#entries) {
      if (this.#bytes + bytes <= this.#limitBytes) break;
      this.#forget(oldest);
    }
    const entry = { segment, key, live, column, bytes };
    let columns = this.#segments.get(segment);
    if (!columns) this.#segments.set(segment, (columns = new Map<string, Entry>()));
    columns.set(key, entry);
    this.#entries.add(entry);
    this.#bytes += bytes;
  }

  /** Forgets a segment. */
  dropSegment(segment: SegmentReader): void {
    for (const entry of this.#segments.get(segment)?.values() ?? []) this.#forget(entry);
  }

  #forget(entry: Entry): void {
    if (!this.#entries.delete(entry)) return;
    this.#bytes -= entry.bytes;
    const columns = this.#segments.get(entry.segment);
    columns?.delete(entry.key);
    if (columns?.size === 0) this.#segments.delete(entry.segment);
  }
}

/**
 * Whether each document that is live was, too, when the column was made: an older searcher may see what is deleted
 * since.
 */
function covers(made: Uint32Array | undefined, live: Uint32Array | undefined): boolean {
  if (made === undefined || made === live) return true;
  if (live === undefined) return false;
  for (let word = 0; word < live.length; word++) if ((live[word]! & ~(made[word] ?? 0)) !== 0) return false;
  return true;
}
