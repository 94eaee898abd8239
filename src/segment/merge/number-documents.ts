/** Gives the live documents of a merge their new numbers. */
import { assert } from "../../core/assert.ts";
import type { SegmentData, SegmentOrder } from "../format.ts";
import { isLive } from "../live-docs.ts";
import { f64 } from "./merge-part.ts";
import type { MergeInput, MergeParts } from "./merge-part.ts";
import { numberInOrder } from "./order-documents.ts";

/** Numbers the live documents of all inputs in an order, or else by sequence number. */
export function numberDocuments(inputs: readonly MergeInput[], order?: readonly SegmentOrder[]): MergeParts {
  const lives = inputs.map(({ data, live }) => liveDocs(data, live));
  const maps = inputs.map(({ data }) => new Int32Array(data.directory.docCount).fill(-1));
  const { consecutive, ascending } = order
    ? numberedInOrder(inputs, lives, maps, order)
    : numbered(inputs, lives, maps);
  const docCount = lives.reduce((sum, docs) => sum + docs.length, 0);
  const parts = inputs.map(({ data }, i) => ({
    data,
    docCount: data.directory.docCount,
    map: maps[i]!,
    allLive: lives[i]!.length === data.directory.docCount,
    fields: new Map(data.directory.fields.map((field) => [field.name, field])),
  }));
  return { parts, docCount, consecutive, ascending };
}

type Numbering = Pick<MergeParts, "consecutive" | "ascending">;

function numbered(
  inputs: readonly MergeInput[],
  lives: readonly Uint32Array[],
  maps: readonly Int32Array[],
): Numbering {
  const seqNos = inputs.map(({ data }) => f64(data, data.directory.seqNos));
  const consecutive = areConsecutive(lives, seqNos);
  if (consecutive) numberInTurn(lives, maps);
  else numberBySeqNo(lives, seqNos, maps);
  return { consecutive, ascending: true };
}

function numberedInOrder(
  inputs: readonly MergeInput[],
  lives: readonly Uint32Array[],
  maps: readonly Int32Array[],
  order: readonly SegmentOrder[],
): Numbering {
  numberInOrder(
    inputs.map(({ data }) => data),
    lives,
    maps,
    order,
  );
  let next = 0;
  let consecutive = true;
  let ascending = true;
  lives.forEach((docs, part) => {
    let last = -1;
    for (const doc of docs) {
      const to = maps[part]![doc]!;
      if (to !== next++) consecutive = false;
      if (to < last) ascending = false;
      last = to;
    }
  });
  return { consecutive, ascending };
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

function numberInTurn(lives: readonly Uint32Array[], maps: readonly Int32Array[]): void {
  let next = 0;
  for (let i = 0; i < lives.length; i++) {
    const docs = lives[i]!;
    const map = maps[i]!;
    for (let j = 0; j < docs.length; j++) map[docs[j]!] = next++;
  }
}

function numberBySeqNo(
  lives: readonly Uint32Array[],
  seqNos: readonly Float64Array[],
  maps: readonly Int32Array[],
): void {
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
    if (best < 0) return;
    assert(least > last, `sequence number ${least} occurs in two segments`);
    last = least;
    maps[best]![lives[best]![at[best]!++]!] = next++;
  }
}
