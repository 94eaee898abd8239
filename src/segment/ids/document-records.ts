/**
 * What the builder keeps of each document besides its fields: id, sequence number, primary term, location in the log.
 */
import { assert } from "../../core/assert.ts";
import type { Section } from "../format.ts";
import { HeapSink } from "../memory/byte-sink.ts";
import { GrowingFloat64, GrowingUint32 } from "../memory/growing-arrays.ts";
import type { MemoryTally } from "../memory/growing-arrays.ts";
import type { SectionAllocator } from "../memory/section-allocator.ts";
import { fillIdTable, idTableSlots } from "./id-table.ts";

/** The sections of all documents' records. */
export interface RecordSections {
  readonly seqNos: Section;
  readonly docsBySeqNo?: Section;
  readonly primaryTerm: number;
  readonly primaryTerms?: Section;
  readonly idBytes: Section;
  readonly idOffsets: Section;
  readonly idTable: Section;
  readonly locations?: Section;
}

/** Growing columns of documents' records. */
export class DocumentRecords {
  private readonly ids: HeapSink;
  private readonly idOffsets: GrowingUint32;
  private readonly seqNos: GrowingFloat64;
  private readonly primaryTerms: GrowingFloat64;
  private readonly locations: GrowingUint32;
  private readonly encoder = new TextEncoder();

  constructor(tally: MemoryTally) {
    this.ids = new HeapSink(tally);
    this.idOffsets = new GrowingUint32(tally);
    this.idOffsets.push(0);
    this.seqNos = new GrowingFloat64(tally);
    this.primaryTerms = new GrowingFloat64(tally);
    this.locations = new GrowingUint32(tally);
  }

  get count(): number {
    return this.seqNos.length;
  }

  add(id: string, seqNo: number, primaryTerm: number): void {
    const last = this.count > 0 ? this.seqNos.data[this.count - 1]! : -1;
    assert(seqNo > last, `sequence number ${seqNo} does not follow ${last}`);
    this.ids.reserve(id.length * 3);
    this.ids.length += this.encoder.encodeInto(id, this.ids.bytes.subarray(this.ids.length)).written;
    this.idOffsets.push(this.ids.length);
    this.seqNos.push(seqNo);
    this.primaryTerms.push(primaryTerm);
    this.locations.push(0);
    this.locations.push(0);
  }

  /** Sets where the record of a document is. */
  locate(document: number, file: number, offset: number): void {
    this.locations.data[document * 2] = file;
    this.locations.data[document * 2 + 1] = offset;
  }

  /** Discards documents numbered `count` and above. */
  truncate(count: number): void {
    this.seqNos.length = count;
    this.primaryTerms.length = count;
    this.locations.length = count * 2;
    this.idOffsets.length = count + 1;
    this.ids.length = this.idOffsets.data[count]!;
  }

  write(allocator: SectionAllocator): RecordSections {
    const terms = this.primaryTerms.values();
    const primaryTerm = terms[0] ?? 1;
    const idTable = allocator.section(idTableSlots(this.count) * 4);
    fillIdTable(allocator.u32(idTable), this.ids.bytes, this.idOffsets.values());
    return {
      seqNos: allocator.copy(this.seqNos.values()),
      primaryTerm,
      ...(terms.some((term) => term !== primaryTerm) ? { primaryTerms: allocator.copy(terms) } : {}),
      idBytes: allocator.copy(this.ids.written()),
      idOffsets: allocator.copy(this.idOffsets.values()),
      idTable,
      locations: allocator.copy(this.locations.values()),
    };
  }
}
