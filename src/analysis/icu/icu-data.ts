/**
 * Locates ICU's data: a newer file `icu/icudt*l.dat` in the configuration folder, otherwise the optional package
 * `icu4c-data`. Each thread opens the file on first use, and reads only what is requested.
 */
import { fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";
import { CommonData, type DataFile } from "./common-data.ts";
import { damagedData, IcuDataError } from "./damaged-data.ts";
import { ResourceBundle } from "./resource-bundle.ts";

/** The package with the data. */
export const ICU_DATA_PACKAGE = "icu4c-data";

/** Names of little-endian archives. */
const ARCHIVE = /^icudt(\d+)l\.dat$/;

/** The archive, and those of its bundles that this thread has used. */
export class IcuData {
  readonly #archive: CommonData;
  readonly #pools = new Map<string, ResourceBundle | undefined>();

  constructor(archive: CommonData) {
    this.#archive = archive;
  }

  /** Names of all entries (`coll/de.res`), in order. */
  get names(): readonly string[] {
    return this.#archive.names;
  }

  /** The bytes of an entry, read at each call; undefined when there is no such entry. */
  entry(name: string): Uint8Array | undefined {
    return this.#archive.entry(name);
  }

  /** Like `entry`, for entries that all archives have; throws 400 when one is missing. */
  needed(name: string): Uint8Array {
    const bytes = this.entry(name);
    if (!bytes) throw damagedData(this.#archive.name, `there is no [${name}]`);
    return bytes;
  }

  /** A resource bundle by entry name, read at each call; undefined when there is no such entry. */
  bundle(name: string): ResourceBundle | undefined {
    const bytes = this.entry(name);
    return bytes && new ResourceBundle(name, bytes, () => this.#pool(name.slice(0, name.lastIndexOf("/") + 1)));
  }

  /** The bundle that holds strings and keys shared by its folder. */
  #pool(folder: string): ResourceBundle | undefined {
    if (!this.#pools.has(folder)) {
      const bytes = this.entry(`${folder}pool.res`);
      this.#pools.set(folder, bytes && new ResourceBundle(`${folder}pool.res`, bytes, () => undefined));
    }
    return this.#pools.get(folder);
  }
}

let held: IcuData | undefined;

/** Environment data key under which later threads find the path of an archive that overrides the package. */
const ARCHIVE_KEY = "wardex.icu-archive";

/**
 * Uses the archive in a configuration folder, if there is one, on this thread and all threads that it starts; call
 * before anything is read. A process can use only one: keys of different archives do not sort together. Throws when
 * another one is in use.
 */
export function useIcuArchiveOf(configFolder: string): void {
  const archive = icuArchiveIn(join(configFolder, "icu"));
  if (archive === undefined || archive === getEnvironmentData(ARCHIVE_KEY)) return;
  if (held || getEnvironmentData(ARCHIVE_KEY) !== undefined)
    throw new Error(`this process has other ICU data than [${archive}] in use`);
  setEnvironmentData(ARCHIVE_KEY, archive);
}

/** The path of the newest archive in a folder; undefined when there is none. */
export function icuArchiveIn(folder: string): string | undefined {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return undefined;
  }
  const archives = names.filter((name) => ARCHIVE.test(name)).sort((left, right) => versionOf(right) - versionOf(left));
  return archives[0] && join(folder, archives[0]);
}

/** The data for this thread. Throws 400, saying what to install, when there are none, and for a damaged file. */
export function icuData(): IcuData {
  return (held ??= new IcuData(new CommonData(openDataFile(ownArchive() ?? packagedArchive()))));
}

function ownArchive(): string | undefined {
  const archive = getEnvironmentData(ARCHIVE_KEY);
  return typeof archive === "string" ? archive : undefined;
}

function packagedArchive(): string {
  let manifest: string;
  try {
    manifest = createRequire(import.meta.url).resolve(`${ICU_DATA_PACKAGE}/package.json`);
  } catch {
    throw new IcuDataError(`this needs ICU's data of the package [${ICU_DATA_PACKAGE}], which is not installed`);
  }
  const archive = icuArchiveIn(dirname(manifest));
  if (archive === undefined) throw new IcuDataError(`the package [${ICU_DATA_PACKAGE}] has no data`);
  return archive;
}

function versionOf(name: string): number {
  return Number(ARCHIVE.exec(name)?.[1] ?? 0);
}

/** A file that stays open for the life of the thread. */
function openDataFile(path: string): DataFile {
  const name = basename(path);
  let file: number;
  let length: number;
  try {
    file = openSync(path, "r");
    length = fstatSync(file).size;
  } catch {
    throw new IcuDataError(`the ICU data [${name}] cannot be read`);
  }
  return {
    name,
    length,
    read(offset, count) {
      const bytes = new Uint8Array(count);
      for (let done = 0; done < count;) {
        const more = readSync(file, bytes, done, count - done, offset + done);
        if (more === 0) throw damagedData(name, "it ends too early");
        done += more;
      }
      return bytes;
    },
  };
}
