/**
 * MeCab dictionaries in the format of the package `kuromoji`: words in a trie of their UTF-8 bytes (double array), with
 * costs, and entries for unknown words. Only the files of such packages are used.
 */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { assert } from "../../../core/assert.ts";
import { illegalArgument } from "../../../compat/errors.ts";

/** Bytes of one entry: left id, right id and cost, two bytes each, and the offset of its features, four bytes. */
const FEATURES_OFFSET_BYTES = 6;

/** Entries of words by number. */
export interface Words {
  leftId(word: number): number;
  rightId(word: number): number;
  cost(word: number): number;
  /** Features of the word; `*` where one is empty. */
  features(word: number): readonly string[];
}

/** Words, identified by the start of their entry; known ones, or those for unknown words. */
export class WordTable implements Words {
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

  /** Surface form and features of the word; `*` where one is empty. */
  features(word: number): readonly string[] {
    const start = this.#entries.readInt32LE(word + FEATURES_OFFSET_BYTES);
    return this.#features.toString("utf8", start, this.#features.indexOf(0, start)).split(",");
  }
}

/** A character class: how unknown words are made of its characters. */
export interface CharacterClass {
  readonly name: string;
  /** Whether unknown words are tried even where the dictionary has a word. */
  readonly alwaysInvoked: boolean;
  /** Whether adjacent characters of the class form one word. */
  readonly grouped: boolean;
  /** The entries for unknown words of the class. */
  readonly words: readonly number[];
}

/** A dictionary in memory. Loading takes a second or two. */
export class MecabDictionary {
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

  /** Cost of a word with `leftId` after one with `rightId`. */
  connectionCost(rightId: number, leftId: number): number {
    return this.#connections[rightId * this.#connections[1]! + leftId + 2]!;
  }

  classOf(unit: number): CharacterClass {
    return this.#classes[this.#classOf[unit]!]!;
  }

  /** The class with a name in the dictionary. */
  classNamed(name: string): CharacterClass {
    const found = this.#classes.find((candidate) => candidate.name === name);
    assert(found !== undefined, `the dictionary has the class ${name}`);
    return found;
  }

  /** Calls `use` for each word that begins at `from`, with its end. */
  forEachWord(text: string, from: number, use: (word: number, end: number) => void): void {
    let node = 0;
    for (let index = from; index < text.length;) {
      const codePoint = text.codePointAt(index)!;
      node = this.#step(node, codePoint);
      if (node < 0) return;
      index += codePoint > 0xffff ? 2 : 1;
      const leaf = this.#child(node, 0);
      if (leaf < 0 || this.#base[leaf]! > 0) continue;
      const end = index;
      this.#wordsOfLeaf.forEach(-this.#base[leaf]! - 1, (word) => use(word, end));
    }
  }

  /** Follows the UTF-8 bytes of a character; negative when no word continues with it. */
  #step(node: number, codePoint: number): number {
    if (codePoint < 0x80) return this.#child(node, codePoint);
    if (codePoint < 0x800) return this.#tail(this.#child(node, 0xc0 | (codePoint >> 6)), codePoint, 0);
    if (codePoint < 0x10000) return this.#tail(this.#child(node, 0xe0 | (codePoint >> 12)), codePoint, 6);
    return this.#tail(this.#child(node, 0xf0 | (codePoint >> 18)), codePoint, 12);
  }

  /** Follows the bytes after the first, starting with the one that holds the bits from `shift` on. */
  #tail(node: number, codePoint: number, shift: number): number {
    let at = node;
    for (let bits = shift; bits >= 0 && at >= 0; bits -= 6) at = this.#child(at, 0x80 | ((codePoint >> bits) & 0x3f));
    return at;
  }

  #child(node: number, byte: number): number {
    const child = this.#base[node]! + byte;
    return this.#check[child] === node ? child : -1;
  }
}

/** Lists of entries by number, read in place: there are some 400,000. */
class Targets {
  readonly #bytes: Buffer;
  /** Start of the list of a number, plus 1; 0 when there is none. */
  readonly #starts: Int32Array;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    const count = bytes.readInt32LE(0);
    let starts = new Int32Array(count + 16);
    let at = 4;
    // The file has unused space after the last list.
    for (let list = 0; list < count; list++) {
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
    // A class without a name is unused space after the last one.
    if (end <= at + 6) break;
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

/** Loads the dictionary of an installed package; throws 400 with what to install when it is missing. */
export function readMecabDictionary(packageName: string, language: string): MecabDictionary {
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(packageName);
  } catch {
    throw illegalArgument(
      `${language} text needs the dictionary of the package [${packageName}], which is not installed`,
    );
  }
  // The files are in a folder beside that of the module; the package may not export its manifest.
  let folder = dirname(entry);
  while (!existsSync(join(folder, "dict", "base.dat.gz"))) {
    if (folder === dirname(folder)) throw illegalArgument(`the package [${packageName}] has no dictionary`);
    folder = dirname(folder);
  }
  return new MecabDictionary((name) => gunzipSync(readFileSync(join(folder, "dict", `${name}.dat.gz`))));
}
