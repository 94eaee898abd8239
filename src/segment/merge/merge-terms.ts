/** Merges the dictionaries and postings of one field. */
import { assert } from "../../core/assert.ts";
import { countBits, wordsFor } from "../bits.ts";
import type { TermsDirectory } from "../format.ts";
import type { MemoryTally } from "../memory/growing-arrays.ts";
import type { SectionAllocator } from "../memory/section-allocator.ts";
import { PostingsReader } from "../postings/postings-reader.ts";
import { TermsWriter } from "../terms/terms-writer.ts";
import { copyPostings, InterleavedPostings } from "./merge-postings.ts";
import type { MergeParts } from "./merge-part.ts";
import { TermHeap, termCursor } from "./term-cursors.ts";
import type { TermCursor } from "./term-cursors.ts";
import { ordinalUse } from "./ordinal-use.ts";
import type { OrdinalUse } from "./ordinal-use.ts";

/** Terms between two checkpoints. */
const CHECKPOINT_TERMS = 1024;

/** Input of the merge of one field's terms. */
export interface TermsMerge {
  readonly field: string;
  readonly merge: MergeParts;
  readonly allocator: SectionAllocator;
  readonly norms: Uint8Array | undefined;
  /** Whether `MergedTerms.ordinals` is needed. */
  readonly mapOrdinals: boolean;
  readonly checkpoint: () => void;
}

/** The merged terms, and per part the new ordinal of each old one (of surviving terms). */
export interface MergedTerms {
  readonly directory: TermsDirectory;
  readonly ordinals: readonly (Uint32Array | undefined)[];
}

/** Merges the terms of a field; undefined when no part has terms, or none survives. */
export function mergeTerms(task: TermsMerge): MergedTerms | undefined {
  const directories = task.merge.parts.map((part) => part.fields.get(task.field)?.terms);
  const first = directories.find((terms) => terms !== undefined);
  if (!first) return undefined;
  for (const terms of directories)
    assert(!terms || terms.detail === first.detail, `segments index [${task.field}] in different detail`);
  const { directory, ordinals } = new FieldMerge(task, directories, first).run();
  return directory.count > 0 ? { directory, ordinals } : undefined;
}

class FieldMerge {
  private readonly task: TermsMerge;
  private readonly directories: readonly (TermsDirectory | undefined)[];
  private readonly writer: TermsWriter;
  private readonly readers: readonly (PostingsReader | undefined)[];
  private readonly ordinals: readonly (Uint32Array | undefined)[];
  /** Terms that live documents use; only for a field without postings. */
  private readonly used: readonly (OrdinalUse | undefined)[];
  private readonly withPostings: boolean;
  private readonly interleaved: InterleavedPostings | undefined;
  /** Documents with a term; only when a part loses documents. */
  private readonly seen: Uint32Array | undefined;

  constructor(task: TermsMerge, directories: readonly (TermsDirectory | undefined)[], first: TermsDirectory) {
    const { merge, allocator, norms, field } = task;
    const { detail } = first;
    const tally: MemoryTally = { bytes: 0 };
    this.task = task;
    this.directories = directories;
    this.withPostings = detail !== "none";
    this.seen = merge.parts.every((part) => part.allLive) ? undefined : new Uint32Array(wordsFor(merge.docCount));
    const maxPositionBytes = directories.reduce((sum, terms) => sum + (terms?.positions?.bytes ?? 0), 0);
    this.readers = merge.parts.map((part, i) => {
      const terms = directories[i];
      return terms && this.withPostings ? new PostingsReader(part.data, terms) : undefined;
    });
    this.ordinals = directories.map((terms) => (terms && task.mapOrdinals ? new Uint32Array(terms.count) : undefined));
    this.used = merge.parts.map((part, i) =>
      directories[i] && !this.withPostings ? ordinalUse(part, field) : undefined,
    );
    this.interleaved =
      merge.consecutive || !this.withPostings ? undefined : new InterleavedPostings(tally, merge.ascending);
    this.writer = new TermsWriter({ allocator, detail, norms, maxPositionBytes, tally });
  }

  run(): MergedTerms {
    const { task, directories, writer } = this;
    const cursors: TermCursor[] = [];
    directories.forEach((terms, part) => {
      if (terms && terms.count > 0) cursors.push(termCursor(part, task.merge.parts[part]!.data, terms));
    });
    const heap = new TermHeap(cursors);
    let untilCheckpoint = CHECKPOINT_TERMS;
    for (let top = heap.top; top; top = heap.top) {
      this.mergeTerm(heap, top);
      if (--untilCheckpoint > 0) continue;
      task.checkpoint();
      untilCheckpoint = CHECKPOINT_TERMS;
    }
    return { directory: writer.finish(this.docCount()), ordinals: this.ordinals };
  }

  /** Merges the term at the top of the heap from all parts that have it. */
  private mergeTerm(heap: TermHeap, first: TermCursor): void {
    const { writer } = this;
    const { bytes, from, to } = first;
    const ordinal = writer.count;
    let used = false;
    for (let same = true; same;) {
      const top = heap.top!;
      if (this.takePart(top.part, top.ordinal)) used = true;
      const ordinals = this.ordinals[top.part];
      if (ordinals) ordinals[top.ordinal] = ordinal;
      same = heap.advance(bytes, from, to);
    }
    if (this.interleaved) this.interleaved.write(writer, this.seen);
    if (this.withPostings) writer.endTerm(bytes, from, to);
    else if (used) writer.addTerm(bytes, from, to);
  }

  /**
   * Copies one part's postings of the current term; for fields without postings, returns whether a live document uses
   * it.
   */
  private takePart(part: number, ordinal: number): boolean {
    const { map, allLive } = this.task.merge.parts[part]!;
    const reader = this.readers[part];
    if (!reader) {
      const used = this.used[part];
      return used !== undefined && ((used.ordinals[ordinal >>> 5]! >>> (ordinal & 31)) & 1) === 1;
    }
    if (this.interleaved) this.interleaved.collect(reader, ordinal, map);
    else copyPostings(reader, ordinal, map, this.writer, allLive ? undefined : this.seen);
    return true;
  }

  /** Number of documents with a term: taken over from parts that lose no documents, counted for the others. */
  private docCount(): number {
    const { task, directories } = this;
    if (!this.withPostings) return this.used.reduce((sum, used) => sum + (used?.docs ?? 0), 0);
    if (this.interleaved && this.seen) return countBits(this.seen);
    let count = this.seen ? countBits(this.seen) : 0;
    task.merge.parts.forEach((part, i) => {
      if (part.allLive) count += directories[i]?.docCount ?? 0;
    });
    return count;
  }
}
