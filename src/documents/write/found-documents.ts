/**
 * Documents that a search found, to be worked on: packed, as they go from thread to thread by the thousand, and a
 * message of few large parts costs a small part of one of many small ones. Plain data.
 */
import { assert } from "../../core/assert.ts";

export interface FoundDocuments {
  /** Names of the indices, each once. */
  readonly indices: readonly string[];
  /** Of each document the place of its index among these; undefined: it is the first of all. */
  readonly indexOf: Uint32Array | undefined;
  readonly ids: readonly string[];
  /** Undefined: none has one. */
  readonly routings: readonly (string | undefined)[] | undefined;
  readonly seqNos: Float64Array;
  readonly primaryTerms: Float64Array;
  /** Undefined: they were not asked for. */
  readonly versions: readonly (number | bigint)[] | undefined;
  /** As JSON text, one behind the other; undefined: none was asked for. */
  readonly sources: Uint8Array | undefined;
  /** Where each source ends. An empty one is not kept. */
  readonly sourceEnds: Uint32Array;
}

/** One of them. */
export interface FoundHit {
  readonly index: string;
  readonly id: string;
  readonly routing: string | undefined;
  readonly seqNo: number;
  readonly primaryTerm: number;
  /** -1: it was not asked for. */
  readonly version: number | bigint;
  /** As JSON text; undefined where it was not asked for, or is not kept. */
  readonly source: Uint8Array | undefined;
}

const NO_ENDS = new Uint32Array(0);

export function noDocuments(): FoundDocuments {
  return packDocuments([]);
}

/** Their number is `ids.length`. */
export function packDocuments(hits: readonly FoundHit[]): FoundDocuments {
  const indices: string[] = [];
  const places = new Map<string, number>();
  const indexOf = new Uint32Array(hits.length);
  const seqNos = new Float64Array(hits.length);
  const primaryTerms = new Float64Array(hits.length);
  const ids: string[] = [];
  let hasRouting = false;
  let bytes = 0;
  for (let at = 0; at < hits.length; at++) {
    const { index, id, routing, seqNo, primaryTerm, source } = hits[at]!;
    let place = places.get(index);
    if (place === undefined) {
      places.set(index, (place = indices.length));
      indices.push(index);
    }
    indexOf[at] = place;
    ids.push(id);
    seqNos[at] = seqNo;
    primaryTerms[at] = primaryTerm;
    hasRouting ||= routing !== undefined;
    bytes += source?.length ?? 0;
  }
  return {
    indices,
    indexOf: indices.length > 1 ? indexOf : undefined,
    ids,
    routings: hasRouting ? hits.map(({ routing }) => routing) : undefined,
    seqNos,
    primaryTerms,
    versions: hits.some(({ version }) => version !== -1) ? hits.map(({ version }) => version) : undefined,
    ...packedSources(hits, bytes),
  };
}

function packedSources(hits: readonly FoundHit[], bytes: number): Pick<FoundDocuments, "sources" | "sourceEnds"> {
  if (bytes === 0) return { sources: undefined, sourceEnds: NO_ENDS };
  const sources = new Uint8Array(bytes);
  const sourceEnds = new Uint32Array(hits.length);
  let end = 0;
  for (let at = 0; at < hits.length; at++) {
    const { source } = hits[at]!;
    if (source) {
      sources.set(source, end);
      end += source.length;
    }
    sourceEnds[at] = end;
  }
  return { sources, sourceEnds };
}

/** One of them; its source is a part of theirs. */
export function foundAt(found: FoundDocuments, at: number): FoundHit {
  const { indices, indexOf, ids, routings, seqNos, primaryTerms, versions } = found;
  const index = indices[indexOf ? indexOf[at]! : 0];
  const id = ids[at];
  assert(index !== undefined && id !== undefined, "a found document has an index and an id");
  return {
    index,
    id,
    routing: routings?.[at],
    seqNo: seqNos[at]!,
    primaryTerm: primaryTerms[at]!,
    version: versions?.[at] ?? -1,
    source: sourceAt(found, at),
  };
}

/** Some of them, from one place to before another. */
export function foundBetween(found: FoundDocuments, from: number, to: number): FoundDocuments {
  if (from === 0 && to >= found.ids.length) return found;
  const { ids, routings, seqNos, primaryTerms, versions, sources, sourceEnds, indexOf, indices } = found;
  const begin = from === 0 ? 0 : (sourceEnds[from - 1] ?? 0);
  const ends = sourceEnds.slice(from, to).map((end) => end - begin);
  return {
    indices,
    indexOf: indexOf?.slice(from, to),
    ids: ids.slice(from, to),
    routings: routings?.slice(from, to),
    seqNos: seqNos.slice(from, to),
    primaryTerms: primaryTerms.slice(from, to),
    versions: versions?.slice(from, to),
    sources: sources?.slice(begin, begin + (ends.at(-1) ?? 0)),
    sourceEnds: ends,
  };
}

function sourceAt({ sources, sourceEnds }: FoundDocuments, at: number): Uint8Array | undefined {
  if (!sources) return undefined;
  const begin = at === 0 ? 0 : sourceEnds[at - 1]!;
  const end = sourceEnds[at]!;
  return end === begin ? undefined : sources.subarray(begin, end);
}
