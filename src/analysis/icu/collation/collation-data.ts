/**
 * The mappings of a collation: those of the root (`coll/ucadata.icu`), or a language's changes to it (ICU's
 * CollationDataReader).
 */
import { damagedData } from "../damaged-data.ts";
import { readDataHeader } from "../data-header.ts";
import { CodePointTrie } from "./code-point-trie.ts";

/**
 * Mappings from characters to ICU's "CE32" words: a collation element in short form or, with a low byte of 0xc0 or
 * more, an instruction.
 */
export interface CollationMappings {
  /** Mappings to fall back to; undefined for those of the root. */
  readonly base: CollationMappings | undefined;
  readonly trie: { get(codePoint: number): number };
  /** Words that others refer to; the first is that of U+0000. */
  readonly words: Int32Array;
  /** Collation elements that words refer to: upper and lower halves. */
  readonly primaries: Uint32Array;
  readonly lowers: Uint32Array;
  /** Words and tries for contexts before or after a character. */
  readonly contexts: Uint16Array;
  /** Words of the letters that Hangul syllables consist of: 19 leading, 21 vowels, 27 trailing. */
  readonly jamo: Int32Array;
  /** The lead byte of the weights of numbers, in the highest byte. */
  readonly numericPrimary: number;
  /** Lead bytes of weights that are omitted when they repeat. */
  readonly compressible: Uint8Array;
  readonly scripts: ScriptOrder;
  /** The root's collation elements in order, to find room between them. */
  readonly rootElements: Uint32Array;
}

/** The ranges of weights of scripts and groups. */
export interface ScriptOrder {
  readonly count: number;
  /** By script number, then by group number: an index into `starts`; 0: none. */
  readonly places: Uint16Array;
  /** The upper 16 bits of the first weight of each range, plus the end of the last. */
  readonly starts: Uint16Array;
}

/** Default settings in the data. */
export interface CollationDefaults {
  /** ICU's CollationSettings.options. */
  readonly options: number;
  /** Scripts and groups to reorder; empty: none. */
  readonly reorderCodes: readonly number[];
}

/** Mappings with settings: the content of one data entry. */
export interface CollationContents extends CollationDefaults {
  readonly mappings: CollationMappings;
}

/** Indices into the numbers at the start of the data: two numbers, then the offsets of the parts. */
const INDEX = {
  options: 1,
  jamo: 4,
  reorderCodes: 5,
  trie: 7,
  elements: 9,
  words: 11,
  rootElements: 12,
  contexts: 13,
  scripts: 16,
  compressible: 17,
} as const;

const JAMO_COUNT = 19 + 21 + 27;

/** Reserved groups after the scripts. */
const GROUPS = 16;

/** Reads an entry. `base` are the root's mappings; undefined when reading the root. Throws 400 for damaged data. */
export function readCollation(name: string, bytes: Uint8Array, base: CollationMappings | undefined): CollationContents {
  const { size, formatVersion } = readDataHeader(name, bytes, "UCol");
  if (formatVersion !== 5) throw damagedData(name, `it has version [${formatVersion}] of the format`);
  const parts = new CollationParts(name, bytes.subarray(size));
  const options = parts.index(INDEX.options) & 0xffff;
  // The ranges begin at the first word with upper bits; they follow from the codes.
  const codes = [...parts.words(INDEX.reorderCodes)];
  const rangesAt = codes.findIndex((code) => (code & 0xffff0000) !== 0);
  const reorderCodes = rangesAt < 0 ? codes : codes.slice(0, rangesAt);
  if (parts.length(INDEX.trie) >= 8) return { mappings: readMappings(name, parts, base), options, reorderCodes };
  if (!base) throw damagedData(name, "it has no mappings");
  return { mappings: base, options, reorderCodes };
}

function readMappings(name: string, parts: CollationParts, base: CollationMappings | undefined): CollationMappings {
  const numericPrimary = (parts.index(INDEX.options) & 0xff000000) >>> 0;
  if (base && base.numericPrimary !== numericPrimary)
    throw damagedData(name, "its numbers have another weight than those of the root");
  const elements = new Uint32Array(parts.words(INDEX.elements).buffer);
  const words = parts.words(INDEX.words);
  const jamoAt = parts.index(INDEX.jamo);
  const jamo = jamoAt >= 0 ? words.slice(jamoAt, jamoAt + JAMO_COUNT) : base?.jamo;
  const compressible =
    parts.length(INDEX.compressible) >= 256 ? parts.bytes(INDEX.compressible).slice(0, 256) : base?.compressible;
  const scripts = parts.length(INDEX.scripts) >= 2 ? readScripts(name, parts.units(INDEX.scripts)) : base?.scripts;
  if (jamo?.length !== JAMO_COUNT || !compressible || !scripts) throw damagedData(name, "a part is missing");
  return {
    base,
    trie: new CodePointTrie(name, parts.bytes(INDEX.trie)),
    words,
    primaries: elements.filter((_, index) => (index & 1) === 1),
    lowers: elements.filter((_, index) => (index & 1) === 0),
    contexts: parts.units(INDEX.contexts),
    jamo,
    numericPrimary,
    compressible,
    scripts,
    rootElements: base ? base.rootElements : new Uint32Array(parts.words(INDEX.rootElements).buffer),
  };
}

function readScripts(name: string, units: Uint16Array): ScriptOrder {
  const count = units[0]!;
  const places = units.slice(1, 1 + count + GROUPS);
  const starts = units.slice(1 + count + GROUPS);
  if (starts.length <= 2 || starts[0] !== 0) throw damagedData(name, "the order of its scripts is too short");
  return { count, places, starts };
}

/** The parts of an entry. */
class CollationParts {
  readonly #name: string;
  readonly #bytes: Uint8Array;
  readonly #index: Int32Array;

  constructor(name: string, bytes: Uint8Array) {
    this.#name = name;
    this.#bytes = bytes;
    const count = bytes.length < 8 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getInt32(0, true);
    if (count < 2 || 4 * count > bytes.length) throw damagedData(name, "it ends too early");
    this.#index = new Int32Array(bytes.slice(0, 4 * count).buffer);
  }

  /** A number; -1 beyond the last. */
  index(index: number): number {
    return this.#index[index] ?? -1;
  }

  /** Length of a part in bytes. */
  length(part: number): number {
    return this.index(part + 1) < 0 ? 0 : this.index(part + 1) - this.index(part);
  }

  bytes(part: number): Uint8Array {
    const length = this.length(part);
    if (length <= 0) return new Uint8Array(0);
    const start = this.index(part);
    if (start < 0 || start + length > this.#bytes.length) throw damagedData(this.#name, "it ends too early");
    return this.#bytes.subarray(start, start + length);
  }

  words(part: number): Int32Array {
    const bytes = this.bytes(part);
    return new Int32Array(bytes.slice(0, bytes.length & ~3).buffer);
  }

  units(part: number): Uint16Array {
    const bytes = this.bytes(part);
    return new Uint16Array(bytes.slice(0, bytes.length & ~1).buffer);
  }
}
