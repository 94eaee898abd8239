/** The stored queries of a segment that may match some documents, by what is indexed of the queries (`percolator`). */
import { isLive } from "../../segment/live-docs.ts";
import { PostingsReader } from "../../segment/postings/postings-reader.ts";
import type { SegmentReader, TermsReader } from "../../segment/segment-reader.ts";
import { hasField } from "../term/posting-of.ts";
import type { DocumentProfile, ValueRange } from "./document-profile.ts";

/** Stored queries, ascending. */
export interface CandidateQueries {
  readonly docs: Uint32Array;
  /** Bit set (by document): those that are known to match without being run. */
  readonly certain: Uint32Array;
}

const encoder = new TextEncoder();
/** Terms between two tests for cancellation. */
const CHECKS = 256;

interface Selection {
  readonly segment: SegmentReader;
  /** Path of the percolator field. */
  readonly path: string;
  readonly live: Uint32Array | undefined;
  /** Whether what is known of a document decides. */
  readonly isFlat: boolean;
  readonly checkpoint: () => void;
}

/** The queries that may match any of the documents. */
export function candidateQueries(profiles: readonly DocumentProfile[], selection: Selection): CandidateQueries {
  const { segment, path, live } = selection;
  const words = Math.ceil(segment.docCount / 32);
  const possible = new Uint32Array(words);
  const certain = new Uint32Array(words);
  const exact = new Uint32Array(words);
  if (selection.isFlat) eachOfResult(selection, "complete", (doc) => add(exact, doc));
  const minimums = segment.column(`${path}.minimum_should_match_field`);
  const minimumOf = (doc: number): number => {
    if (!minimums || !hasField(segment, `${path}.minimum_should_match_field`, doc)) return 1;
    return Math.max(1, Number(minimums.values[minimums.starts ? minimums.starts[doc]! : doc]));
  };
  const counter = new RequirementCounter(selection);
  for (const profile of profiles) {
    const counted = counter.count(profile);
    for (const doc of counted) {
      if (counter.counts[doc]! < minimumOf(doc)) continue;
      add(possible, doc);
      if (has(exact, doc)) add(certain, doc);
    }
  }
  eachOfResult(selection, "failed", (doc) => add(possible, doc));
  const docs: number[] = [];
  for (let doc = 0; doc < segment.docCount; doc++) if (has(possible, doc) && isLive(live, doc)) docs.push(doc);
  return { docs: Uint32Array.from(docs), certain };
}

/** Counts for each query how many of its requirements a document has. */
class RequirementCounter {
  /** By query; only those that `count` answered are of the last document. */
  readonly counts: Uint16Array;
  readonly #selection: Selection;
  readonly #terms: TermsReader | undefined;
  readonly #ranges: TermsReader | undefined;
  /** The queries that were counted, and by query the number of the range that counted last. */
  #counted: number[] = [];
  readonly #lastRange: Uint32Array;
  #range = 0;

  constructor(selection: Selection) {
    const { segment, path } = selection;
    this.#selection = selection;
    this.counts = new Uint16Array(segment.docCount);
    this.#lastRange = new Uint32Array(segment.docCount);
    this.#terms = segment.terms(`${path}.extracted_terms`);
    this.#ranges = segment.terms(`${path}.range_field`);
  }

  /** The queries of which the document has any requirement. */
  count({ terms, ranges }: DocumentProfile): readonly number[] {
    for (const doc of this.#counted) this.counts[doc] = 0;
    this.#counted = [];
    if (this.#terms) this.#countTerms(this.#terms, terms);
    if (this.#ranges) for (const range of ranges) this.#countRange(this.#ranges, range);
    return this.#counted;
  }

  #countTerms(stored: TermsReader, terms: readonly Uint8Array[]): void {
    const { segment, path, checkpoint } = this.#selection;
    const postings = postingsOf(segment, `${path}.extracted_terms`);
    for (const [number, term] of terms.entries()) {
      if (number % CHECKS === CHECKS - 1) checkpoint();
      const ordinal = stored.find(term);
      if (ordinal < 0 || !postings) continue;
      eachDoc(postings, ordinal, (doc) => this.#add(doc));
    }
  }

  /** Of several ranges in one field a query counts one, as in its minimum. */
  #countRange(stored: TermsReader, { prefix, least, most }: ValueRange): void {
    const { segment, path, checkpoint } = this.#selection;
    const postings = postingsOf(segment, `${path}.range_field`);
    const range = ++this.#range;
    if (!postings) return;
    for (let ordinal = stored.ceiling(prefix); ordinal < stored.count; ordinal++) {
      if (ordinal % CHECKS === CHECKS - 1) checkpoint();
      const bytes = stored.bytes(ordinal);
      if (Buffer.compare(bytes.subarray(0, prefix.length), prefix) !== 0) break;
      const half = (bytes.length - prefix.length) >>> 1;
      if (half !== least.length) continue;
      const from = bytes.subarray(prefix.length, prefix.length + half);
      const to = bytes.subarray(prefix.length + half);
      if (Buffer.compare(from, most) > 0 || Buffer.compare(to, least) < 0) continue;
      eachDoc(postings, ordinal, (doc) => {
        if (this.#lastRange[doc] === range) return;
        this.#lastRange[doc] = range;
        this.#add(doc);
      });
    }
  }

  #add(doc: number): void {
    if (this.counts[doc]!++ === 0) this.#counted.push(doc);
  }
}

function eachOfResult({ segment, path }: Selection, result: string, take: (doc: number) => void): void {
  const name = `${path}.extraction_result`;
  const ordinal = segment.terms(name)?.find(encoder.encode(result)) ?? -1;
  const postings = postingsOf(segment, name);
  if (ordinal >= 0 && postings) eachDoc(postings, ordinal, take);
}

function postingsOf(segment: SegmentReader, name: string): PostingsReader | undefined {
  const directory = segment.field(name)?.terms;
  return directory && directory.detail !== "none" ? new PostingsReader(segment.data, directory) : undefined;
}

function eachDoc(postings: PostingsReader, ordinal: number, take: (doc: number) => void): void {
  postings.open(ordinal);
  for (let count = postings.nextBlock(); count > 0; count = postings.nextBlock())
    for (let at = 0; at < count; at++) take(postings.docs[at]!);
}

function add(bits: Uint32Array, doc: number): void {
  bits[doc >>> 5]! |= 1 << (doc & 31);
}

function has(bits: Uint32Array, doc: number): boolean {
  return ((bits[doc >>> 5]! >>> (doc & 31)) & 1) === 1;
}
