/**
 * Loads and checks sections of a segment's file when a thread first needs them. One word per section holds the loading
 * state: the first thread reads the file into the shared memory, other threads that need the section meanwhile wait.
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

/** Longest wait for another thread's read; a thread that died while reading never finishes it. */
const WAIT_MS = 30_000;

/** A section stored in a file. */
type FileSection = Section & { readonly stored: StoredSection };

/**
 * Loads these sections into memory. Throws SegmentCorruption when the file's bytes are not those written, and
 * StorageFailure when it cannot be read; the sections then stay absent, and the next call tries again.
 */
export function need(data: SegmentData, ...sections: readonly (Section | undefined)[]): void {
  if (data.file) needAll(data, sections);
}

/** Loads the dictionary of a field. */
export function needTerms(data: SegmentData, { termBytes, termOffsets, docFreqs, totalFreqs }: TermsDirectory): void {
  need(data, termBytes, termOffsets, docFreqs, totalFreqs);
}

/** Loads what the terms of a field have in common, for the walks of the kernel. */
export function needSharedBytes(data: SegmentData, { sharedBytes }: TermsDirectory): void {
  need(data, sharedBytes);
}

/**
 * Dictionaries whose postings (or positions) this thread has found loaded. Sections stay loaded as long as their
 * directory lives.
 */
const withPostings = new WeakSet<TermsDirectory>();
const withPositions = new WeakSet<TermsDirectory>();

/** Loads the postings of a field, without positions. Called by each query. */
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

/** Loads the positions of a field. Called by each query that uses them. */
export function needPositions(data: SegmentData, terms: TermsDirectory): void {
  if (!data.file || withPositions.has(terms)) return;
  need(data, terms.blockPositions, terms.tailPositions, terms.positions);
  withPositions.add(terms);
}

/** Loads all of a column. */
export function needColumn(data: SegmentData, { values, values2, starts, zones }: ColumnDirectory): void {
  need(data, values, values2, starts, zones);
}

/** Loads what a column of vectors is compared by, and its graph. */
export function needVectorSections(
  data: SegmentData,
  { values, quantised, corrections, centroid, lengths, linkStarts, links, upper }: ColumnDirectory,
): void {
  need(data, quantised ?? values, corrections, centroid, lengths, linkStarts, links, upper);
}

/**
 * The `length` bytes of a section at each of some places, one behind the other. A section that is not in memory stays
 * in its file, and what is read there is not checked: for what may be damaged without a wrong answer.
 */
export function partsOf(data: SegmentData, section: Section, places: Uint32Array, length: number): Uint8Array {
  const parts = new Uint8Array(places.length * length);
  const part = (at: number): Uint8Array => parts.subarray(at * length, (at + 1) * length);
  if (!isStored(section) || Atomics.load(stateWords(data), section.stored.word) === LOADED) {
    for (let at = 0; at < places.length; at++)
      part(at).set(new Uint8Array(data.memory.buffer, section.offset + places[at]!, length));
    return parts;
  }
  const reader = openReference(data.file!.reference);
  try {
    for (let at = 0; at < places.length; at++) reader.readAt(part(at), section.stored.offset + places[at]!);
  } finally {
    reader.close();
  }
  return parts;
}

const withNorms = new WeakSet<FieldDirectory>();

/** Loads the norms of a field. Called by each query. */
export function needNorms(data: SegmentData, field: FieldDirectory): void {
  if (!data.file || withNorms.has(field)) return;
  need(data, field.norms);
  withNorms.add(field);
}

/** Loads everything: for merges, and for checking a suspect file. */
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

/** All words of the memory from this segment's first one on; a section knows the index of its own. */
function stateWords(data: SegmentData): Int32Array {
  return wordsOf(data, (data.memory.buffer.byteLength - data.words) >>> 2);
}

function load(data: SegmentData, states: Int32Array, section: FileSection, reader: () => FileReader): void {
  const { word } = section.stored;
  for (;;) {
    const state = Atomics.compareExchange(states, word, ABSENT, LOADING);
    if (state === LOADED) return;
    if (state === ABSENT) break;
    // The other thread may be dead; reading again is safe, since the file holds the same bytes.
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
