/** The dictionary IPADIC as the package `kuromoji` has it. Only its files are used; the package is installed by whoever wants Japanese. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { RequestError } from "../../../core/errors.ts";

/** Bytes of one entry: left id, right id and cost of two bytes, and where its features stand, of four. */
const FEATURES_OFFSET_BYTES = 6;

/** Words, by where their entry begins, of the dictionary or for what it does not know. */
export class WordTable {
  readonly #entries: Buffer;
  readonly #features: Buffer;

  constructor(entries: Buffer, features: Buffer) {
    this.#entries = entries;
    this.#features = features;
  }

  leftId(word: number): number {
    return this.#entries.readInt16LE(word);
  }

  rightId(word: number): number {
    return this.#entries.readInt16LE(word + 2);
  }

  cost(word: number): number {
    return this.#entries.readInt16LE(word + 4);
  }

  /** Surface, four parts of speech, type and form of inflection, base form, reading, pronunciation; `*` where there is none. */
  features(word: number): readonly string[] {
    const start = this.#entries.readInt32LE(word + FEATURES_OFFSET_BYTES);
    return this.#features.toString("utf8", start, this.#features.indexOf(0, start)).split(",");
  }
}

/** A class of characters: how words are made of those that the dictionary does not know. */
export interface CharacterClass {
  readonly name: string;
  /** Whether such words are tried where the dictionary has one, too. */
  readonly alwaysInvoked: boolean;
  /** Whether all characters of the class that follow each other make one word. */
  readonly grouped: boolean;
  /** The unknown words of the class. */
  readonly words: readonly number[];
}

/** The dictionary in memory: some 160 MB once for each thread that analyses Japanese, and a second or two to read. */
export class Ipadic {
  readonly known: WordTable;
  readonly unknown: WordTable;
  readonly #base: Int32Array;
  readonly #check: Int32Array;
  readonly #wordsOfLeaf: Targets;
  readonly #connections: Int16Array;
  readonly #classes: readonly CharacterClass[];
  readonly #classOf: Buffer;

  constructor(read: (name: string) => Buffer) {
    this.known = new WordTable(read("tid"), read("tid_pos"));
    this.unknown = new WordTable(read("unk"), read("unk_pos"));
    const base = read("base");
    const check = read("check");
    this.#base = new Int32Array(base.buffer, base.byteOffset, base.length / 4);
    this.#check = new Int32Array(check.buffer, check.byteOffset, check.length / 4);
    this.#wordsOfLeaf = new Targets(read("tid_map"));
    const connections = read("cc");
    this.#connections = new Int16Array(connections.buffer, connections.byteOffset, connections.length / 2);
    this.#classes = classesOf(read("unk_invoke"), new Targets(read("unk_map")));
    this.#classOf = read("unk_char");
  }

  /** Cost of a word with `leftId` behind one with `rightId`. */
  connectionCost(rightId: number, leftId: number): number {
    return this.#connections[rightId * this.#connections[1]! + leftId + 2]!;
  }

  classOf(unit: number): CharacterClass {
    return this.#classes[this.#classOf[unit]!]!;
  }

  /** Calls back for each word that begins at `from`, with where it ends. */
  forEachWord(text: string, from: number, use: (word: number, end: number) => void): void {
    let node = 0;
    for (let index = from; index < text.length; index++) {
      node = this.#step(node, text.charCodeAt(index));
      if (node < 0) return;
      const leaf = this.#child(node, 0);
      if (leaf < 0 || this.#base[leaf]! > 0) continue;
      const end = index + 1;
      this.#wordsOfLeaf.forEach(-this.#base[leaf]! - 1, (word) => use(word, end));
    }
  }

  /** Follows the bytes of a unit in UTF-8; negative when no word goes on so. */
  #step(node: number, unit: number): number {
    if (unit < 0x80) return this.#child(node, unit);
    if (unit < 0x800) {
      const first = this.#child(node, 0xc0 | (unit >> 6));
      return first < 0 ? first : this.#child(first, 0x80 | (unit & 0x3f));
    }
    const first = this.#child(node, 0xe0 | (unit >> 12));
    const second = first < 0 ? first : this.#child(first, 0x80 | ((unit >> 6) & 0x3f));
    return second < 0 ? second : this.#child(second, 0x80 | (unit & 0x3f));
  }

  #child(node: number, byte: number): number {
    const child = this.#base[node]! + byte;
    return this.#check[child] === node ? child : -1;
  }
}

/** Lists of entries by number, read in place: there are some 400,000. */
class Targets {
  readonly #bytes: Buffer;
  /** Where the list of a number begins, plus 1; 0 where there is none. */
  readonly #starts: Int32Array;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    let starts = new Int32Array(Math.max(16, bytes.readInt32LE(0) + 1));
    for (let at = 4; at + 8 <= bytes.length;) {
      const key = bytes.readInt32LE(at);
      if (key >= starts.length) {
        const larger = new Int32Array(key * 2);
        larger.set(starts);
        starts = larger;
      }
      starts[key] = at + 5;
      at += 8 + 4 * bytes.readInt32LE(at + 4);
    }
    this.#starts = starts;
  }

  forEach(key: number, use: (entry: number) => void): void {
    const start = (this.#starts[key] ?? 0) - 1;
    if (start < 0) return;
    const count = this.#bytes.readInt32LE(start);
    for (let index = 1; index <= count; index++) use(this.#bytes.readInt32LE(start + 4 * index));
  }
}

function classesOf(bytes: Buffer, wordsOfClass: Targets): CharacterClass[] {
  const classes: CharacterClass[] = [];
  for (let at = 0; at + 6 < bytes.length;) {
    const end = bytes.indexOf(0, at + 6);
    const words: number[] = [];
    wordsOfClass.forEach(classes.length, (word) => words.push(word));
    classes.push({
      name: bytes.toString("utf8", at + 6, end),
      alwaysInvoked: bytes[at] === 1,
      grouped: bytes[at + 1] === 1,
      words,
    });
    at = end + 1;
  }
  return classes;
}

let loaded: Ipadic | undefined;

/** The dictionary, read when it is first needed; throws 400 when the package is not installed. */
export function ipadic(): Ipadic {
  loaded ??= new Ipadic(dictionaryFiles());
  return loaded;
}

function dictionaryFiles(): (name: string) => Buffer {
  let folder: string;
  try {
    folder = join(dirname(createRequire(import.meta.url).resolve("kuromoji/package.json")), "dict");
  } catch {
    throw new RequestError(400, "illegal_argument_exception", "Japanese text needs the dictionary of the package [kuromoji], which is not installed");
  }
  return (name) => gunzipSync(readFileSync(join(folder, `${name}.dat.gz`)));
}
