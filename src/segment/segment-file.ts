/**
 * A segment on disk: MAGIC, the bytes of all sections back to back, the directory as JSON, and a footer.
 *
 * In the file's directory a section's offset is relative to the file, and `crc` its CRC-32C, so that sections can be
 * read and checked one by one. The footer, FOOTER_BYTES at the end, is little endian: u32 low and high half of the
 * directory's offset, u32 its bytes, u32 its CRC-32C, u32 format, u32 CRC-32C of these five, MAGIC. Every byte of the
 * file is covered by a check.
 */
import { assert } from "../core/assert.ts";
import { crc32c } from "../core/crc32c.ts";
import { SEGMENT_FORMAT } from "./format.ts";
import type { Section, SegmentData, SegmentDirectory } from "./format.ts";
import type { FileHandle, Files } from "../store/files.ts";
import { SectionAllocator } from "./memory/section-allocator.ts";
import type { SegmentMemorySource } from "./memory/segment-memory-source.ts";
import { needWhole } from "./section-loading.ts";
import { SegmentCorruption } from "./segment-corruption.ts";
import { nextSegmentId } from "./segment-id.ts";
import { changeSections, placedBytes, sectionsOf } from "./segment-sections.ts";
import { FIRST_SECTION_WORD, wordsBytes } from "./segment-words.ts";

const MAGIC = new TextEncoder().encode("WARDEXSG");
const FOOTER_BYTES = 32;
/** Offset of the footer's own checksum within the footer; the magic follows it. */
const FOOTER_CRC_AT = 20;
/** Bytes handed to the file system at a time. */
const CHUNK_BYTES = 2 << 20;

/** A file of at most this many bytes is loaded at once: that costs no more than loading its directory. */
export const EAGER_BYTES = 64 << 10;

/** A section as listed in the file's directory. */
interface FileSection extends Section {
  readonly crc: number;
}

/** Options for opening a segment. */
export interface LoadOptions {
  /** Where its memory comes from. */
  readonly memories: SegmentMemorySource;
  readonly scratchSlots: number;
  /** Loads and checks everything immediately. */
  readonly whole?: boolean;
}

/** Writes a segment to a new file (replacing one left by a crash) and syncs it; returns its size in bytes. */
export async function writeSegment(files: Files, path: string, data: SegmentData): Promise<number> {
  const file = files.open(path);
  try {
    file.truncate(0);
    file.append([MAGIC]);
    const written: FileSection[] = [];
    for (const section of sectionsOf(data.directory)) written.push(await appendSection(file, data.memory, section));
    let at = 0;
    const directory = changeSections(data.directory, (section) => written[at++] ?? section);
    const offset = file.size;
    const json = new TextEncoder().encode(JSON.stringify(directory));
    file.append([json, footerOf(offset, json)]);
    await file.sync();
    const size = file.size;
    file.close();
    await files.syncFolder(path.slice(0, Math.max(0, path.lastIndexOf("/"))));
    return size;
  } catch (error) {
    file.close();
    files.remove(path);
    throw error;
  }
}

/** Yields to other work after each chunk: a large segment takes a second in all. */
async function appendSection(file: FileHandle, memory: WebAssembly.Memory, section: Section): Promise<FileSection> {
  const offset = file.size;
  const bytes = new Uint8Array(memory.buffer, section.offset, section.bytes);
  let crc = 0;
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    const chunk = bytes.subarray(from, from + CHUNK_BYTES);
    crc = crc32c(chunk, 0, chunk.length, crc);
    file.append([chunk]);
    if (chunk.length === CHUNK_BYTES) await new Promise((turn) => setImmediate(turn));
  }
  return { offset, bytes: section.bytes, crc };
}

function footerOf(directoryOffset: number, json: Uint8Array): Uint8Array {
  const footer = new Uint8Array(FOOTER_BYTES);
  const view = new DataView(footer.buffer);
  view.setUint32(0, directoryOffset % 2 ** 32, true);
  view.setUint32(4, Math.floor(directoryOffset / 2 ** 32), true);
  view.setUint32(8, json.length, true);
  view.setUint32(12, crc32c(json), true);
  view.setUint32(16, SEGMENT_FORMAT, true);
  view.setUint32(FOOTER_CRC_AT, crc32c(footer, 0, FOOTER_CRC_AT), true);
  footer.set(MAGIC, FOOTER_CRC_AT + 4);
  return footer;
}

/**
 * Opens a segment: checks header, footer and directory of its file, and assigns each section an address in memory, to
 * be loaded when first needed. Throws SegmentCorruption for a damaged file, and the file system's error when it cannot
 * be read.
 */
export function loadSegment(
  files: Files,
  path: string,
  { memories, scratchSlots, whole = false }: LoadOptions,
): SegmentData {
  const { directory, size } = openFrame(files, path);
  const sections = sectionsOf(directory).length;
  const place = memories.place(placedBytes(directory, wordsBytes(sections)), scratchSlots);
  try {
    const allocator = new SectionAllocator(place.memory, scratchSlots, place);
    const words = allocator.section(wordsBytes(sections)).offset;
    let word = FIRST_SECTION_WORD;
    const placed = changeSections(directory, (section, name) => {
      const { offset, bytes } = allocator.unwritten(section.bytes);
      return {
        offset,
        bytes,
        stored: { name, offset: section.offset, crc: (section as FileSection).crc, word: word++ },
      };
    });
    const file = { path, reference: files.reference(path) };
    const { memory, arena } = place;
    const data: SegmentData = {
      id: nextSegmentId(),
      memory,
      scratchSlots,
      directory: { ...placed, endOffset: allocator.endOffset },
      words,
      ...(arena === undefined ? {} : { arena }),
      file,
    };
    if (whole || size <= EAGER_BYTES) needWhole(data);
    return data;
  } catch (error) {
    memories.giveBack(place);
    throw error;
  }
}

function openFrame(files: Files, path: string): { directory: SegmentDirectory; size: number } {
  const file = files.open(path, { mustExist: true });
  try {
    return { directory: readDirectory(file), size: file.size };
  } finally {
    file.close();
  }
}

/**
 * Reads the file's directory; verifies header, footer and directory, and that the sections fill the rest of the file.
 */
function readDirectory(file: FileHandle): SegmentDirectory {
  const damaged = (section: string, reason: string) => new SegmentCorruption(file.path, section, reason);
  const { size } = file;
  if (size < MAGIC.length + FOOTER_BYTES) throw damaged("footer", `the file has ${size} bytes only`);
  const header = readFully(file, new Uint8Array(MAGIC.length), 0, "header");
  if (!isMagic(header)) throw damaged("header", "it does not begin as a segment");
  const footer = readFully(file, new Uint8Array(FOOTER_BYTES), size - FOOTER_BYTES, "footer");
  const view = new DataView(footer.buffer);
  if (!isMagic(footer.subarray(FOOTER_CRC_AT + 4))) throw damaged("footer", "it does not end as a segment");
  if (crc32c(footer, 0, FOOTER_CRC_AT) !== view.getUint32(FOOTER_CRC_AT, true))
    throw damaged("footer", "checksum mismatch");
  assert(
    view.getUint32(16, true) === SEGMENT_FORMAT,
    `segment file [${file.path}] has format ${view.getUint32(16, true)}, not ${SEGMENT_FORMAT}`,
  );
  const offset = view.getUint32(0, true) + view.getUint32(4, true) * 2 ** 32;
  const bytes = view.getUint32(8, true);
  if (offset + bytes + FOOTER_BYTES !== size)
    throw damaged("footer", `the file has ${size} bytes, not ${offset + bytes + FOOTER_BYTES}`);
  const json = readFully(file, new Uint8Array(bytes), offset, "directory");
  if (crc32c(json) !== view.getUint32(12, true)) throw damaged("directory", "checksum mismatch");
  const directory = JSON.parse(new TextDecoder().decode(json)) as SegmentDirectory;
  let end = MAGIC.length;
  changeSections(directory, (section, name) => {
    if (section.offset !== end) throw damaged(name, `it stands at ${section.offset}, not at ${end}`);
    end += section.bytes;
    return section;
  });
  if (end !== offset) throw damaged("directory", `sections end at ${end}, not at ${offset}`);
  return directory;
}

function readFully(file: FileHandle, into: Uint8Array, position: number, section: string): Uint8Array {
  let read = 0;
  while (read < into.length) {
    const count = file.readAt(into.subarray(read), position + read);
    if (count === 0) throw new SegmentCorruption(file.path, section, `the file ends at ${position + read}`);
    read += count;
  }
  return into;
}

function isMagic(bytes: Uint8Array): boolean {
  return bytes.every((byte, i) => byte === MAGIC[i]);
}
