// The best documents so far, and what may be skipped because of them.
import {
  SEARCH_ACCEPT,
  SEARCH_ACCEPT_BASE,
  SEARCH_BITS,
  SEARCH_FLOOR,
  SEARCH_HEAP,
  SEARCH_HITS,
  SEARCH_HITS_THRESHOLD,
  SEARCH_K,
  SEARCH_SCORES,
  SEARCH_SIZE,
  SEARCH_SKIP,
  SEARCH_TARGET,
  WINDOW_DOCS,
} from "./layout";

/** Order of preference as one number: a greater score first, then the lesser document. Scores are never negative. */
function rankOf(score: f32, doc: i32): u64 {
  return ((<u64>reinterpret<u32>(score)) << 32) | <u64>~(<u32>doc);
}

function siftUp(heap: usize, index: u32, rank: u64): void {
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = load<u64>(heap + ((<usize>parent) << 3));
    if (above <= rank) break;
    store<u64>(heap + ((<usize>index) << 3), above);
    index = parent;
  }
  store<u64>(heap + ((<usize>index) << 3), rank);
}

function siftDown(heap: usize, size: u32, rank: u64): void {
  let index: u32 = 0;
  for (let child: u32 = 1; child < size; child = 2 * index + 1) {
    let below = load<u64>(heap + ((<usize>child) << 3));
    if (child + 1 < size) {
      const other = load<u64>(heap + ((<usize>child) << 3), 8);
      if (other < below) {
        below = other;
        child++;
      }
    }
    if (rank <= below) break;
    store<u64>(heap + ((<usize>index) << 3), below);
    index = child;
  }
  store<u64>(heap + ((<usize>index) << 3), rank);
}

/**
 * Takes a document whose score is above the floor. Documents come in ascending order, so that on a tie the earlier one
 * stays.
 */
export function push(search: usize, score: f32, doc: i32): void {
  const heap = load<usize>(search, SEARCH_HEAP);
  const k = load<u32>(search, SEARCH_K);
  let size = load<u32>(search, SEARCH_SIZE);
  if (size < k) {
    siftUp(heap, size, rankOf(score, doc));
    store<u32>(search, ++size, SEARCH_SIZE);
    if (size < k) return;
  } else {
    siftDown(heap, size, rankOf(score, doc));
  }
  const least = reinterpret<f32>(<u32>(load<u64>(heap) >> 32));
  if (least > load<f32>(search, SEARCH_FLOOR)) store<f32>(search, least, SEARCH_FLOOR);
}

/**
 * Takes a document whose score is above the floor: into the heap, or into the window of the search that this one is a
 * group of.
 */
export function keep(search: usize, score: f32, doc: i32): void {
  const target = load<usize>(search, SEARCH_TARGET);
  if (target == 0) {
    push(search, score, doc);
    return;
  }
  const bit = doc & (WINDOW_DOCS - 1);
  const word = load<usize>(target, SEARCH_BITS) + ((<usize>(bit >> 6)) << 3);
  const mask = (<u64>1) << (<u64>(bit & 63));
  const place = load<usize>(target, SEARCH_SCORES) + ((<usize>bit) << 3);
  const set = load<u64>(word);
  if ((set & mask) == 0 || load<f64>(place) < <f64>score) store<f64>(place, <f64>score);
  store<u64>(word, set | mask);
}

/** Lets documents be skipped once enough hits are counted. Asked at every block or window. */
export function updateSkip(search: usize): f32 {
  if (load<u32>(search, SEARCH_HITS) > load<u32>(search, SEARCH_HITS_THRESHOLD)) {
    store<f32>(search, load<f32>(search, SEARCH_FLOOR), SEARCH_SKIP);
  }
  return load<f32>(search, SEARCH_SKIP);
}

export function addHits(search: usize, count: i32): void {
  store<u32>(search, load<u32>(search, SEARCH_HITS) + <u32>count, SEARCH_HITS);
}

/** Whether the mask lets a document through. The caller knows that there is a mask. */
export function accepted(search: usize, doc: i32): bool {
  const bit = <u32>(doc - load<i32>(search, SEARCH_ACCEPT_BASE));
  return (load<u8>(load<usize>(search, SEARCH_ACCEPT) + <usize>(bit >> 3)) & (1 << (bit & 7))) != 0;
}
