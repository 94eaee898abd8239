/**
 * What V8 compiled of an entry's chunks, kept from one start to the next: compiling is half of a start. A file for each
 * entry, build and version of Node, in a folder that nobody else may write to: whoever changes it decides what this
 * process runs.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

/** Names the folder; empty: nothing is kept. Threads take it over. */
export const COMPILED_CODE_VARIABLE = "WARDEX_COMPILED_CODE";

const WRITABLE_BY_OTHERS = 0o022;
const CHECKSUM = "sha1";
const CHECKSUM_BYTES = 20;
const LENGTH_BYTES = 4;
/** Of files in the folder, those that are left when one is written: some versions with their entries. */
const FILES = 24;

/** The folder that the environment asks for, or that of its user; undefined: none. */
export function compiledCodeFolder(environment: NodeJS.ProcessEnv, home = homedir): string | undefined {
  const asked = environment[COMPILED_CODE_VARIABLE];
  if (asked !== undefined) return asked === "" ? undefined : asked;
  try {
    const caches = environment["XDG_CACHE_HOME"];
    return join(caches !== undefined && isAbsolute(caches) ? caches : join(home(), ".cache"), "wardex");
  } catch {
    return undefined; // A user without a home.
  }
}

/** Compiled chunks by their names. */
export type CompiledChunks = ReadonlyMap<string, Uint8Array>;

/** The file of one entry. Whatever cannot be read or kept is compiled again. */
export class CompiledCode {
  readonly #file: string;

  constructor(folder: string, entry: string, build: string) {
    this.#file = join(folder, `${entry}-${build}-${process.version}-${process.arch}`);
  }

  read(): CompiledChunks {
    try {
      return isOurs(dirname(this.#file)) ? chunksOf(readFileSync(this.#file)) : new Map();
    } catch {
      return new Map();
    }
  }

  /** Whole, or not at all. */
  write(chunks: CompiledChunks): void {
    const folder = dirname(this.#file);
    const fresh = `${this.#file}.${process.pid}`;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (!isOurs(folder)) return;
      writeFileSync(fresh, bytesOf(chunks), { mode: 0o600 });
      renameSync(fresh, this.#file);
      removeOldest(folder);
    } catch {
      // A start that costs what it did; what is left of it is removed as the oldest.
    }
  }
}

/** A folder without a user (Windows) is nobody's. */
function isOurs(folder: string): boolean {
  const { uid, mode } = statSync(folder);
  return uid === process.getuid?.() && (mode & WRITABLE_BY_OTHERS) === 0;
}

function removeOldest(folder: string): void {
  // Folders are not ours.
  const entries = readdirSync(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
  const byAge = files.map((file) => ({ file, ms: statSync(file).mtimeMs })).sort((a, b) => b.ms - a.ms);
  for (const { file } of byAge.slice(FILES)) rmSync(file, { force: true });
}

/** A checksum of the rest, the length of the list of names and sizes, the list, the chunks. V8 checks no bytes. */
function bytesOf(chunks: CompiledChunks): Buffer {
  const list = Buffer.from(JSON.stringify([...chunks].map(([name, { length }]) => [name, length])));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(list.length);
  const rest = Buffer.concat([length, list, ...chunks.values()]);
  return Buffer.concat([createHash(CHECKSUM).update(rest).digest(), rest]);
}

function chunksOf(bytes: Buffer): CompiledChunks {
  const rest = bytes.subarray(CHECKSUM_BYTES);
  if (!createHash(CHECKSUM).update(rest).digest().equals(bytes.subarray(0, CHECKSUM_BYTES))) return new Map();
  let at = LENGTH_BYTES + rest.readUInt32LE();
  const list = JSON.parse(rest.toString("utf8", LENGTH_BYTES, at)) as readonly (readonly [string, number])[];
  const chunks = new Map<string, Uint8Array>();
  for (const [name, size] of list) chunks.set(name, rest.subarray(at, (at += size)));
  return chunks;
}
