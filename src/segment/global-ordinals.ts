/**
 * Ordinals over all segments of a shard: the sorted union of their dictionaries, with a map from each segment's
 * ordinals. Built on first use and cached as long as the same segments are read; a single segment needs no map.
 */
import type { SegmentReader, TermsReader } from "./segment-reader.ts";

/** Ordinals of one field over several segments. */
export interface GlobalOrdinals {
  /** Number of distinct terms. */
  readonly count: number;
  /** Global ordinal of each ordinal of segment `i`; undefined when they are equal. */
  readonly maps: readonly (Uint32Array | undefined)[];
  /** Bytes of the term: a view; do not keep or change it. */
  bytes(ordinal: number): Uint8Array;
}

/**
 * The cache entry of a list of segments. It is reached only through weak references, one segment after another, so it
 * is collected when any of the segments is. Its ordinals read the segments' memories and must not outlive their use.
 */
class SegmentList {
  readonly longer = new WeakMap<SegmentReader, SegmentList>();
  readonly fields = new Map<string, GlobalOrdinals>();
}

const kept = new WeakMap<SegmentReader, SegmentList>();
/** The list last used for each field, by its first segment; only that list keeps ordinals for the field. */
const latest = new WeakMap<SegmentReader, Map<string, WeakRef<SegmentList>>>();

/** Global ordinals of `field`; a segment without the field has an empty map. */
export function globalOrdinals(segments: readonly SegmentReader[], field: string): GlobalOrdinals {
  const [first, ...others] = segments;
  if (!first) return { count: 0, maps: [], bytes: () => new Uint8Array() };
  let list = listBehind(kept, first);
  for (const segment of others) list = listBehind(list.longer, segment);
  const known = list.fields.get(field);
  if (known) return known;
  const ordinals = build(segments.map((segment) => segment.terms(field)));
  list.fields.set(field, ordinals);
  let lists = latest.get(first);
  if (!lists) latest.set(first, (lists = new Map<string, WeakRef<SegmentList>>()));
  lists.get(field)?.deref()?.fields.delete(field);
  lists.set(field, new WeakRef(list));
  return ordinals;
}

function listBehind(lists: WeakMap<SegmentReader, SegmentList>, segment: SegmentReader): SegmentList {
  let list = lists.get(segment);
  if (!list) lists.set(segment, (list = new SegmentList()));
  return list;
}

function build(terms: readonly (TermsReader | undefined)[]): GlobalOrdinals {
  const present = terms.filter((reader) => reader !== undefined && reader.count > 0);
  const only = present[0];
  if (present.length === 1 && only) {
    return {
      count: only.count,
      maps: terms.map((reader) => (reader === only ? undefined : new Uint32Array())),
      bytes: (ordinal) => only.bytes(ordinal),
    };
  }
  const maps = terms.map((reader) => new Uint32Array(reader?.count ?? 0));
  // For each global ordinal, the first segment that has its term, and the term's ordinal there.
  const owners: number[] = [];
  const places: number[] = [];
  mergeSorted(terms, (segment, ordinal, fresh) => {
    if (fresh) {
      owners.push(segment);
      places.push(ordinal);
    }
    maps[segment]![ordinal] = owners.length - 1;
  });
  return { count: owners.length, maps, bytes: (ordinal) => terms[owners[ordinal]!]!.bytes(places[ordinal]!) };
}

/** Visits all terms of all segments in byte order; `fresh` is false when the term equals the previous one. */
function mergeSorted(
  terms: readonly (TermsReader | undefined)[],
  visit: (segment: number, ordinal: number, fresh: boolean) => void,
): void {
  const at = terms.map(() => 0);
  const heads: (Uint8Array | undefined)[] = terms.map((reader) =>
    reader && reader.count > 0 ? reader.bytes(0) : undefined,
  );
  const heap = terms.map((_, segment) => segment).filter((segment) => heads[segment] !== undefined);
  const before = (left: number, right: number): boolean => {
    const order = Buffer.compare(heads[left]!, heads[right]!);
    return order < 0 || (order === 0 && left < right);
  };
  const sink = (from: number): void => {
    for (let parent = from; ;) {
      let least = 2 * parent + 1;
      if (least >= heap.length) return;
      if (least + 1 < heap.length && before(heap[least + 1]!, heap[least]!)) least++;
      if (!before(heap[least]!, heap[parent]!)) return;
      const moved = heap[parent]!;
      heap[parent] = heap[least]!;
      heap[least] = moved;
      parent = least;
    }
  };
  for (let place = heap.length >> 1; place >= 0; place--) sink(place);
  let previous: Uint8Array | undefined;
  while (heap.length > 0) {
    const segment = heap[0]!;
    const reader = terms[segment]!;
    const head = heads[segment]!;
    visit(segment, at[segment]!, previous === undefined || Buffer.compare(previous, head) !== 0);
    previous = head;
    const next = ++at[segment]!;
    if (next < reader.count) heads[segment] = reader.bytes(next);
    else {
      const last = heap.pop()!;
      if (heap.length === 0) return;
      heap[0] = last;
    }
    sink(0);
  }
}
