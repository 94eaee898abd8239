/** Reads a segment in its shared memory. */
import { assert } from "../core/assert.ts";
import { SEALED_FILE, SEGMENT_FORMAT } from "./format.ts";
import type { SegmentData } from "./format.ts";
import { findId } from "./ids/id-table.ts";
import { inKnownMemory } from "./memory/known-memories.ts";
import type { FielddataKeeper, NestedReader, SegmentReader } from "./segment-reader.ts";
import { SharedFieldsReader } from "./shared-fields-reader.ts";
import { SharedNestedReader } from "./shared-nested-reader.ts";

/** Opens a segment for the calling thread. */
export function openSegment(data: SegmentData): SegmentReader {
  return new SharedSegmentReader(inKnownMemory(data));
}

const encoder = new TextEncoder();
const noSpaces: readonly NestedReader[] = [];

/** The `_id`s of a segment. */
interface IdViews {
  readonly bytes: Uint8Array;
  readonly text: Buffer;
  readonly offsets: Uint32Array;
  /** Undefined until the first lookup of an `_id`. */
  table: Uint32Array | undefined;
}

class SharedSegmentReader extends SharedFieldsReader implements SegmentReader {
  fielddataKeeper: FielddataKeeper | undefined;
  readonly spaces: readonly NestedReader[];
  /** Undefined until first used: they may have to be loaded. */
  private seqNoValues: Float64Array | undefined;
  private seqNoDocs: Uint32Array | undefined;
  private primaryTerms: Float64Array | undefined;
  private locations: Uint32Array | undefined;
  private idViews: IdViews | undefined;

  constructor(data: SegmentData) {
    const { directory } = data;
    assert(directory.format === SEGMENT_FORMAT, `segment format ${directory.format} is not ${SEGMENT_FORMAT}`);
    super(data, directory);
    this.spaces = directory.spaces ? this.openSpaces() : noSpaces;
  }

  protected override keeper(): FielddataKeeper | undefined {
    return this.fielddataKeeper;
  }

  space(path: string): NestedReader | undefined {
    return this.spaces.find((space) => space.path === path);
  }

  docOfId(id: string): number {
    const ids = this.ids();
    const table = (ids.table ??= this.u32(this.needed(this.data.directory.idTable)));
    const bytes = encoder.encode(id);
    return findId(table, ids.bytes, ids.offsets, bytes, bytes.length);
  }

  id(doc: number): string {
    const { text, offsets } = this.ids();
    return text.toString("utf8", offsets[doc], offsets[doc + 1]);
  }

  seqNo(doc: number): number {
    return this.seqNos()[doc]!;
  }

  primaryTerm(doc: number): number {
    const { primaryTerms, primaryTerm } = this.data.directory;
    if (!primaryTerms) return primaryTerm;
    return (this.primaryTerms ??= this.f64(this.needed(primaryTerms)))[doc]!;
  }

  docOfSeqNo(seqNo: number): number {
    const seqNos = this.seqNos();
    const { docsBySeqNo } = this.data.directory;
    if (docsBySeqNo) return this.docInOrder(seqNo, (this.seqNoDocs ??= this.u32(this.needed(docsBySeqNo))));
    let low = 0;
    let high = this.docCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (seqNos[middle]! < seqNo) low = middle + 1;
      else high = middle;
    }
    return low < this.docCount && seqNos[low] === seqNo ? low : -1;
  }

  /** As `docOfSeqNo`, where documents are not in that order. */
  private docInOrder(seqNo: number, docs: Uint32Array): number {
    const seqNos = this.seqNos();
    let low = 0;
    let high = this.docCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (seqNos[docs[middle]!]! < seqNo) low = middle + 1;
      else high = middle;
    }
    return low < this.docCount && seqNos[docs[low]!] === seqNo ? docs[low]! : -1;
  }

  location(doc: number): { file: number; offset: number } | undefined {
    const section = this.data.directory.locations;
    if (!section) return undefined;
    const locations = (this.locations ??= this.u32(this.needed(section)));
    const file = locations[doc * 2]!;
    return file === SEALED_FILE ? undefined : { file, offset: locations[doc * 2 + 1]! };
  }

  private seqNos(): Float64Array {
    return (this.seqNoValues ??= this.f64(this.needed(this.data.directory.seqNos)));
  }

  private ids(): IdViews {
    return (this.idViews ??= this.openIds());
  }

  private openIds(): IdViews {
    const { idBytes, idOffsets } = this.data.directory;
    const bytes = this.u8(this.needed(idBytes));
    const text = Buffer.from(this.data.memory.buffer, idBytes.offset, idBytes.bytes);
    return { bytes, text, offsets: this.u32(this.needed(idOffsets)), table: undefined };
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
