/**
 * ICU's data archive (`icudt67l.dat`): named entries after a table of contents sorted by name (ICU's UDataOffsetTOC).
 */
import { damagedData } from "./damaged-data.ts";
import { readDataHeader } from "./data-header.ts";

/** A file that can be read in parts. */
export interface DataFile {
  /** The file name without its folder, for errors. */
  readonly name: string;
  readonly length: number;
  /** A copy of `length` bytes from `offset` on; both must be within the file. */
  read(offset: number, length: number): Uint8Array;
}

/** Bytes that always include the header. */
const HEADER_BYTES = 1024;

/** Bytes of a table entry: offsets of its name and its data. */
const ENTRY_BYTES = 8;

/** An open data archive; only its table is kept in memory. */
export class CommonData {
  readonly #file: DataFile;
  /** Start and end of an entry's data, by its name below the top folder (`coll/de.res`). */
  readonly #places: ReadonlyMap<string, readonly [number, number]>;

  constructor(file: DataFile) {
    this.#file = file;
    const header = readDataHeader(file.name, file.read(0, Math.min(HEADER_BYTES, file.length)), "CmnD");
    this.#places = readPlaces(file, header.size);
  }

  get name(): string {
    return this.#file.name;
  }

  /** Names of all entries, in order. */
  get names(): readonly string[] {
    return [...this.#places.keys()];
  }

  /** The bytes of an entry with its header, read at each call; undefined when there is no such entry. */
  entry(name: string): Uint8Array | undefined {
    const place = this.#places.get(name);
    return place && this.#file.read(place[0], place[1] - place[0]);
  }
}

function readPlaces(file: DataFile, base: number): Map<string, readonly [number, number]> {
  const part = (offset: number, length: number): Buffer => {
    if (offset < 0 || length < 0 || offset + length > file.length)
      throw damagedData(file.name, "it ends within its table of contents");
    return Buffer.from(file.read(offset, length));
  };
  const count = part(base, 4).readUInt32LE(0);
  const table = part(base + 4, count * ENTRY_BYTES);
  // Names are between the table and the data of the first entry.
  const namesAt = 4 + count * ENTRY_BYTES;
  const namesEnd = count === 0 ? namesAt : table.readUInt32LE(4);
  const names = part(base + namesAt, namesEnd - namesAt);
  const places = new Map<string, readonly [number, number]>();
  for (let index = 0; index < count; index++) {
    const nameAt = table.readUInt32LE(index * ENTRY_BYTES) - namesAt;
    const nameEnd = nameAt < 0 ? -1 : names.indexOf(0, nameAt);
    const start = base + table.readUInt32LE(index * ENTRY_BYTES + 4);
    const end = index + 1 < count ? base + table.readUInt32LE((index + 1) * ENTRY_BYTES + 4) : file.length;
    if (nameEnd < 0 || start > end || end > file.length)
      throw damagedData(file.name, "an entry of its table of contents leads nowhere");
    const path = names.toString("latin1", nameAt, nameEnd);
    places.set(path.slice(path.indexOf("/") + 1), [start, end]);
  }
  return places;
}
