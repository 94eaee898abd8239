/** The fields of one scope in a segment's memory, as typed views that are made once and cached. */
import { keyedColumn, type KeyedColumn } from "./columns/keyed-column.ts";
import { uninvertedColumn } from "./columns/uninverted-column.ts";
import { FieldReads, READS } from "./field-reads.ts";
import type { ColumnDirectory, FieldDirectory, Section, SegmentData } from "./format.ts";
import { need, needColumn, needNorms } from "./section-loading.ts";
import type { ColumnReader, FielddataKeeper, FieldsReader, TermsReader, UninvertedOptions } from "./segment-reader.ts";
import { SharedTermsReader } from "./terms/shared-terms-reader.ts";

/** See FieldsReader. */
export class SharedFieldsReader implements FieldsReader {
  readonly data: SegmentData;
  readonly docCount: number;
  readonly reads = new FieldReads();
  private readonly fields = new Map<string, FieldDirectory>();
  private readonly termsReaders = new Map<string, TermsReader>();
  private readonly columnReaders = new Map<string, ColumnReader>();
  /** Terms by document of fields without a column, made of their postings. */
  private readonly uninverted = new Map<string, ColumnReader>();
  private readonly presences = new Map<string, Uint32Array>();

  constructor(data: SegmentData, space: { readonly docCount: number; readonly fields: readonly FieldDirectory[] }) {
    this.data = data;
    this.docCount = space.docCount;
    for (const field of space.fields) this.fields.set(field.name, field);
  }

  field(name: string): FieldDirectory | undefined {
    return this.fields.get(name);
  }

  fieldNames(): Iterable<string> {
    return this.fields.keys();
  }

  terms(field: string, as: number = READS.terms): TermsReader | undefined {
    const known = this.termsReaders.get(field) ?? this.openTerms(field);
    if (known) this.note(field, as);
    return known;
  }

  private openTerms(field: string): TermsReader | undefined {
    const terms = this.fields.get(field)?.terms;
    if (!terms) return this.keyed(field)?.terms;
    const reader = new SharedTermsReader(this.data, terms);
    this.termsReaders.set(field, reader);
    return reader;
  }

  column(field: string, as: number = READS.docValues): ColumnReader | undefined {
    const known = this.columnReaders.get(field) ?? this.openColumn(field);
    if (known) this.note(field, as);
    return known;
  }

  /** Terms without postings are those of doc values. */
  private note(field: string, as: number): void {
    const isIndex = as === READS.terms || as === READS.postings;
    this.reads.add(field, isIndex && this.fields.get(field)?.terms?.detail === "none" ? READS.docValues : as);
  }

  private openColumn(field: string): ColumnReader | undefined {
    const column = this.fields.get(field)?.column;
    if (!column) return this.keyed(field)?.column;
    needColumn(this.data, column);
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
    const directory = this.fields.get(field);
    if (!directory?.norms) return undefined;
    this.reads.add(field, READS.norms);
    needNorms(this.data, directory);
    return this.u8(directory.norms);
  }

  presence(field: string): Uint32Array | undefined {
    const known = this.presences.get(field);
    if (known) return known;
    const presence = this.fields.get(field)?.presence;
    if (!presence) return undefined;
    need(this.data, presence);
    const set = this.u32(presence);
    this.presences.set(field, set);
    return set;
  }

  /** The column of one key of a field, cached. */
  private keyed(name: string): KeyedColumn | undefined {
    const made = keyedColumn(this, name);
    if (!made) return undefined;
    this.termsReaders.set(name, made.terms);
    this.columnReaders.set(name, made.column);
    return made;
  }

  fielddata(field: string): ColumnReader | undefined {
    const known = this.column(field) ?? this.uninverted.get(field);
    if (known) return known;
    const directory = this.fields.get(field)?.terms;
    if (!directory || directory.detail === "none") return undefined;
    const terms = this.terms(field);
    if (!terms) return undefined;
    const make = (options: UninvertedOptions): ColumnReader => uninvertedColumn(this, directory, terms, options);
    const keeper = this.keeper();
    if (keeper) return keeper.column(this, field, make);
    const reader = make({ counts: undefined, reserve: () => undefined });
    this.uninverted.set(field, reader);
    return reader;
  }

  /** Who keeps what is made of postings; undefined: this reader. */
  protected keeper(): FielddataKeeper | undefined {
    return undefined;
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

  /** Loads the section and returns it. */
  protected needed(section: Section): Section {
    need(this.data, section);
    return section;
  }

  protected u8(section: Section): Uint8Array {
    return new Uint8Array(this.data.memory.buffer, section.offset, section.bytes);
  }

  protected u32(section: Section): Uint32Array {
    return new Uint32Array(this.data.memory.buffer, section.offset, section.bytes / 4);
  }

  private i32(section: Section): Int32Array {
    return new Int32Array(this.data.memory.buffer, section.offset, section.bytes / 4);
  }

  protected f64(section: Section): Float64Array {
    return new Float64Array(this.data.memory.buffer, section.offset, section.bytes / 8);
  }
}
