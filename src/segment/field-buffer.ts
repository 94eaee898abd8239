/** The builder's buffer for one field while it collects documents. */
import { assert } from "../core/assert.ts";
import { setFirstBits, wordsFor } from "./bits.ts";
import { NumberValues } from "./columns/number-values.ts";
import { writeOrdinals } from "./columns/ordinal-values.ts";
import { PointValues } from "./columns/point-values.ts";
import { VectorValues } from "./columns/vector-values.ts";
import type { ColumnDirectory, FieldDirectory, PostingsDetail, Section } from "./format.ts";
import { GrowingUint32 } from "./memory/growing-arrays.ts";
import type { MemoryTally } from "./memory/growing-arrays.ts";
import type { SectionAllocator } from "./memory/section-allocator.ts";
import { intToByte4 } from "./norms/small-float.ts";
import type { FieldSpec } from "./segment-builder.ts";
import { invert } from "./terms/invert.ts";
import type { Inverted } from "./terms/invert.ts";
import { TokenStream } from "./terms/token-stream.ts";

/** What the field's postings hold; `none` (dictionary only) for a field that has just an ordinals column. */
export function detailOf(spec: FieldSpec): PostingsDetail | undefined {
  return spec.terms ?? (spec.column === "ordinals" ? "none" : undefined);
}

/** The growing streams of one field; only those that its specification needs. */
export class FieldBuffer {
  spec: FieldSpec;
  private stream: TokenStream | undefined;
  private numbers: NumberValues | undefined;
  private points: PointValues | undefined;
  private vectors: VectorValues | undefined;
  /** Documents that have the field, ascending. */
  private readonly present: GrowingUint32;
  private lastPresent = -1;
  /** Length in tokens of each document in `present`; only with norms. */
  private readonly lengths: GrowingUint32 | undefined;
  private readonly tally: MemoryTally;

  constructor(spec: FieldSpec, tally: MemoryTally) {
    this.spec = spec;
    this.tally = tally;
    this.present = new GrowingUint32(tally);
    this.lengths = spec.norms ? new GrowingUint32(tally) : undefined;
    this.makeStreams();
  }

  /** Adopts a specification that differs from the current one only by an added column. */
  widen(spec: FieldSpec): void {
    const old = this.spec;
    const sameOtherwise = old.terms === spec.terms && old.norms === spec.norms;
    assert(
      sameOtherwise && (old.column === undefined || old.column === spec.column),
      `field [${spec.name}] was registered differently`,
    );
    this.spec = spec;
    this.makeStreams();
  }

  addTerm(doc: number, bytes: Uint8Array, from: number, to: number, position: number): void {
    if (doc !== this.lastPresent) this.markPresent(doc);
    if (!this.stream) throw this.unasked("terms");
    this.stream.add(doc, bytes, from, to, position);
  }

  addLength(doc: number, tokens: number): void {
    if (doc !== this.lastPresent) this.markPresent(doc);
    if (this.lengths) this.lengths.data[this.lengths.length - 1]! += tokens;
  }

  addNumber(doc: number, value: number | bigint): void {
    if (doc !== this.lastPresent) this.markPresent(doc);
    if (!this.numbers) throw this.unasked("numbers");
    this.numbers.add(doc, value);
  }

  addPoint(doc: number, latitude: number, longitude: number): void {
    if (doc !== this.lastPresent) this.markPresent(doc);
    if (!this.points) throw this.unasked("points");
    this.points.add(doc, latitude, longitude);
  }

  addVector(doc: number, bytes: Uint8Array): void {
    if (doc !== this.lastPresent) this.markPresent(doc);
    if (!this.vectors) throw this.unasked("vectors");
    this.vectors.add(doc, bytes);
  }

  /** Notes that `doc` has the field. */
  markPresent(doc: number): void {
    if (doc === this.lastPresent) return;
    this.present.push(doc);
    if (this.lengths) this.lengths.push(0);
    this.lastPresent = doc;
  }

  /** Discards what was added for documents numbered `docCount` and above. */
  truncate(docCount: number): void {
    if (this.lastPresent < docCount) return;
    while ((this.present.last() ?? -1) >= docCount) this.present.length--;
    if (this.lengths) this.lengths.length = this.present.length;
    this.lastPresent = this.present.last() ?? -1;
    this.stream?.truncate(docCount);
    this.numbers?.truncate(docCount);
    this.points?.truncate(docCount);
    this.vectors?.truncate(docCount);
  }

  /** Writes the field's sections; undefined when no document has it. */
  write(allocator: SectionAllocator, docCount: number): FieldDirectory | undefined {
    const docsWithField = this.present.length;
    if (docsWithField === 0) return undefined;
    const directory: { -readonly [key in keyof FieldDirectory]: FieldDirectory[key] } = {
      name: this.spec.name,
      docsWithField,
    };
    const presence = this.presenceBits(docCount);
    if (docsWithField < docCount) directory.presence = allocator.copy(presence);
    if (this.lengths) directory.norms = this.writeNorms(allocator, docCount, this.lengths);
    const inverted = this.writeTerms(allocator, directory.norms);
    if (inverted) directory.terms = inverted.directory;
    const column = this.writeColumn(allocator, docCount, presence, inverted);
    if (column) directory.column = column;
    return directory;
  }

  private writeTerms(allocator: SectionAllocator, norms: Section | undefined): Inverted | undefined {
    const detail = detailOf(this.spec);
    if (!this.stream || this.stream.tokens.length === 0 || !detail) return undefined;
    return invert(this.stream, { allocator, detail, norms: norms && allocator.u8(norms), tally: this.tally });
  }

  private writeColumn(
    allocator: SectionAllocator,
    docCount: number,
    presence: Uint32Array,
    inverted: Inverted | undefined,
  ): ColumnDirectory | undefined {
    const present = this.present.length;
    if (this.numbers && this.numbers.count > 0) return this.numbers.write(allocator, docCount, presence, present);
    if (this.points && this.points.count > 0) return this.points.write(allocator, docCount, present);
    if (this.vectors && this.vectors.count > 0)
      return this.vectors.write(allocator, { docCount, presence, present }, this.spec.vectors);
    if (this.spec.column !== "ordinals" || !this.stream || !inverted) return undefined;
    return writeOrdinals(this.stream, inverted.ordinals, inverted.directory.count, {
      allocator,
      docCount,
      present,
      tally: this.tally,
    });
  }

  private writeNorms(allocator: SectionAllocator, docCount: number, lengths: GrowingUint32): Section {
    const section = allocator.section(docCount);
    const norms = allocator.u8(section);
    // Without frequencies the length is the number of different terms, as Lucene's similarities count it.
    if (this.spec.terms === "docs" && this.stream)
      this.stream.countDistinct((doc, terms) => (norms[doc] = intToByte4(terms)));
    else for (let i = 0; i < lengths.length; i++) norms[this.present.data[i]!] = intToByte4(lengths.data[i]!);
    return section;
  }

  private presenceBits(docCount: number): Uint32Array {
    const words = new Uint32Array(wordsFor(docCount));
    const docs = this.present.values();
    if (docs.length === docCount) setFirstBits(words, docCount);
    else for (let i = 0; i < docs.length; i++) words[docs[i]! >>> 5]! |= 1 << (docs[i]! & 31);
    return words;
  }

  private makeStreams(): void {
    const { spec, tally } = this;
    if (!this.stream && detailOf(spec)) this.stream = new TokenStream(tally, spec.terms === "positions");
    if (!this.numbers && (spec.column === "integer" || spec.column === "double"))
      this.numbers = new NumberValues(tally, spec.column === "integer");
    if (!this.points && spec.column === "point") this.points = new PointValues(tally);
    if (!this.vectors && spec.column === "vector") this.vectors = new VectorValues(tally);
  }

  private unasked(what: string): Error {
    return new TypeError(`field [${this.spec.name}] is not registered for ${what}`);
  }
}
