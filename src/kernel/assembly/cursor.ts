// Walks through the postings of a term: see TermsDirectory for the layout of blocks and tails.
import { unpackDocs, unpackFreqs } from "../../../dist/kernel/unpack";
import {
  BLOCK_DOCS,
  BUFFER_DOCS,
  BUFFER_FREQS,
  BUFFER_OWNER,
  CURSOR_BLOCK,
  CURSOR_BLOCKS,
  CURSOR_BUFFER,
  CURSOR_COUNT,
  CURSOR_DECODED,
  CURSOR_DOC,
  CURSOR_DOC_FREQ,
  CURSOR_FIELD,
  CURSOR_FIRST_BLOCK,
  CURSOR_FREQS_DECODED,
  CURSOR_FULL_BLOCKS,
  CURSOR_INDEX,
  CURSOR_KNOWN_BLOCK,
  CURSOR_ORDINAL,
  CURSOR_POSITIONS_BLOCK,
  CURSOR_SHALLOW,
  CURSOR_TABLE,
  CURSOR_TAIL_LAST,
  CURSOR_TAIL_PRODUCT,
  CURSOR_WEIGHT,
  FIELD_BLOCK_BITS,
  FIELD_BLOCK_OFFSETS,
  FIELD_BLOCK_STARTS,
  FIELD_DOC_FREQS,
  FIELD_LAST_DOCS,
  FIELD_NORMS,
  FIELD_NORM_MASK,
  FIELD_POSTINGS,
  FIELD_TAIL,
  FIELD_TOTAL_FREQS,
  NO_MORE_DOCS,
} from "./layout";

/** Puts a cursor before the first document of a term. `table` is 0 when the cursor is not to score. */
export function openCursor(
  cursor: usize,
  field: usize,
  ordinal: u32,
  buffer: usize,
  weight: f32,
  table: usize,
): void {
  const docFreq = load<i32>(load<usize>(field, FIELD_DOC_FREQS) + ((<usize>ordinal) << 2));
  const full = docFreq >> 7;
  store<usize>(cursor, field, CURSOR_FIELD);
  store<usize>(cursor, buffer, CURSOR_BUFFER);
  store<f32>(cursor, weight, CURSOR_WEIGHT);
  store<usize>(cursor, table, CURSOR_TABLE);
  store<u32>(cursor, ordinal, CURSOR_ORDINAL);
  store<i32>(cursor, docFreq, CURSOR_DOC_FREQ);
  store<i32>(
    cursor,
    load<i32>(load<usize>(field, FIELD_BLOCK_STARTS) + ((<usize>ordinal) << 2)),
    CURSOR_FIRST_BLOCK,
  );
  store<i32>(cursor, full, CURSOR_FULL_BLOCKS);
  store<i32>(cursor, full + <i32>((docFreq & 127) != 0), CURSOR_BLOCKS);
  store<i32>(cursor, -1, CURSOR_DOC);
  store<i32>(cursor, 0, CURSOR_BLOCK);
  store<i32>(cursor, 0, CURSOR_INDEX);
  store<i32>(cursor, -1, CURSOR_DECODED);
  store<i32>(cursor, -1, CURSOR_FREQS_DECODED);
  store<i32>(cursor, 0, CURSOR_SHALLOW);
  store<i32>(cursor, -1, CURSOR_KNOWN_BLOCK);
  store<i32>(cursor, -1, CURSOR_POSITIONS_BLOCK);
  if ((docFreq & 127) == 0) return;
  // The tail is decoded at once: its last document and its bound stand nowhere else.
  decodeBlock(cursor, full);
  const last = load<i32>(buffer + ((<usize>((docFreq & 127) - 1)) << 2), BUFFER_DOCS);
  store<i32>(cursor, last, CURSOR_TAIL_LAST);
  if (table != 0) store<f32>(cursor, tailProduct(cursor, docFreq & 127), CURSOR_TAIL_PRODUCT);
}

function tailProduct(cursor: usize, count: i32): f32 {
  const field = load<usize>(cursor, CURSOR_FIELD);
  const buffer = load<usize>(cursor, CURSOR_BUFFER);
  const norms = load<usize>(field, FIELD_NORMS);
  const normMask = load<u32>(field, FIELD_NORM_MASK);
  const table = load<usize>(cursor, CURSOR_TABLE);
  let most: f32 = 0;
  for (let i = 0; i < count; i++) {
    const doc = load<u32>(buffer + ((<usize>i) << 2), BUFFER_DOCS);
    const norm = <usize>load<u8>(norms + <usize>(doc & normMask));
    most = max<f32>(
      most,
      <f32>load<i32>(buffer + ((<usize>i) << 2), BUFFER_FREQS) * load<f32>(table + (norm << 2)),
    );
  }
  return most;
}

/** The last document of a block of the cursor's term. */
export function lastDocOf(cursor: usize, block: i32): i32 {
  if (block >= load<i32>(cursor, CURSOR_FULL_BLOCKS)) return load<i32>(cursor, CURSOR_TAIL_LAST);
  const lastDocs = load<usize>(load<usize>(cursor, CURSOR_FIELD), FIELD_LAST_DOCS);
  return load<i32>(lastDocs + ((<usize>(load<i32>(cursor, CURSOR_FIRST_BLOCK) + block)) << 2));
}

/** Decodes the documents of a block into the cursor's buffer, of a tail the frequencies too. */
export function decodeBlock(cursor: usize, block: i32): void {
  const buffer = load<usize>(cursor, CURSOR_BUFFER);
  store<usize>(buffer, cursor, BUFFER_OWNER);
  store<i32>(cursor, block, CURSOR_DECODED);
  store<i32>(cursor, -1, CURSOR_FREQS_DECODED);
  if (block >= load<i32>(cursor, CURSOR_FULL_BLOCKS)) {
    decodeTail(cursor, buffer, block);
    return;
  }
  const field = load<usize>(cursor, CURSOR_FIELD);
  const number = <usize>(load<i32>(cursor, CURSOR_FIRST_BLOCK) + block);
  const bits = <i32>load<u8>(load<usize>(field, FIELD_BLOCK_BITS) + (number << 1));
  const source =
    load<usize>(field, FIELD_POSTINGS) +
    <usize>load<u32>(load<usize>(field, FIELD_BLOCK_OFFSETS) + (number << 2));
  unpackDocs(bits, source, buffer + BUFFER_DOCS, block == 0 ? -1 : lastDocOf(cursor, block - 1));
  v128.store(buffer + BUFFER_DOCS + 512, i32x4.splat(NO_MORE_DOCS));
  store<i32>(cursor, BLOCK_DOCS, CURSOR_COUNT);
}

function decodeTail(cursor: usize, buffer: usize, block: i32): void {
  const field = load<usize>(cursor, CURSOR_FIELD);
  const ordinal = <usize>load<u32>(cursor, CURSOR_ORDINAL);
  const docFreq = load<i32>(cursor, CURSOR_DOC_FREQ);
  const tail = load<u32>(load<usize>(field, FIELD_TAIL) + (ordinal << 2));
  const totalFreqs = load<usize>(field, FIELD_TOTAL_FREQS);
  const count = docFreq & 127;
  if (docFreq == 1) {
    store<u32>(buffer, tail, BUFFER_DOCS);
    store<i32>(buffer, totalFreqs != 0 ? load<i32>(totalFreqs + (ordinal << 2)) : 1, BUFFER_FREQS);
  } else {
    const source = load<usize>(field, FIELD_POSTINGS) + <usize>tail;
    const before = block == 0 ? -1 : lastDocOf(cursor, block - 1);
    if (totalFreqs != 0) readTailWithFreqs(source, count, before, buffer);
    else readTail(source, count, before, buffer);
  }
  v128.store(buffer + BUFFER_DOCS + ((<usize>count) << 2), i32x4.splat(NO_MORE_DOCS));
  store<i32>(cursor, count, CURSOR_COUNT);
  store<i32>(cursor, block, CURSOR_FREQS_DECODED);
}

/** Puts a cursor on the document at `index` of its decoded block. */
export function standOn(cursor: usize, index: i32): i32 {
  const docs = load<usize>(cursor, CURSOR_BUFFER) + BUFFER_DOCS;
  const doc = load<i32>(docs + ((<usize>index) << 2));
  store<i32>(cursor, index, CURSOR_INDEX);
  store<i32>(cursor, doc, CURSOR_DOC);
  return doc;
}

function readTail(source: usize, count: i32, doc: i32, buffer: usize): void {
  for (let i = 0; i < count; i++) {
    let gap: u32 = load<u8>(source++);
    if (gap >= 128) {
      gap &= 127;
      let shift: u32 = 7;
      let byte: u32;
      do {
        byte = load<u8>(source++);
        gap |= (byte & 127) << shift;
        shift += 7;
      } while (byte >= 128);
    }
    doc += <i32>gap;
    store<i32>(buffer + ((<usize>i) << 2), doc, BUFFER_DOCS);
    store<i32>(buffer + ((<usize>i) << 2), 1, BUFFER_FREQS);
  }
}

function readTailWithFreqs(source: usize, count: i32, doc: i32, buffer: usize): void {
  for (let i = 0; i < count; i++) {
    let coded: u64 = load<u8>(source++); // a gap of 31 bits and the flag need 33 bits at most
    if (coded >= 128) {
      coded &= 127;
      let shift: u64 = 7;
      let byte: u64;
      do {
        byte = load<u8>(source++);
        coded |= (byte & 127) << shift;
        shift += 7;
      } while (byte >= 128);
    }
    let freq: u32 = 1;
    if ((coded & 1) == 0) {
      freq = load<u8>(source++);
      if (freq >= 128) {
        freq &= 127;
        let shift: u32 = 7;
        let byte: u32;
        do {
          byte = load<u8>(source++);
          freq |= (byte & 127) << shift;
          shift += 7;
        } while (byte >= 128);
      }
    }
    doc += <i32>(coded >> 1);
    store<i32>(buffer + ((<usize>i) << 2), doc, BUFFER_DOCS);
    store<u32>(buffer + ((<usize>i) << 2), freq, BUFFER_FREQS);
  }
}

/** Makes sure that the buffer holds the documents of `block`. */
export function needDocs(cursor: usize, block: i32): void {
  if (
    load<i32>(cursor, CURSOR_DECODED) != block ||
    load<usize>(load<usize>(cursor, CURSOR_BUFFER), BUFFER_OWNER) != cursor
  ) {
    decodeBlock(cursor, block);
  }
}

/** Makes sure that the buffer holds the frequencies of the block, whose documents it must hold already. */
export function needFreqs(cursor: usize): void {
  const block = load<i32>(cursor, CURSOR_DECODED);
  if (load<i32>(cursor, CURSOR_FREQS_DECODED) == block) return;
  store<i32>(cursor, block, CURSOR_FREQS_DECODED);
  const field = load<usize>(cursor, CURSOR_FIELD);
  const buffer = load<usize>(cursor, CURSOR_BUFFER);
  const number = <usize>(load<i32>(cursor, CURSOR_FIRST_BLOCK) + block);
  const bits = <i32>load<u16>(load<usize>(field, FIELD_BLOCK_BITS) + (number << 1));
  const source =
    load<usize>(field, FIELD_POSTINGS) +
    <usize>load<u32>(load<usize>(field, FIELD_BLOCK_OFFSETS) + (number << 2));
  unpackFreqs(bits >> 8, source + <usize>((bits & 255) << 4), buffer + BUFFER_FREQS);
}

/** Least index from `index` on whose document is at least `target`; the padding behind the block ends the search. */
export function indexOfAtLeast(docs: usize, index: i32, target: i32): i32 {
  const wanted = i32x4.splat(target);
  let found = i32x4.bitmask(i32x4.ge_s(v128.load(docs + ((<usize>index) << 2)), wanted));
  while (found == 0) {
    index += 4;
    found = i32x4.bitmask(i32x4.ge_s(v128.load(docs + ((<usize>index) << 2)), wanted));
  }
  return index + <i32>ctz(found);
}

/** First block from `block` on whose last document is at least `target`; the number of blocks when there is none. */
export function blockOfAtLeast(cursor: usize, block: i32, target: i32): i32 {
  const blocks = load<i32>(cursor, CURSOR_BLOCKS);
  let step = 1;
  let low = block;
  let high = block;
  while (high < blocks && lastDocOf(cursor, high) < target) {
    low = high + 1;
    high += step;
    step <<= 1;
  }
  if (high > blocks) high = blocks;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lastDocOf(cursor, middle) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Moves to the first document at or after `target` (never back) and answers it, or NO_MORE_DOCS. */
export function advance(cursor: usize, target: i32): i32 {
  const at = load<i32>(cursor, CURSOR_DOC);
  if (at >= target) return at;
  let block = load<i32>(cursor, CURSOR_BLOCK);
  if (block >= load<i32>(cursor, CURSOR_BLOCKS)) return NO_MORE_DOCS;
  if (lastDocOf(cursor, block) < target) {
    block = blockOfAtLeast(cursor, block + 1, target);
    store<i32>(cursor, block, CURSOR_BLOCK);
    store<i32>(cursor, 0, CURSOR_INDEX);
    if (block >= load<i32>(cursor, CURSOR_BLOCKS)) {
      store<i32>(cursor, NO_MORE_DOCS, CURSOR_DOC);
      return NO_MORE_DOCS;
    }
  }
  needDocs(cursor, block);
  const docs = load<usize>(cursor, CURSOR_BUFFER) + BUFFER_DOCS;
  const index = indexOfAtLeast(docs, load<i32>(cursor, CURSOR_INDEX), target);
  store<i32>(cursor, index, CURSOR_INDEX);
  const doc = load<i32>(docs + ((<usize>index) << 2));
  store<i32>(cursor, doc, CURSOR_DOC);
  return doc;
}

/** The frequency of the document that the cursor stands on. */
export function freq(cursor: usize): i32 {
  needDocs(cursor, load<i32>(cursor, CURSOR_BLOCK));
  needFreqs(cursor);
  return load<i32>(
    load<usize>(cursor, CURSOR_BUFFER) + ((<usize>load<i32>(cursor, CURSOR_INDEX)) << 2),
    BUFFER_FREQS,
  );
}
