/** Reads a segment in its shared memory: typed views made once, then looked into. */
import { keyedColumn, type KeyedColumn } from "./columns/keyed-column.ts";
import { assert } from "../core/errors.ts";
import { SEALED_FILE, SEGMENT_FORMAT } from "./format.ts";
import type { ColumnDirectory, FieldDirectory, Section, SegmentData } from "./format.ts";
import { findId } from "./ids/id-table.ts";
import type { ColumnReader, SegmentReader, TermsReader } from "./segment-reader.ts";
import { SharedTermsReader } from "./terms/shared-terms-reader.ts";

/** Opens a segment for the calling thread. */
export function openSegment(data: SegmentData): SegmentReader {
  return new SharedSegmentReader(data);
}

const encoder = new TextEncoder();

class SharedSegmentReader implements SegmentReader {
  readonly data: SegmentData;
  readonly docCount: number;
  private readonly fields = new Map<string, FieldDirectory>();
  private readonly termsReaders = new Map<string, TermsReader>();
  private readonly columnReaders = new Map<string, ColumnReader>();
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
    this.data = data;
    this.docCount = directory.docCount;
    for (const field of directory.fields) this.fields.set(field.name, field);
    this.seqNos = this.f64(directory.seqNos);
    this.primaryTerms = directory.primaryTerms && this.f64(directory.primaryTerms);
    this.idBytes = this.u8(directory.idBytes);
    this.idText = Buffer.from(data.memory.buffer, directory.idBytes.offset, directory.idBytes.bytes);
    this.idOffsets = this.u32(directory.idOffsets);
    this.idTable = this.u32(directory.idTable);
    this.locations = directory.locations && this.u32(directory.locations);
  }

  field(name: string): FieldDirectory | undefined {
    return this.fields.get(name);
  }

  fieldNames(): Iterable<string> {
    return this.fields.keys();
  }

  terms(field: string): TermsReader | undefined {
    const known = this.termsReaders.get(field);
    if (known) return known;
    const terms = this.fields.get(field)?.terms;
    if (!terms) return this.keyed(field)?.terms;
    const reader = new SharedTermsReader(this.data, terms);
    this.termsReaders.set(field, reader);
    return reader;
  }

  column(field: string): ColumnReader | undefined {
    const known = this.columnReaders.get(field);
    if (known) return known;
    const column = this.fields.get(field)?.column;
    if (!column) return this.keyed(field)?.column;
    const reader: ColumnReader = {
      type: column.type,
      values: this.values(column),
      values2: column.values2 && this.i32(column.values2),
      starts: column.starts && this.u32(column.starts),
      min: column.min,
      max: column.max,
      zones: column.zones && this.f64(column.zones),
      width: column.width,
    };
    this.columnReaders.set(field, reader);
    return reader;
  }

  norms(field: string): Uint8Array | undefined {
    const norms = this.fields.get(field)?.norms;
    return norms && this.u8(norms);
  }

  presence(field: string): Uint32Array | undefined {
    const presence = this.fields.get(field)?.presence;
    return presence && this.u32(presence);
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

  /** A column of one key of a field, kept once made. */
  private keyed(name: string): KeyedColumn | undefined {
    const made = keyedColumn(this, name);
    if (!made) return undefined;
    this.termsReaders.set(name, made.terms);
    this.columnReaders.set(name, made.column);
    return made;
  }

  private values(column: ColumnDirectory): ColumnReader["values"] {
    switch (column.type) {
      case "i32":
      case "point":
        return this.i32(column.values);
      case "f64":
        return this.f64(column.values);
      case "i64":
        return new BigInt64Array(this.data.memory.buffer, column.values.offset, column.values.bytes / 8);
      case "u16":
        return new Uint16Array(this.data.memory.buffer, column.values.offset, column.values.bytes / 2);
      case "u32":
        return this.u32(column.values);
      case "vector":
        return this.u8(column.values);
    }
  }

  private u8(section: Section): Uint8Array {
    return new Uint8Array(this.data.memory.buffer, section.offset, section.bytes);
  }

  private u32(section: Section): Uint32Array {
    return new Uint32Array(this.data.memory.buffer, section.offset, section.bytes / 4);
  }

  private i32(section: Section): Int32Array {
    return new Int32Array(this.data.memory.buffer, section.offset, section.bytes / 4);
  }

  private f64(section: Section): Float64Array {
    return new Float64Array(this.data.memory.buffer, section.offset, section.bytes / 8);
  }
}
