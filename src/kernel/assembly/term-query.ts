// The whole loop of a query for one term.
import {
  BUFFER_DOCS,
  BUFFER_FREQS,
  CURSOR_BLOCK,
  CURSOR_BLOCKS,
  CURSOR_BUFFER,
  CURSOR_COUNT,
  CURSOR_DOC,
  CURSOR_FIELD,
  CURSOR_INDEX,
  CURSOR_TABLE,
  CURSOR_WEIGHT,
  FIELD_NORM_MASK,
  FIELD_NORMS,
  NO_MORE_DOCS,
  SEARCH_ACCEPT,
  SEARCH_CURSORS,
  SEARCH_FLOOR,
  SEARCH_K,
  SEARCH_SKIPPED,
} from "./layout";
import { advance, indexOfAtLeast, lastDocOf, needDocs, needFreqs } from "./cursor";
import { blockBound, scoreOf } from "./score";
import { accepted, addHits, push, updateSkip } from "./top-docs";

/** Scores the documents `from .. to - 1` by index of the decoded block and keeps the best. */
function scoreRun(search: usize, cursor: usize, from: i32, to: i32): void {
  needFreqs(cursor);
  const field = load<usize>(cursor, CURSOR_FIELD);
  const norms = load<usize>(field, FIELD_NORMS);
  const normMask = load<u32>(field, FIELD_NORM_MASK);
  const table = load<usize>(cursor, CURSOR_TABLE);
  const weight = load<f32>(cursor, CURSOR_WEIGHT);
  const masked = load<usize>(search, SEARCH_ACCEPT) != 0;
  let floor = load<f32>(search, SEARCH_FLOOR);
  let at = load<usize>(cursor, CURSOR_BUFFER) + ((<usize>from) << 2);
  const end = at + ((<usize>(to - from)) << 2);
  let hits = masked ? 0 : to - from;
  for (; at < end; at += 4) {
    const doc = load<u32>(at, BUFFER_DOCS);
    if (masked) {
      if (!accepted(search, doc)) continue;
      hits++;
    }
    const norm = <usize>load<u8>(norms + <usize>(doc & normMask));
    const score = scoreOf(
      weight,
      <f32>load<i32>(at, BUFFER_FREQS) * load<f32>(table + (norm << 2)),
    );
    if (score > floor) {
      push(search, score, doc);
      floor = load<f32>(search, SEARCH_FLOOR);
    }
  }
  addHits(search, hits);
}

/** Counts the documents `from .. to - 1` by index of the decoded block that the mask lets through. */
function countRun(search: usize, cursor: usize, from: i32, to: i32): void {
  if (load<usize>(search, SEARCH_ACCEPT) == 0) {
    addHits(search, to - from);
    return;
  }
  let hits = 0;
  let at = load<usize>(cursor, CURSOR_BUFFER) + BUFFER_DOCS + ((<usize>from) << 2);
  const end = at + ((<usize>(to - from)) << 2);
  for (; at < end; at += 4) hits += <i32>accepted(search, load<i32>(at));
  addHits(search, hits);
}

/**
 * Runs the one cursor of the search over the documents `from .. to - 1`; ranges ascend. Answers the next document of
 * the term.
 */
export function termQuery(search: usize, from: i32, to: i32): i32 {
  const cursor = load<usize>(load<usize>(search, SEARCH_CURSORS));
  const blocks = load<i32>(cursor, CURSOR_BLOCKS);
  const counting = load<u32>(search, SEARCH_K) == 0;
  let doc = advance(cursor, from);
  while (doc < to) {
    const block = load<i32>(cursor, CURSOR_BLOCK);
    needDocs(cursor, block);
    const docs = load<usize>(cursor, CURSOR_BUFFER) + BUFFER_DOCS;
    const index = load<i32>(cursor, CURSOR_INDEX);
    const last = lastDocOf(cursor, block);
    const end = last < to ? load<i32>(cursor, CURSOR_COUNT) : indexOfAtLeast(docs, index, to);
    if (counting) {
      countRun(search, cursor, index, end);
    } else if (blockBound(cursor, block) > updateSkip(search)) {
      scoreRun(search, cursor, index, end);
    } else {
      store<u32>(search, 1, SEARCH_SKIPPED);
    }
    if (last >= to) {
      store<i32>(cursor, end, CURSOR_INDEX);
      doc = load<i32>(docs + ((<usize>end) << 2));
      store<i32>(cursor, doc, CURSOR_DOC);
      return doc;
    }
    doc = nextCompetitiveBlock(search, cursor, block + 1, blocks, counting);
  }
  return doc;
}

/**
 * Moves to the first document of the next block that can hold a competitive document, without decoding those before it.
 */
function nextCompetitiveBlock(
  search: usize,
  cursor: usize,
  block: i32,
  blocks: i32,
  counting: bool,
): i32 {
  if (!counting) {
    const skip = updateSkip(search);
    while (block < blocks && blockBound(cursor, block) <= skip) {
      store<u32>(search, 1, SEARCH_SKIPPED);
      block++;
    }
  }
  if (block >= blocks) {
    store<i32>(cursor, blocks, CURSOR_BLOCK);
    store<i32>(cursor, NO_MORE_DOCS, CURSOR_DOC);
    return NO_MORE_DOCS;
  }
  needDocs(cursor, block);
  const doc = load<i32>(load<usize>(cursor, CURSOR_BUFFER), BUFFER_DOCS);
  store<i32>(cursor, block, CURSOR_BLOCK);
  store<i32>(cursor, 0, CURSOR_INDEX);
  store<i32>(cursor, doc, CURSOR_DOC);
  return doc;
}
