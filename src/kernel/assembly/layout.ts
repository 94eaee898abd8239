// Where things stand in the structures that TypeScript and the kernel share in scratch. `structures.ts` beside the
// kernel folder holds the same numbers for TypeScript; a test compares the two.

/** What a cursor answers when nothing is left. */
export const NO_MORE_DOCS: i32 = 0x7fffffff;
export const WINDOW_DOCS: i32 = 4096;
export const BLOCK_DOCS: i32 = 128;
/** Bytes of a window's bits. */
export const WINDOW_BYTES: usize = 512;

// The postings of a field: absolute addresses of the sections of TermsDirectory, 0 where there is none.
export const FIELD_DOC_FREQS: usize = 0;
export const FIELD_TOTAL_FREQS: usize = 4;
export const FIELD_BLOCK_STARTS: usize = 8;
export const FIELD_TAIL: usize = 12;
export const FIELD_LAST_DOCS: usize = 16;
export const FIELD_BLOCK_OFFSETS: usize = 20;
export const FIELD_BLOCK_BITS: usize = 24;
export const FIELD_BLOCK_IMPACTS: usize = 28;
export const FIELD_IMPACTS: usize = 32;
export const FIELD_POSTINGS: usize = 36;
/** Norms by document; without norms the address of a byte of 1, and a mask that lets no document number through. */
export const FIELD_NORMS: usize = 40;
export const FIELD_NORM_MASK: usize = 44;
export const FIELD_BLOCK_POSITIONS: usize = 48;
export const FIELD_TAIL_POSITIONS: usize = 52;
export const FIELD_POSITIONS: usize = 56;

// A cursor: one term's walk through its postings.
export const CURSOR_FIELD: usize = 0;
export const CURSOR_BUFFER: usize = 4;
/** f32: the factor of BM25 (boost and inverse document frequency). */
export const CURSOR_WEIGHT: usize = 8;
/** f32[256]: inverse norms by norm byte; 0 when the cursor does not score. */
export const CURSOR_TABLE: usize = 12;
export const CURSOR_ORDINAL: usize = 16;
export const CURSOR_DOC_FREQ: usize = 20;
/** Number of the term's first block among the field's. */
export const CURSOR_FIRST_BLOCK: usize = 24;
/** Full blocks of the term; the tail, when there is one, counts as a block behind them. */
export const CURSOR_FULL_BLOCKS: usize = 28;
export const CURSOR_BLOCKS: usize = 32;
export const CURSOR_TAIL_LAST: usize = 36;
/** f32: largest frequency × inverse norm in the tail. */
export const CURSOR_TAIL_PRODUCT: usize = 40;
/** The document the cursor stands on, -1 before the first. */
export const CURSOR_DOC: usize = 44;
/** The block it stands in, and its place there. */
export const CURSOR_BLOCK: usize = 48;
export const CURSOR_INDEX: usize = 52;
/** What its buffer holds, while the buffer names this cursor as its owner: -1 for nothing. */
export const CURSOR_DECODED: usize = 56;
export const CURSOR_FREQS_DECODED: usize = 60;
/** Documents in the decoded block. */
export const CURSOR_COUNT: usize = 64;
/** First block that may reach the range asked for last; bounds only. */
export const CURSOR_SHALLOW: usize = 68;
/** The block whose largest product is kept, and that product. */
export const CURSOR_KNOWN_BLOCK: usize = 72;
export const CURSOR_KNOWN_PRODUCT: usize = 76;
/** Byte address of the positions of document `CURSOR_POSITIONS_INDEX` of block `CURSOR_POSITIONS_BLOCK`. */
export const CURSOR_POSITIONS: usize = 80;
export const CURSOR_POSITIONS_BLOCK: usize = 84;
export const CURSOR_POSITIONS_INDEX: usize = 88;
/** While a phrase is matched: read address, positions left, the position read last, place in the phrase. */
export const CURSOR_READ: usize = 92;
export const CURSOR_LEFT: usize = 96;
export const CURSOR_POSITION: usize = 100;
export const CURSOR_OFFSET: usize = 104;
export const CURSOR_BYTES: usize = 128;

// A decode buffer; several cursors may share one, so it names the cursor whose block it holds.
export const BUFFER_OWNER: usize = 0;
/** 128 documents, then four times NO_MORE_DOCS, so that a search by four always ends. */
export const BUFFER_DOCS: usize = 16;
export const BUFFER_FREQS: usize = 544;
export const BUFFER_BYTES: usize = 1088;

// What a whole-query loop works with: the best documents so far, hits, thresholds.
/** Documents to keep; 0 when only hits are counted. */
export const SEARCH_K: usize = 0;
export const SEARCH_SIZE: usize = 4;
/** A binary heap of u64: score bits above, inverted document below; the least, at the top, is the next to go. */
export const SEARCH_HEAP: usize = 8;
/** f32: only greater scores enter the heap. */
export const SEARCH_FLOOR: usize = 12;
/** f32: documents that cannot pass this may be skipped uncounted; -Infinity until enough hits are counted. */
export const SEARCH_SKIP: usize = 16;
export const SEARCH_HITS: usize = 20;
/** Skipping begins once the hits are more than this. */
export const SEARCH_HITS_THRESHOLD: usize = 24;
/** 1 when something was skipped. */
export const SEARCH_SKIPPED: usize = 28;
/** Bits of the documents that may match, from document `SEARCH_ACCEPT_BASE` on; 0 when all may. */
export const SEARCH_ACCEPT: usize = 32;
export const SEARCH_ACCEPT_BASE: usize = 36;
/** u32[count] addresses of cursors, and their number. */
export const SEARCH_CURSORS: usize = 40;
export const SEARCH_CURSOR_COUNT: usize = 44;
/** Window of a disjunction: bits, and f64 scores that are zero between windows. */
export const SEARCH_BITS: usize = 48;
export const SEARCH_SCORES: usize = 52;
/** Room for 129 pairs of indexes (conjunction), or 16 bytes a cursor (disjunction). */
export const SEARCH_WORK: usize = 56;
// Of a search for the best of several groups of terms (best-query.ts), where SEARCH_WORK is u32[count] addresses of a
// search for each.
/** Of a group's search: the search whose window takes its documents in place of a heap; 0 elsewhere. */
export const SEARCH_TARGET: usize = 60;
/** f32: the share of the groups that are not the best. */
export const SEARCH_TIE: usize = 64;
/** f64 scores of a window: sums of what is not the best. */
export const SEARCH_REST: usize = 68;
/** Cursors behind those counted, of terms that must not be there (lead-query.ts). */
export const SEARCH_EXCLUDED_COUNT: usize = 72;
/** How far the words of a phrase may be moved; with more than 0 there are two, and they differ. */
export const SEARCH_SLOP: usize = 76;
export const SEARCH_BYTES: usize = 80;

// The walk for terms near a word (near-terms.ts).
/** Addresses of the bytes of all terms, of their offsets, and of what each has in common with the one before. */
export const NEAR_TERM_BYTES: usize = 0;
export const NEAR_OFFSETS: usize = 4;
export const NEAR_SHARED_BYTES: usize = 8;
/** Edits that are allowed. */
export const NEAR_LIMIT: usize = 12;
/** All bits of a row. */
export const NEAR_MASK: usize = 16;
/** All bits when a swap of two neighbours is one edit, none otherwise. */
export const NEAR_SWAPS: usize = 20;
/** Pairs of a code point beyond ASCII and its places in the word. */
export const NEAR_OTHERS_COUNT: usize = 24;
/** Pairs of an ordinal and its edits: room, address, number. */
export const NEAR_CAPACITY: usize = 28;
export const NEAR_FOUND: usize = 32;
export const NEAR_FOUND_COUNT: usize = 36;
/** Bytes that all terms have in common, the term that comes next, how much of it is read, and where to end. */
export const NEAR_BASE: usize = 40;
export const NEAR_AT: usize = 44;
export const NEAR_DEPTH: usize = 48;
export const NEAR_END: usize = 52;
/** u32[128]: places of each character of ASCII in the word, as bits. */
export const NEAR_ASCII: usize = 64;
export const NEAR_OTHERS: usize = 576;
/**
 * What is known after each byte: three rows, two for swaps, the bytes that the last character lacks. No more are read
 * than four for each of 29 characters and two more.
 */
export const NEAR_STATES: usize = 832;
export const NEAR_STATE_BYTES: usize = 24;
export const NEAR_BYTES: usize = 4096;
