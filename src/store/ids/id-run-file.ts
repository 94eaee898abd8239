/**
 * A persisted run: magic "WDXI", u32 format, f64 number of entries, u32 CRC32C of the entries, u32 CRC32C of the
 * preceding 20 bytes, then the entries as they are in memory (little endian).
 */
import { endianness } from "node:os";
import { crc32c } from "../../core/crc32c.ts";
import { assert } from "../../core/assert.ts";
import type { Files } from "../files.ts";
import { ENTRY_WORDS } from "./id-entries.ts";
import { IdRun } from "./id-run.ts";

const MAGIC = 0x49584457; // "WDXI"
const FORMAT = 1;
const HEADER_BYTES = 24;
const ENTRY_BYTES = ENTRY_WORDS * 4;

/** Damage found in a persisted run: the table must be rebuilt from source files and log. */
export class IdRunCorruption extends Error {
  readonly file: string;

  constructor(file: string, reason: string) {
    super(`id run [${file}] is damaged: ${reason}`);
    this.name = "IdRunCorruption";
    this.file = file;
  }
}

/** Writes a run; when the promise resolves the file is durable, though its entry in the folder is not. */
export async function writeIdRun(files: Files, path: string, run: IdRun): Promise<void> {
  assert(endianness() === "LE", "entries are written as they stand in memory");
  const entries = new Uint8Array(run.entries.buffer, run.entries.byteOffset, run.entries.byteLength);
  const header = new Uint8Array(HEADER_BYTES);
  const view = new DataView(header.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, FORMAT, true);
  view.setFloat64(8, run.count, true);
  view.setUint32(16, crc32c(entries), true);
  view.setUint32(20, crc32c(header, 0, 20), true);
  files.remove(path);
  const handle = files.open(path);
  try {
    handle.append([header, entries]);
    await handle.sync();
  } catch (error) {
    files.remove(path);
    throw error;
  } finally {
    handle.close();
  }
}

/** Reads a run. Throws IdRunCorruption, also when the file is missing. */
export function readIdRun(files: Files, path: string): IdRun {
  if (!files.exists(path)) throw new IdRunCorruption(path, "it is missing");
  const bytes = files.read(path);
  if (bytes.length < HEADER_BYTES) throw new IdRunCorruption(path, "it is too short");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint32(0, true) !== MAGIC || view.getUint32(20, true) !== crc32c(bytes, 0, 20))
    throw new IdRunCorruption(path, "header");
  if (view.getUint32(4, true) !== FORMAT)
    throw new IdRunCorruption(path, `format ${view.getUint32(4, true)} is not known`);
  if (bytes.length !== HEADER_BYTES + view.getFloat64(8, true) * ENTRY_BYTES) throw new IdRunCorruption(path, "length");
  if (view.getUint32(16, true) !== crc32c(bytes, HEADER_BYTES)) throw new IdRunCorruption(path, "checksum");
  const start = bytes.byteOffset + HEADER_BYTES;
  const aligned = start % Uint32Array.BYTES_PER_ELEMENT === 0;
  const words = (bytes.length - HEADER_BYTES) / Uint32Array.BYTES_PER_ELEMENT;
  const run = IdRun.of(
    aligned ? new Uint32Array(bytes.buffer, start, words) : new Uint32Array(bytes.slice(HEADER_BYTES).buffer),
  );
  run.file = path;
  return run;
}
