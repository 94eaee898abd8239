/** The inputs of a shard that a request finds, the best first (Lucene's `SuggestIndexSearcher`). */
import { readCompletionEntry } from "../../../mapping/completion/completion-entry.ts";
import { completionEntriesName } from "../../../mapping/field-types/completion.ts";
import type { PlanningWork } from "../../../query/automata/request-automata.ts";
import type { SearcherView } from "../../../query/query.ts";
import { PostingsReader } from "../../../segment/postings/postings-reader.ts";
import type { SegmentReader } from "../../../segment/segment-reader.ts";
import { bestEntries, type EntryRange, type ScoredEntry } from "./best-entries.ts";
import { entryWeights } from "./entry-weights.ts";
import type { PathMatcher } from "./path-matcher.ts";
import type { QueryContext } from "./query-contexts.ts";
import { foundContexts } from "./searched-contexts.ts";

/** What is looked for. */
export interface InputSearch {
  readonly field: string;
  readonly matcher: PathMatcher;
  /** Undefined: the field has no contexts. */
  readonly contexts: readonly QueryContext[] | undefined;
  readonly size: number;
  readonly skipDuplicates: boolean;
}

/** An input of a document. */
export interface FoundInput {
  readonly text: string;
  /** A float32. */
  readonly score: number;
  readonly segment: number;
  readonly doc: number;
  /** The contexts in which it was found, by name. */
  readonly contexts: Map<string, Set<string>>;
}

/** What a found document holds. */
const FOUND_BYTES = 300;
const ENTRIES_PER_CHECKPOINT = 256;

/** At most `size` inputs, each document once with its best. */
export function shardInputs({ segments, liveDocs, planning }: SearcherView, search: InputSearch): FoundInput[] {
  let found: FoundInput[] = [];
  segments.forEach((segment, number) => {
    const live = liveDocs[number];
    const isLive = (doc: number): boolean => !live || ((live[doc >>> 5]! >>> (doc & 31)) & 1) === 1;
    // Where texts are shown once, each segment has its own best.
    const best = new BestInputs(search.size, search.skipDuplicates ? [] : found);
    collectSegment({ segment, number, isLive, planning }, search, best);
    found = search.skipDuplicates ? [...found, ...best.inputs] : best.inputs;
  });
  return distinctTexts(found.toSorted(compareInputs), search).slice(0, search.size);
}

/** The best so far. */
class BestInputs {
  readonly inputs: FoundInput[];
  readonly #size: number;

  constructor(size: number, inputs: FoundInput[]) {
    this.#size = size;
    this.inputs = inputs;
  }

  /** Whether it is one of them. */
  add(input: FoundInput): boolean {
    const { inputs } = this;
    let at = inputs.length;
    while (at > 0 && compareInputs(input, inputs[at - 1]!) < 0) at--;
    if (at >= this.#size) return false;
    inputs.splice(at, 0, input);
    if (inputs.length > this.#size) inputs.pop();
    return true;
  }
}

function distinctTexts(inputs: readonly FoundInput[], { skipDuplicates }: InputSearch): readonly FoundInput[] {
  if (!skipDuplicates) return inputs;
  const seen = new Set<string>();
  return inputs.filter(({ text }) => !seen.has(text) && seen.add(text));
}

/** Higher scores first, then by text, then by document. */
function compareInputs(one: FoundInput, other: FoundInput): number {
  if (one.score !== other.score) return other.score - one.score;
  if (one.text !== other.text) return one.text < other.text ? -1 : 1;
  return one.segment - other.segment || one.doc - other.doc;
}

interface SearchedSegment {
  readonly segment: SegmentReader;
  readonly number: number;
  readonly isLive: (doc: number) => boolean;
  readonly planning: PlanningWork | undefined;
}

/**
 * As in Lucene, `size` inputs are looked at for each beginning that was found, further ones of the same document
 * included.
 */
function collectSegment(
  { segment, number, isLive, planning }: SearchedSegment,
  search: InputSearch,
  best: BestInputs,
): void {
  const field = completionEntriesName(search.field);
  const terms = segment.terms(field);
  const postings = segment.field(field)?.terms;
  if (!terms || !postings) return;
  const byDoc = new Map<number, FoundInput>();
  const seen = new Set<string>();
  const docs = new PostingsReader(segment.data, postings);
  const ranges = rangesOf(terms, search, planning);
  let left = search.size * ranges.length;
  let looked = 0;
  for (const entry of bestEntries(entryWeights(segment, field, terms), ranges)) {
    if (++looked % ENTRIES_PER_CHECKPOINT === 0) planning?.checkpoint();
    const { input: text } = readCompletionEntry(terms.bytes(entry.ordinal));
    docs.open(entry.ordinal);
    for (let count = docs.nextBlock(); count > 0; count = docs.nextBlock()) {
      for (let at = 0; at < count; at++) {
        const doc = docs.docs[at]!;
        if (!isLive(doc) || (search.skipDuplicates && seen.has(text))) continue;
        const known = byDoc.get(doc);
        const input = known ?? { text, score: entry.score, segment: number, doc, contexts: new Map() };
        addContext(input, entry);
        if (!known) {
          planning?.reserve(FOUND_BYTES + 2 * text.length);
          byDoc.set(doc, input);
          if (!best.add(input)) return;
        }
        if (search.skipDuplicates) seen.add(text);
        if (--left === 0) return;
      }
    }
  }
}

function rangesOf(
  terms: Parameters<PathMatcher["find"]>[0],
  { matcher, contexts }: InputSearch,
  planning: PlanningWork | undefined,
): EntryRange[] {
  if (!contexts) return matcher.find(terms, new Uint8Array(0)).map((range) => ({ ...range, context: undefined }));
  return foundContexts(terms, contexts, planning?.checkpoint).flatMap((context) =>
    matcher.find(terms, context.bytes).map(({ from, to, boost }) => ({
      from,
      to,
      boost: boost + context.boost,
      context,
    })),
  );
}

function addContext({ contexts }: FoundInput, { range: { context } }: ScoredEntry): void {
  if (!context) return;
  const values = contexts.get(context.name);
  if (values) values.add(context.value);
  else contexts.set(context.name, new Set([context.value]));
}
