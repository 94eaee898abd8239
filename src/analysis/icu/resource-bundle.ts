/**
 * Resource bundles (`*.res`): tables, arrays, texts, numbers and bytes by name (ICU's uresdata.h, format versions 1 to
 * 3).
 */
import { damagedData } from "./damaged-data.ts";
import { readDataHeader } from "./data-header.ts";

/** A reference to another resource by its path, `/LOCALE/…`, `/ICUDATA-<folder>/…` or `<locale>/…`. */
export interface ResourceAlias {
  readonly alias: string;
}

/** A value in a bundle. */
export type Resource = string | number | Uint8Array | Int32Array | ResourceAlias | ResourceTable | ResourceArray;

/** Type of a resource: the highest four bits of its word. */
const KIND = {
  string: 0,
  binary: 1,
  table: 2,
  alias: 3,
  table32: 4,
  table16: 5,
  string16: 6,
  integer: 7,
  array: 8,
  array16: 9,
  integers: 14,
} as const;

/** Indices into the words of the second part: see ICU's URES_INDEX_*. */
const INDEX = { length: 0, keysTop: 1, attributes: 5 } as const;

/** Bits of the attributes. */
const NO_FALLBACK = 1;
const USES_POOL = 4;

/** Resources by name, in byte order of their names. */
export class ResourceTable {
  readonly #bundle: ResourceBundle;
  /** The words of the resources. */
  readonly #words: ReadonlyMap<string, number>;

  constructor(bundle: ResourceBundle, words: ReadonlyMap<string, number>) {
    this.#bundle = bundle;
    this.#words = words;
  }

  get keys(): readonly string[] {
    return [...this.#words.keys()];
  }

  get(key: string): Resource | undefined {
    const word = this.#words.get(key);
    return word === undefined ? undefined : this.#bundle.resource(word);
  }
}

/** Resources by index. */
export class ResourceArray {
  readonly #bundle: ResourceBundle;
  readonly #words: readonly number[];

  constructor(bundle: ResourceBundle, words: readonly number[]) {
    this.#bundle = bundle;
    this.#words = words;
  }

  get length(): number {
    return this.#words.length;
  }

  /** The resource at an index below the length. */
  at(index: number): Resource {
    return this.#bundle.resource(this.#words[index]!);
  }
}

/** One bundle; resources are decoded on access. */
export class ResourceBundle {
  readonly #name: string;
  /** The content after the header. */
  readonly #view: DataView;
  readonly #pool: ResourceBundle | undefined;
  /** Byte offsets of the keys and of the 16-bit texts; keys from `#keysEnd` on are in the pool. */
  readonly #keysStart: number;
  readonly #keysEnd: number;
  /** Texts below these numbers are in the pool: for 28-bit and for 16-bit words. */
  readonly #poolTexts: number;
  readonly #poolTexts16: number;
  /** Whether missing resources must not be looked up in the parent bundle. */
  readonly noFallback: boolean;

  /** `pool` returns the folder's shared bundle. Throws 400 when the bytes are not a bundle. */
  constructor(name: string, bytes: Uint8Array, pool: () => ResourceBundle | undefined) {
    this.#name = name;
    const { size, formatVersion } = readDataHeader(name, bytes, "ResB");
    this.#view = new DataView(bytes.buffer, bytes.byteOffset + size, bytes.length - size);
    if (formatVersion < 1 || formatVersion > 3)
      throw damagedData(name, `it has version [${formatVersion}] of the format`);
    const lengthWord = this.#index(INDEX.length);
    const length = lengthWord & 0xff;
    const attributes = length > INDEX.attributes ? this.#index(INDEX.attributes) : 0;
    this.#keysStart = 4 * (1 + length);
    this.#keysEnd = 4 * this.#index(INDEX.keysTop);
    this.#poolTexts = (lengthWord >>> 8) | ((attributes & 0xf000) << 12);
    this.#poolTexts16 = attributes >>> 16;
    this.noFallback = (attributes & NO_FALLBACK) !== 0;
    this.#pool = (attributes & USES_POOL) !== 0 ? pool() : undefined;
    if ((attributes & USES_POOL) !== 0 && !this.#pool)
      throw damagedData(name, "the pool bundle of its folder is missing");
  }

  /** The top-level table. */
  get root(): ResourceTable {
    const root = this.resource(this.#unsigned32(0));
    if (!(root instanceof ResourceTable)) throw damagedData(this.#name, "it has no table");
    return root;
  }

  /** Decodes the resource of a word. */
  resource(word: number): Resource {
    const offset = word & 0x0fffffff;
    const at = 4 * offset;
    switch (word >>> 28) {
      case KIND.string:
        return offset === 0 ? "" : this.#text(at + 4, this.#unsigned32(at));
      case KIND.alias:
        return { alias: offset === 0 ? "" : this.#text(at + 4, this.#unsigned32(at)) };
      case KIND.string16:
        return this.#text16(offset);
      case KIND.integer:
        return (word << 4) >> 4;
      case KIND.binary:
        return offset === 0 ? new Uint8Array(0) : this.#bytes(at + 4, this.#unsigned32(at)).slice();
      case KIND.integers:
        return offset === 0
          ? new Int32Array(0)
          : new Int32Array(this.#bytes(at + 4, 4 * this.#unsigned32(at)).slice().buffer);
      case KIND.array:
        return new ResourceArray(this, offset === 0 ? [] : this.#words(at + 4, this.#unsigned32(at)));
      case KIND.array16: {
        const start = this.#keysEnd + 2 * offset;
        return new ResourceArray(this, this.#words16(start + 2, this.#unsigned16(start)));
      }
      case KIND.table:
      case KIND.table32:
      case KIND.table16:
        return this.#table(word >>> 28, offset);
      default:
        throw damagedData(this.#name, `there is no resource of kind [${word >>> 28}]`);
    }
  }

  #table(kind: number, offset: number): ResourceTable {
    const words = new Map<string, number>();
    if (kind !== KIND.table16 && offset === 0) return new ResourceTable(this, words);
    const start = kind === KIND.table16 ? this.#keysEnd + 2 * offset : 4 * offset;
    const isWide = kind === KIND.table32;
    const count = isWide ? this.#unsigned32(start) : this.#unsigned16(start);
    const keysAt = start + (isWide ? 4 : 2);
    const valuesAt = isWide ? keysAt + 4 * count : keysAt + 2 * count;
    // The words of a table with short keys are aligned to four bytes.
    const aligned = kind === KIND.table ? (valuesAt + 3) & ~3 : valuesAt;
    const values = kind === KIND.table16 ? this.#words16(aligned, count) : this.#words(aligned, count);
    for (let index = 0; index < count; index++) {
      const key = isWide
        ? this.#wideKey(this.#unsigned32(keysAt + 4 * index))
        : this.#key(this.#unsigned16(keysAt + 2 * index));
      words.set(key, values[index]!);
    }
    return new ResourceTable(this, words);
  }

  #key(offset: number): string {
    // In a bundle without keys, key offsets in the pool count from 0.
    const ownEnd = this.#keysEnd > this.#keysStart ? this.#keysEnd : 0;
    return offset < ownEnd || !this.#pool ? this.#keyAt(offset) : this.#pool.#poolKey(offset - ownEnd);
  }

  #wideKey(offset: number): string {
    return offset < 0x80000000 || !this.#pool ? this.#keyAt(offset) : this.#pool.#poolKey(offset & 0x7fffffff);
  }

  #poolKey(offset: number): string {
    return this.#keyAt(this.#keysStart + offset);
  }

  #keyAt(offset: number): string {
    let key = "";
    for (let at = offset; ; at++) {
      const byte = this.#byte(at);
      if (byte === 0) return key;
      key += String.fromCharCode(byte);
    }
  }

  /** A text among the 16-bit units: preceded by its length if it is long, otherwise terminated by 0. */
  #text16(offset: number): string {
    if (this.#pool && offset < this.#poolTexts) return this.#pool.#text16(offset);
    const at = this.#keysEnd + 2 * (offset - this.#poolTexts);
    const first = this.#unsigned16(at);
    if (first < 0xdc00 || first > 0xdfff) {
      let length = 0;
      while (this.#unsigned16(at + 2 * length) !== 0) length++;
      return this.#text(at, length);
    }
    if (first < 0xdfef) return this.#text(at + 2, first & 0x3ff);
    if (first < 0xdfff) return this.#text(at + 4, ((first - 0xdfef) << 16) | this.#unsigned16(at + 2));
    return this.#text(at + 6, (this.#unsigned16(at + 2) << 16) | this.#unsigned16(at + 4));
  }

  #text(at: number, length: number): string {
    const bytes = this.#bytes(at, 2 * length);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf16le");
  }

  #words(at: number, count: number): number[] {
    this.#bytes(at, 4 * count);
    return Array.from({ length: count }, (_, index) => this.#unsigned32(at + 4 * index));
  }

  /** 16-bit words are texts, in the pool or in this bundle. */
  #words16(at: number, count: number): number[] {
    this.#bytes(at, 2 * count);
    return Array.from({ length: count }, (_, index) => {
      const word = this.#unsigned16(at + 2 * index);
      const text = word < this.#poolTexts16 ? word : word - this.#poolTexts16 + this.#poolTexts;
      return KIND.string16 * 0x10000000 + text;
    });
  }

  #index(index: number): number {
    return this.#unsigned32(4 * (1 + index));
  }

  #bytes(at: number, length: number): Uint8Array {
    this.#within(at, length);
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + at, length);
  }

  #unsigned32(at: number): number {
    this.#within(at, 4);
    return this.#view.getUint32(at, true);
  }

  #unsigned16(at: number): number {
    this.#within(at, 2);
    return this.#view.getUint16(at, true);
  }

  #byte(at: number): number {
    this.#within(at, 1);
    return this.#view.getUint8(at);
  }

  #within(at: number, length: number): void {
    if (at < 0 || length < 0 || at + length > this.#view.byteLength) throw damagedData(this.#name, "it ends too early");
  }
}
