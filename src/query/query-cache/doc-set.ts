/**
 * The documents of a segment that match a filter: a bit set, or a list where that is smaller. Deleted documents are
 * included, so that deletes do not change the set.
 */
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { Operator, OperatorContext } from "../operator.ts";

const WINDOW_WORDS = WINDOW_DOCS / 32;
/** A list is smaller than a bit set when fewer than one document in this many matches. */
const SPARSE_SHARE = 32;
/** Windows between two tests for cancellation. */
const LOOKS = 16;

/** A set as plain data, in shared memory: it crosses threads without a copy. */
export interface DocSetData {
  readonly count: number;
  /** Whole windows of bits; undefined when there is a list. */
  readonly words: Uint32Array | undefined;
  /** Ascending. */
  readonly docs: Uint32Array | undefined;
}

/** See the file comment. Never changes. */
export class DocSet implements DocSetData {
  readonly count: number;
  readonly words: Uint32Array | undefined;
  readonly docs: Uint32Array | undefined;
  /** The live documents of the last count. */
  #counted: WeakRef<Uint32Array> | undefined;
  #liveCount = 0;

  constructor({ count, words, docs }: DocSetData) {
    this.count = count;
    this.words = words;
    this.docs = docs;
  }

  get bytes(): number {
    return (this.words ?? this.docs)?.byteLength ?? 0;
  }

  /** Number of live matches; cached for the last `live`, which identifies one generation of the shard. */
  liveCount(live: Uint32Array | undefined): number {
    if (!live) return this.count;
    if (this.#counted?.deref() === live) return this.#liveCount;
    this.#liveCount = this.words ? countCommon(this.words, live) : countListed(this.docs ?? NO_DOCS, live);
    this.#counted = new WeakRef(live);
    return this.#liveCount;
  }
}

/**
 * The matches of an operator that was not driven yet, with a checkpoint every few windows. The operator cannot be used
 * afterwards.
 */
export function docSetOf(operator: Operator, context: OperatorContext): DocSet {
  const windows = Math.ceil(context.reader.docCount / WINDOW_DOCS);
  const words = sharedWords(windows * WINDOW_WORDS);
  let count = 0;
  let looks = 0;
  // Borrowed: a query may make a thousand sets, and a leased window would be kept until it ends.
  const window = context.borrow();
  for (let base = operator.nextWindow(0); base !== NO_MORE_DOCS; base = operator.nextWindow(base + WINDOW_DOCS)) {
    if (++looks % LOOKS === 0) context.checkpoint();
    if (!operator.fill(base, window, false)) continue;
    words.set(window.bits, base / 32);
    count += context.kernel.windowCount(window.bitsAddress);
  }
  context.giveBack(window);
  const sparse = count * SPARSE_SHARE < words.length * 32;
  return new DocSet({ count, words: sparse ? undefined : words, docs: sparse ? docsOf(words, count) : undefined });
}

function sharedWords(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(length * 4));
}

const NO_DOCS = new Uint32Array(0);

function docsOf(words: Uint32Array, count: number): Uint32Array {
  const docs = sharedWords(count);
  let at = 0;
  for (let word = 0; word < words.length; word++) {
    for (let left = words[word]!; left !== 0; left &= left - 1) docs[at++] = word * 32 + 31 - Math.clz32(left & -left);
  }
  return docs;
}

function countCommon(words: Uint32Array, live: Uint32Array): number {
  const length = Math.min(words.length, live.length);
  let count = 0;
  for (let at = 0; at < length; at++) {
    let bits = words[at]! & live[at]!;
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    count += (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
  }
  return count;
}

function countListed(docs: Uint32Array, live: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < docs.length; at++) count += (live[docs[at]! >>> 5]! >>> (docs[at]! & 31)) & 1;
  return count;
}
