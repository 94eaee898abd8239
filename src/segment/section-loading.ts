/**
 * Sections of a segment's file are loaded and checked when a thread first needs them. A word for each says how far that
 * is: the thread that begins reads the file into the shared memory, others that need the section meanwhile wait for it.
 */
import { crc32c } from "../core/crc32c.ts";
import { type FileReader, openReference } from "../store/file-reader.ts";
import type { ColumnDirectory, FieldDirectory, Section, SegmentData, StoredSection, TermsDirectory } from "./format.ts";
import { SegmentCorruption } from "./segment-corruption.ts";
import { sectionsOf } from "./segment-sections.ts";
import { addLoaded, wordsOf } from "./segment-words.ts";

const ABSENT = 0;
const LOADING = 1;
const LOADED = 2;

/** Another thread's reading takes at most so long; one that has ended in the middle of it does not come back. */
const WAIT_MS = 30_000;

/** A section that stands in a file. */
type FileSection = Section & { readonly stored: StoredSection };

/**
 * The bytes of these sections are in memory when this returns. Throws SegmentCorruption where the file holds others
 * than were written, and StorageFailure where it cannot be read: they are still absent then, and the next who needs
 * them tries again.
 */
export function need(data: SegmentData, ...sections: readonly (Section | undefined)[]): void {
  if (data.file) needAll(data, sections);
}

/** The dictionary of a field. */
export function needTerms(data: SegmentData, { termBytes, termOffsets, docFreqs, totalFreqs }: TermsDirectory): void {
  need(data, termBytes, termOffsets, docFreqs, totalFreqs);
}

/**
 * Dictionaries whose postings, or postings with places, this thread has found loaded. They do not go before the
 * directory does.
 */
const withPostings = new WeakSet<TermsDirectory>();
const withPositions = new WeakSet<TermsDirectory>();

/** The postings of a field, without positions. Asked by each query. */
export function needPostings(data: SegmentData, terms: TermsDirectory): void {
  if (!data.file || withPostings.has(terms)) return;
  const {
    docFreqs,
    totalFreqs,
    blockStarts,
    tail,
    blockLastDocs,
    blockOffsets,
    blockBits,
    blockImpacts,
    impacts,
    postings,
  } = terms;
  need(
    data,
    docFreqs,
    totalFreqs,
    blockStarts,
    tail,
    blockLastDocs,
    blockOffsets,
    blockBits,
    blockImpacts,
    impacts,
    postings,
  );
  withPostings.add(terms);
}

/** The positions of a field. Asked by each query that looks at them. */
export function needPositions(data: SegmentData, terms: TermsDirectory): void {
  if (!data.file || withPositions.has(terms)) return;
  need(data, terms.blockPositions, terms.tailPositions, terms.positions);
  withPositions.add(terms);
}

/** All of a column. */
export function needColumn(data: SegmentData, { values, values2, starts, zones }: ColumnDirectory): void {
  need(data, values, values2, starts, zones);
}

const withNorms = new WeakSet<FieldDirectory>();

/** The norms of a field. Asked by each query. */
export function needNorms(data: SegmentData, field: FieldDirectory): void {
  if (!data.file || withNorms.has(field)) return;
  need(data, field.norms);
  withNorms.add(field);
}

/** Everything: what a merge reads, or a file under suspicion. */
export function needWhole(data: SegmentData): void {
  if (data.file) needAll(data, sectionsOf(data.directory));
}

function needAll(data: SegmentData, sections: readonly (Section | undefined)[]): void {
  const states = stateWords(data);
  let reader: FileReader | undefined;
  try {
    for (const section of sections) {
      if (!isStored(section) || Atomics.load(states, section.stored.word) === LOADED) continue;
      load(data, states, section, () => (reader ??= openReference(data.file!.reference)));
    }
  } finally {
    reader?.close();
  }
}

function isStored(section: Section | undefined): section is FileSection {
  return section?.stored !== undefined;
}

/** All words from those of the segment on; a section knows the number of its own. */
function stateWords(data: SegmentData): Int32Array {
  return wordsOf(data, (data.memory.buffer.byteLength - data.words) >>> 2);
}

function load(data: SegmentData, states: Int32Array, section: FileSection, reader: () => FileReader): void {
  const { word } = section.stored;
  for (;;) {
    const state = Atomics.compareExchange(states, word, ABSENT, LOADING);
    if (state === LOADED) return;
    if (state === ABSENT) break;
    // Reading it again would be right too, as long as the file holds the same bytes.
    if (Atomics.wait(states, word, LOADING, WAIT_MS) === "timed-out") break;
  }
  let loaded = false;
  try {
    readSection(data, section, reader());
    addLoaded(data, section.bytes);
    loaded = true;
  } finally {
    Atomics.store(states, word, loaded ? LOADED : ABSENT);
    Atomics.notify(states, word);
  }
}

function readSection(data: SegmentData, { offset, bytes: length, stored }: FileSection, reader: FileReader): void {
  const bytes = new Uint8Array(data.memory.buffer, offset, length);
  const count = reader.readAt(bytes, stored.offset);
  const { path } = data.file!;
  if (count < length) throw new SegmentCorruption(path, stored.name, `the file ends at ${stored.offset + count}`);
  if (crc32c(bytes) !== stored.crc) throw new SegmentCorruption(path, stored.name, "checksum mismatch");
}
