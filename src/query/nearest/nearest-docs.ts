/** The documents of a shard whose vectors are nearest to another one: all that the filter leaves are looked at. */
import { isLive } from "../../segment/live-docs.ts";
import type { NestedReader, SegmentReader } from "../../segment/segment-reader.ts";
import type { OperatorContext } from "../operator.ts";
import type { Plan, SearcherView } from "../query.ts";
import { matchesOf } from "../term/computed-scores.ts";
import { hasField } from "../term/posting-of.ts";
import type { VectorScoring } from "./vector-scoring.ts";

/** What is looked for. */
export interface NearestTask {
  readonly path: string;
  readonly scoring: VectorScoring;
  readonly k: number;
  /** On the documents themselves, also where vectors are those of nested ones; undefined: all. */
  readonly filter: Plan | undefined;
  /** Documents with a lower score are not near enough. */
  readonly minScore: number;
}

/** Documents of a segment, ascending, with their float32 scores. */
export interface ScoredDocs {
  readonly docs: Uint32Array;
  readonly scores: Float32Array;
}

interface Candidate {
  readonly segment: number;
  readonly doc: number;
  readonly score: number;
}

/** Documents between two tests for cancellation. */
const CHECKS = 1_024;

/** The best of all segments, for each of them. `context`: that of one segment; without it filters are slow. */
export function nearestDocs(
  task: NearestTask,
  searcher: SearcherView,
  context: OperatorContext | undefined,
): readonly ScoredDocs[] {
  const best = new BestDocs(task.k, (one) => parentIn(searcher.segments[one.segment]!, one.doc));
  const pause = (): void => (context ? context.checkpoint() : searcher.planning?.checkpoint());
  for (const [number, segment] of searcher.segments.entries()) {
    const column = segment.column(task.path);
    if (!column) continue;
    const accepts = acceptedIn(task.filter, segment, context);
    const scoreAt = task.scoring.open(column);
    const live = searcher.liveDocs[number];
    let looked = 0;
    for (let doc = 0; doc < segment.docCount; doc++) {
      if (!isLive(live, doc) || !hasField(segment, task.path, doc) || !accepts(doc)) continue;
      if (++looked % CHECKS === 0) pause();
      const from = column.starts ? column.starts[doc]! : doc;
      const score = scoreAt(from);
      if (score >= task.minScore) best.add({ segment: number, doc, score });
    }
  }
  const found = best.all();
  return searcher.segments.map((_segment, number) => {
    const own = found.filter(({ segment }) => segment === number).sort((one, other) => one.doc - other.doc);
    return {
      docs: Uint32Array.from(own, ({ doc }) => doc),
      scores: Float32Array.from(own, ({ score }) => score),
    };
  });
}

/** Keeps the best candidates; of nested documents of one document the best alone. */
class BestDocs {
  readonly #k: number;
  readonly #groupOf: (one: Candidate) => number | undefined;
  /** Best first, from the second on at least twice as many as are kept. */
  #kept: Candidate[] = [];
  #least = -Infinity;
  readonly #groups = new Map<string, Candidate>();

  constructor(k: number, groupOf: (one: Candidate) => number | undefined) {
    this.#k = k;
    this.#groupOf = groupOf;
  }

  add(one: Candidate): void {
    const group = this.#groupOf(one);
    if (group !== undefined) {
      const key = `${one.segment}/${group}`;
      const known = this.#groups.get(key);
      if (!known || known.score < one.score) this.#groups.set(key, one);
      return;
    }
    if (one.score <= this.#least) return;
    this.#kept.push(one);
    if (this.#kept.length >= this.#k * 2 + CHECKS) this.#cut();
  }

  all(): readonly Candidate[] {
    for (const one of this.#groups.values()) this.#kept.push(one);
    this.#cut();
    return this.#kept;
  }

  #cut(): void {
    this.#kept.sort((one, other) => other.score - one.score || one.segment - other.segment || one.doc - other.doc);
    this.#kept = this.#kept.slice(0, this.#k);
    if (this.#kept.length === this.#k) this.#least = this.#kept.at(-1)!.score;
  }
}

/** The root document of a nested one; undefined for documents themselves. */
function parentIn(segment: SegmentReader, doc: number): number | undefined {
  let reader: SegmentReader = segment;
  let own = doc;
  let isNested = false;
  while (isNestedReader(reader)) {
    own = reader.parents[own]!;
    reader = reader.parentReader;
    isNested = true;
  }
  return isNested ? own : undefined;
}

function isNestedReader(reader: SegmentReader): reader is NestedReader {
  return "parentReader" in reader;
}

function rootOf(segment: SegmentReader): SegmentReader {
  return isNestedReader(segment) ? rootOf(segment.parentReader) : segment;
}

/** Tests whether a document, or the one that it is nested in, passes the filter. */
function acceptedIn(
  filter: Plan | undefined,
  segment: SegmentReader,
  context: OperatorContext | undefined,
): (doc: number) => boolean {
  if (!filter) return () => true;
  const root = rootOf(segment);
  const ownDoc = (doc: number): number => parentIn(segment, doc) ?? doc;
  if (!context) return (doc) => filter.explain(root, ownDoc(doc)).match;
  const within = context.within(root);
  const operator = filter.operator(within);
  if (!operator) return () => false;
  const words = new Uint32Array(Math.ceil(root.docCount / 32));
  for (const doc of matchesOf(within, operator)) words[doc >>> 5]! |= 1 << (doc & 31);
  return (doc) => {
    const own = ownDoc(doc);
    return ((words[own >>> 5]! >>> (own & 31)) & 1) === 1;
  };
}
