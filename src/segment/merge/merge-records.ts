/** Merges ids, sequence numbers, primary terms and locations in the log. */
import { SEALED_FILE } from "../format.ts";
import type { Section } from "../format.ts";
import { fillIdTable, idTableSlots } from "../ids/id-table.ts";
import type { RecordSections } from "../ids/document-records.ts";
import type { SectionAllocator } from "../memory/section-allocator.ts";
import { f64, u32, u8 } from "./merge-part.ts";
import type { MergePart, MergeParts } from "./merge-part.ts";

/** Writes the records of all live documents, without locations in those log files for which `dropped` is true. */
export function mergeRecords(
  merge: MergeParts,
  allocator: SectionAllocator,
  dropped: (file: number) => boolean,
): RecordSections {
  const seqNosSection = allocator.section(merge.docCount * 8);
  const seqNos = allocator.f64(seqNosSection);
  const primaryTerms = new Float64Array(merge.docCount);
  for (const part of merge.parts) {
    const { directory } = part.data;
    const from = f64(part.data, directory.seqNos);
    const terms = directory.primaryTerms && f64(part.data, directory.primaryTerms);
    for (let doc = 0; doc < part.docCount; doc++) {
      const to = part.map[doc]!;
      if (to < 0) continue;
      seqNos[to] = from[doc]!;
      primaryTerms[to] = terms ? terms[doc]! : directory.primaryTerm;
    }
  }
  const docsBySeqNo = docsInOrder(seqNos);
  const primaryTerm = primaryTerms[0] ?? merge.parts[0]?.data.directory.primaryTerm ?? 1;
  const locations = mergeLocations(merge, allocator, dropped);
  return {
    seqNos: seqNosSection,
    ...(docsBySeqNo ? { docsBySeqNo: allocator.copy(docsBySeqNo) } : {}),
    primaryTerm,
    ...(primaryTerms.some((term) => term !== primaryTerm) ? { primaryTerms: allocator.copy(primaryTerms) } : {}),
    ...mergeIds(merge, allocator),
    ...(locations ? { locations } : {}),
  };
}

/** The documents by sequence number; undefined where they are in that order. */
function docsInOrder(seqNos: Float64Array): Uint32Array | undefined {
  let doc = 1;
  while (doc < seqNos.length && seqNos[doc - 1]! < seqNos[doc]!) doc++;
  if (doc >= seqNos.length) return undefined;
  const docs = new Uint32Array(seqNos.length);
  for (let place = 0; place < docs.length; place++) docs[place] = place;
  return docs.sort((left, right) => seqNos[left]! - seqNos[right]!);
}

function mergeIds(
  merge: MergeParts,
  allocator: SectionAllocator,
): { idBytes: Section; idOffsets: Section; idTable: Section } {
  const idOffsets = allocator.section((merge.docCount + 1) * 4);
  const offsets = allocator.u32(idOffsets);
  for (const part of merge.parts) {
    const from = u32(part.data, part.data.directory.idOffsets);
    for (let doc = 0; doc < part.docCount; doc++) {
      const to = part.map[doc]!;
      if (to >= 0) offsets[to + 1] = from[doc + 1]! - from[doc]!;
    }
  }
  for (let doc = 0; doc < merge.docCount; doc++) offsets[doc + 1]! += offsets[doc]!;
  const idBytes = allocator.section(offsets[merge.docCount]!);
  const bytes = allocator.u8(idBytes);
  for (const part of merge.parts) copyIds(part, bytes, offsets);
  const idTable = allocator.section(idTableSlots(merge.docCount) * 4);
  fillIdTable(allocator.u32(idTable), bytes, offsets);
  return { idBytes, idOffsets, idTable };
}

function copyIds(part: MergePart, bytes: Uint8Array, offsets: Uint32Array): void {
  const fromBytes = u8(part.data, part.data.directory.idBytes);
  const from = u32(part.data, part.data.directory.idOffsets);
  for (let doc = 0; doc < part.docCount; doc++) {
    const to = part.map[doc]!;
    if (to < 0) continue;
    for (let i = from[doc]!, at = offsets[to]!; i < from[doc + 1]!; i++, at++) bytes[at] = fromBytes[i]!;
  }
}

function mergeLocations(
  merge: MergeParts,
  allocator: SectionAllocator,
  dropped: (file: number) => boolean,
): Section | undefined {
  const merged = new Uint32Array(merge.docCount * 2);
  const answers = new Map<number, boolean>([[SEALED_FILE, true]]);
  let kept = 0;
  for (let i = 0; i < merged.length; i += 2) merged[i] = SEALED_FILE;
  for (const part of merge.parts) {
    const { locations } = part.data.directory;
    if (!locations) continue;
    const from = u32(part.data, locations);
    for (let doc = 0; doc < part.docCount; doc++) {
      const to = part.map[doc]!;
      if (to < 0) continue;
      const file = from[doc * 2]!;
      let drop = answers.get(file);
      if (drop === undefined) answers.set(file, (drop = dropped(file)));
      if (drop) continue;
      merged[to * 2] = file;
      merged[to * 2 + 1] = from[doc * 2 + 1]!;
      kept++;
    }
  }
  return kept > 0 ? allocator.copy(merged) : undefined;
}
