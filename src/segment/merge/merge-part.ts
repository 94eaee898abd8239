/** One input of a merge, with the new number of each of its documents. */
import { assert } from "../../core/assert.ts";
import { isLive } from "../live-docs.ts";
import type { FieldDirectory, Section, SegmentData } from "../format.ts";

/** A segment to merge and its live documents (undefined: all). */
export interface MergeInput {
  readonly data: SegmentData;
  readonly live: Uint32Array | undefined;
}

/** An input as the merge sees it: its documents, or the nested documents of one path. */
export interface MergePart {
  readonly data: SegmentData;
  readonly docCount: number;
  /** New number by old number; -1 for documents that are dropped. */
  readonly map: Int32Array;
  readonly allLive: boolean;
  readonly fields: ReadonlyMap<string, FieldDirectory>;
}

/** All inputs of a merge, in order. */
export interface MergeParts {
  readonly parts: readonly MergePart[];
  /** Number of live documents. */
  readonly docCount: number;
  /** Whether each part's documents all follow those of the previous part: the usual case. */
  readonly consecutive: boolean;
}

/** Numbers the live documents of all inputs in order of sequence number. */
export function numberDocuments(inputs: readonly MergeInput[]): MergeParts {
  const lives = inputs.map(({ data, live }) => liveDocs(data, live));
  const seqNos = inputs.map(({ data }) => f64(data, data.directory.seqNos));
  const consecutive = areConsecutive(lives, seqNos);
  const maps = inputs.map(({ data }) => new Int32Array(data.directory.docCount).fill(-1));
  const docCount = consecutive ? numberInTurn(lives, maps) : numberBySeqNo(lives, seqNos, maps);
  const parts = inputs.map(({ data }, i) => ({
    data,
    docCount: data.directory.docCount,
    map: maps[i]!,
    allLive: lives[i]!.length === data.directory.docCount,
    fields: new Map(data.directory.fields.map((field) => [field.name, field])),
  }));
  return { parts, docCount, consecutive };
}

function liveDocs(data: SegmentData, live: Uint32Array | undefined): Uint32Array {
  const docs = new Uint32Array(data.directory.docCount);
  let count = 0;
  for (let doc = 0; doc < docs.length; doc++) if (isLive(live, doc)) docs[count++] = doc;
  return docs.subarray(0, count);
}

function areConsecutive(lives: readonly Uint32Array[], seqNos: readonly Float64Array[]): boolean {
  let last = -Infinity;
  for (let i = 0; i < lives.length; i++) {
    const docs = lives[i]!;
    if (docs.length === 0) continue;
    if (seqNos[i]![docs[0]!]! <= last) return false;
    last = seqNos[i]![docs[docs.length - 1]!]!;
  }
  return true;
}

function numberInTurn(lives: readonly Uint32Array[], maps: readonly Int32Array[]): number {
  let next = 0;
  for (let i = 0; i < lives.length; i++) {
    const docs = lives[i]!;
    const map = maps[i]!;
    for (let j = 0; j < docs.length; j++) map[docs[j]!] = next++;
  }
  return next;
}

function numberBySeqNo(
  lives: readonly Uint32Array[],
  seqNos: readonly Float64Array[],
  maps: readonly Int32Array[],
): number {
  const at = new Uint32Array(lives.length);
  let next = 0;
  let last = -Infinity;
  for (;;) {
    let best = -1;
    let least = Infinity;
    for (let i = 0; i < lives.length; i++) {
      if (at[i]! === lives[i]!.length) continue;
      const seqNo = seqNos[i]![lives[i]![at[i]!]!]!;
      if (seqNo < least) {
        least = seqNo;
        best = i;
      }
    }
    if (best < 0) return next;
    assert(least > last, `sequence number ${least} occurs in two segments`);
    last = least;
    maps[best]![lives[best]![at[best]!++]!] = next++;
  }
}

/** Bytes of a section. */
export function u8(data: SegmentData, section: Section): Uint8Array {
  return new Uint8Array(data.memory.buffer, section.offset, section.bytes);
}

/** A section as u32. */
export function u32(data: SegmentData, section: Section): Uint32Array {
  return new Uint32Array(data.memory.buffer, section.offset, section.bytes / 4);
}

/** A section as f64. */
export function f64(data: SegmentData, section: Section): Float64Array {
  return new Float64Array(data.memory.buffer, section.offset, section.bytes / 8);
}
