/** Reads a segment in its shared memory. */
import { assert } from "../core/errors.ts";
import { SEALED_FILE, SEGMENT_FORMAT } from "./format.ts";
import type { SegmentData } from "./format.ts";
import { findId } from "./ids/id-table.ts";
import type { NestedReader, SegmentReader } from "./segment-reader.ts";
import { SharedFieldsReader } from "./shared-fields-reader.ts";
import { SharedNestedReader } from "./shared-nested-reader.ts";

/** Opens a segment for the calling thread. */
export function openSegment(data: SegmentData): SegmentReader {
  return new SharedSegmentReader(data);
}

const encoder = new TextEncoder();
const noSpaces: readonly NestedReader[] = [];

class SharedSegmentReader extends SharedFieldsReader implements SegmentReader {
  readonly spaces: readonly NestedReader[];
  private readonly seqNos: Float64Array;
  private readonly primaryTerms: Float64Array | undefined;
  private readonly idBytes: Uint8Array;
  private readonly idText: Buffer;
  private readonly idOffsets: Uint32Array;
  private readonly idTable: Uint32Array;
  private readonly locations: Uint32Array | undefined;

  constructor(data: SegmentData) {
    const { directory } = data;
    assert(directory.format === SEGMENT_FORMAT, `segment format ${directory.format} is not ${SEGMENT_FORMAT}`);
    super(data, directory);
    this.seqNos = this.f64(directory.seqNos);
    this.primaryTerms = directory.primaryTerms && this.f64(directory.primaryTerms);
    this.idBytes = this.u8(directory.idBytes);
    this.idText = Buffer.from(data.memory.buffer, directory.idBytes.offset, directory.idBytes.bytes);
    this.idOffsets = this.u32(directory.idOffsets);
    this.idTable = this.u32(directory.idTable);
    this.locations = directory.locations && this.u32(directory.locations);
    this.spaces = directory.spaces ? this.openSpaces() : noSpaces;
  }

  space(path: string): NestedReader | undefined {
    return this.spaces.find((space) => space.path === path);
  }

  docOfId(id: string): number {
    const bytes = encoder.encode(id);
    return findId(this.idTable, this.idBytes, this.idOffsets, bytes, bytes.length);
  }

  id(doc: number): string {
    return this.idText.toString("utf8", this.idOffsets[doc], this.idOffsets[doc + 1]);
  }

  seqNo(doc: number): number {
    return this.seqNos[doc]!;
  }

  primaryTerm(doc: number): number {
    return this.primaryTerms ? this.primaryTerms[doc]! : this.data.directory.primaryTerm;
  }

  docOfSeqNo(seqNo: number): number {
    let low = 0;
    let high = this.docCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.seqNos[middle]! < seqNo) low = middle + 1;
      else high = middle;
    }
    return low < this.docCount && this.seqNos[low] === seqNo ? low : -1;
  }

  location(doc: number): { file: number; offset: number } | undefined {
    if (!this.locations) return undefined;
    const file = this.locations[doc * 2]!;
    return file === SEALED_FILE ? undefined : { file, offset: this.locations[doc * 2 + 1]! };
  }

  private openSpaces(): NestedReader[] {
    const spaces: NestedReader[] = [];
    for (const space of this.data.directory.spaces ?? []) {
      const parents = space.parentPath === "" ? this : spaces.find(({ path }) => path === space.parentPath);
      assert(parents, `the parents of [${space.path}] are not in the segment`);
      spaces.push(new SharedNestedReader(this, parents, space));
    }
    return spaces;
  }
}
