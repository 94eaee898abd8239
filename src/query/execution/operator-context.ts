/** The environment of the operators of one query, on one segment and one thread. */
import { assert } from "../../core/assert.ts";
import { kernelFor, type KernelInstance } from "../../kernel/kernel.ts";
import { BUFFER_BYTES, FIELD, FIELD_BYTES, FIELD_ONE } from "../../kernel/structures.ts";
import { READS } from "../../segment/field-reads.ts";
import type { FieldDirectory, TermsDirectory } from "../../segment/format.ts";
import { needNorms, needPositions, needPostings } from "../../segment/section-loading.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { usedWord } from "../../segment/segment-words.ts";
import type { OperatorContext, WindowBuffer } from "../operator.ts";
import { memoryViews, type MemoryViews } from "./memory-views.ts";
import { scratchSlot, type ScratchSlot } from "./scratch-slot.ts";
import { ScratchWindow } from "./scratch-window.ts";

const TABLE_ENTRIES = 256;
/** Terms beyond this many share decode buffers. */
const DECODE_BUFFERS = 64;

export interface ContextOptions {
  readonly reader: SegmentReader;
  /** Number of the scratch slot that the thread has leased in every memory. */
  readonly slot: number;
  /** Called by anything that takes long; throws when the request was cancelled or its time is over. */
  readonly checkpoint: () => void;
}

/** Must be closed when the query has ended on the segment, normally or by an error: this returns its scratch. */
export class SegmentContext implements OperatorContext {
  readonly reader: SegmentReader;
  readonly kernel: KernelInstance;
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
  readonly floats: Float32Array;
  readonly doubles: Float64Array;
  readonly checkpoint: () => void;
  private readonly views: MemoryViews;
  private readonly slot: ScratchSlot;
  private readonly runs: { address: number; bytes: number }[] = [];
  private next = 0;
  private left = 0;
  private readonly windows: ScratchWindow[] = [];
  private borrowed = 0;
  private readonly fields = new Map<string, number>();
  private readonly buffers: number[] = [];
  private bufferCount = 0;
  private readonly tables = new Map<Float32Array, number>();
  private readonly slotNumber: number;
  private readonly others = new Map<SegmentReader, SegmentContext>();

  constructor(options: ContextOptions) {
    const { data } = options.reader;
    this.reader = options.reader;
    this.checkpoint = options.checkpoint;
    this.kernel = kernelFor(data.memory);
    this.views = memoryViews(data.memory.buffer);
    this.bytes = this.views.bytes;
    this.words = this.views.words;
    this.floats = this.views.floats;
    this.doubles = this.views.doubles;
    this.slotNumber = options.slot;
    this.words[usedWord(data)] = 1;
    this.slot = scratchSlot(data.memory, options.slot, data.scratchSlots);
  }

  within(reader: SegmentReader): OperatorContext {
    let context = this.others.get(reader);
    if (!context)
      this.others.set(
        reader,
        (context = new SegmentContext({ reader, slot: this.slotNumber, checkpoint: this.checkpoint })),
      );
    return context;
  }

  scratch(bytes: number): number {
    const size = (bytes + 15) & ~15;
    if (size > this.left) {
      const run = this.slot.take(size);
      this.runs.push(run);
      // Keeps the old run when the rest of the new one is smaller.
      if (run.bytes - size <= this.left) return run.address;
      this.next = run.address;
      this.left = run.bytes;
    }
    const address = this.next;
    this.next += size;
    this.left -= size;
    return address;
  }

  window(): WindowBuffer {
    return new ScratchWindow(this);
  }

  borrow(): WindowBuffer {
    const window = (this.windows[this.borrowed] ??= new ScratchWindow(this));
    this.borrowed++;
    return window;
  }

  giveBack(window: WindowBuffer): void {
    this.borrowed--;
    assert(this.windows[this.borrowed] === window, "windows go back in the reverse order of borrowing");
  }

  postings(field: string): number {
    let address = this.fields.get(field);
    if (address === undefined) {
      const directory = this.reader.field(field);
      const terms = directory?.terms;
      address = terms && terms.detail !== "none" ? this.writeField(terms, directory) : 0;
      if (address !== 0) this.reader.reads.add(field, READS.postings);
      this.fields.set(field, address);
    }
    return address;
  }

  table(normInverse: Float32Array): number {
    let address = this.tables.get(normInverse);
    if (address === undefined) {
      assert(normInverse.length === TABLE_ENTRIES, "a table of inverse norms has 256 entries");
      address = this.scratch(TABLE_ENTRIES * 4);
      this.floats.set(normInverse, address / 4);
      this.tables.set(normInverse, address);
    }
    return address;
  }

  decodeBuffer(): number {
    const index = this.bufferCount++ % DECODE_BUFFERS;
    let address = this.buffers[index];
    if (address === undefined) {
      address = this.scratch(BUFFER_BYTES);
      this.buffers[index] = address;
    }
    return address;
  }

  /** Returns the scratch. The context must not be used afterwards. */
  close(): void {
    for (const context of this.others.values()) context.close();
    this.others.clear();
    for (const run of this.runs) this.slot.give(run);
    this.runs.length = 0;
    this.left = 0;
  }

  positions(field: string): void {
    const terms = this.reader.field(field)?.terms;
    if (!terms) return;
    this.reader.reads.add(field, READS.frequencies | READS.positions);
    needPositions(this.reader.data, terms);
  }

  private writeField(terms: TermsDirectory, directory: FieldDirectory): number {
    const { data } = this.reader;
    needPostings(data, terms);
    needNorms(data, directory);
    const norms = directory.norms?.offset;
    const address = this.scratch(FIELD_BYTES);
    const write = (offset: number, value: number | undefined) => {
      this.words[(address + offset) / 4] = value ?? 0;
    };
    write(FIELD.docFreqs, terms.docFreqs?.offset);
    write(FIELD.totalFreqs, terms.totalFreqs?.offset);
    write(FIELD.blockStarts, terms.blockStarts?.offset);
    write(FIELD.tail, terms.tail?.offset);
    write(FIELD.lastDocs, terms.blockLastDocs?.offset);
    write(FIELD.blockOffsets, terms.blockOffsets?.offset);
    write(FIELD.blockBits, terms.blockBits?.offset);
    write(FIELD.blockImpacts, terms.blockImpacts?.offset);
    write(FIELD.impacts, terms.impacts?.offset);
    write(FIELD.postings, terms.postings?.offset);
    write(FIELD.norms, norms ?? address + FIELD_ONE);
    write(FIELD.normMask, norms === undefined ? 0 : 0xffffffff);
    write(FIELD.blockPositions, terms.blockPositions?.offset);
    write(FIELD.tailPositions, terms.tailPositions?.offset);
    write(FIELD.positions, terms.positions?.offset);
    write(FIELD_ONE, 1);
    return address;
  }
}
