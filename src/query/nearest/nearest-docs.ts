/**
 * The documents of a shard whose vectors are nearest to another one. Of each segment those that a graph finds, or all
 * that the filter leaves; nested documents are all looked at.
 */
import { READS } from "../../segment/field-reads.ts";
import type { NestedReader, SegmentReader } from "../../segment/segment-reader.ts";
import { partsOf } from "../../segment/section-loading.ts";
import { LEAST_GRAPH_VECTORS } from "../../segment/vectors/write-vectors.ts";
import type { OperatorContext } from "../operator.ts";
import type { Plan, SearcherView } from "../query.ts";
import { matchesOf } from "../term/computed-scores.ts";
import { docsOf, nearCandidates } from "./near-candidates.ts";
import type { VectorScoring } from "./vector-scoring.ts";

/** What is looked for. */
export interface NearestTask {
  readonly path: string;
  readonly scoring: VectorScoring;
  readonly k: number;
  /** Documents to find in each segment, of which the best are taken. */
  readonly candidates: number;
  /** Documents found by quantised vectors whose scores are then those of the vectors themselves; 0: none. */
  readonly rescored: number;
  /**
   * Documents found by quantised vectors of many, the nearest of which are taken by the vectors themselves and keep
   * the scores of the quantised ones; 0: none.
   */
  readonly chosen: number;
  /** On the documents themselves, also where vectors are those of nested ones; undefined: all. */
  readonly filter: Plan | undefined;
  /** Documents with a lower score are not near enough. */
  readonly minScore: number;
  /** Hears how many vectors were compared. */
  readonly compared: (vectors: number) => void;
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
  /** The score is that of quantised vectors. */
  readonly quantised: boolean;
}

/** Documents between two tests for cancellation. */
const CHECKS = 1_024;

/** The best of all segments, for each of them. `context`: that of one segment; without it filters are slow. */
export function nearestDocs(
  task: NearestTask,
  searcher: SearcherView,
  context: OperatorContext | undefined,
): readonly ScoredDocs[] {
  const first = findBest(task, searcher, context);
  const found = bestOf(task, searcher, first);
  return searcher.segments.map((_segment, number) => {
    const own = found
      .filter(({ segment, score }) => segment === number && score >= task.minScore)
      .sort((one, other) => one.doc - other.doc);
    return {
      docs: Uint32Array.from(own, ({ doc }) => doc),
      scores: Float32Array.from(own, ({ score }) => score),
    };
  });
}

/** The best of the candidates. */
function bestOf(task: NearestTask, searcher: SearcherView, found: readonly Candidate[]): readonly Candidate[] {
  const isQuantised = found.some(({ quantised }) => quantised);
  if (task.rescored > 0) return isQuantised ? rescored(task, searcher, found) : found;
  if (found.length <= task.k) return found;
  return isQuantised && hasMany(task, searcher) ? chosen(task, searcher, found) : found.slice(0, task.k);
}

function findBest(
  task: NearestTask,
  searcher: SearcherView,
  context: OperatorContext | undefined,
): readonly Candidate[] {
  const best = new BestDocs(Math.max(task.k, task.rescored, task.chosen), (one) =>
    parentIn(searcher.segments[one.segment]!, one.doc),
  );
  const pause = (): void => (context ? context.checkpoint() : searcher.planning?.checkpoint());
  for (const [number, segment] of searcher.segments.entries()) {
    const directory = segment.field(task.path)?.column;
    if (directory) segment.reads.add(task.path, READS.vectors);
    if (!directory) continue;
    const accept = acceptedIn(task, segment, searcher.liveDocs[number], context);
    const docs = candidatesIn(task, segment, accept, context);
    task.compared(docs.length);
    const byBytes = task.scoring.quantised(directory, segment.data);
    const scoreAt = byBytes ?? scoresOf(task, segment);
    for (let at = 0; at < docs.length; at++) {
      if (at % CHECKS === CHECKS - 1) pause();
      const doc = docs[at]!;
      best.add({ segment: number, doc, score: scoreAt(doc), quantised: byBytes !== undefined });
    }
  }
  return best.all();
}

/** The documents of a segment that may be among the best. */
function candidatesIn(
  { path, scoring, candidates, rescored: more, compared }: NearestTask,
  segment: SegmentReader,
  accept: Uint32Array,
  context: OperatorContext | undefined,
): Uint32Array {
  const column = segment.field(path)?.column;
  const { vector } = scoring;
  if (!context || !column || !vector || isNestedReader(segment)) return docsOf(accept);
  const search = { vector, candidates: Math.max(candidates, more), accept, compared };
  return nearCandidates(search, segment, column, context.within(segment)) ?? docsOf(accept);
}

/** The best of what was found, by the vectors themselves. */
function rescored(task: NearestTask, searcher: SearcherView, found: readonly Candidate[]): readonly Candidate[] {
  const exact = searcher.segments.flatMap((segment, number) => {
    const own = found.filter((one) => one.segment === number);
    const scores = own.length > 0 ? exactScores(task, segment, own) : [];
    return own.map((one, at) => ({ ...one, score: scores[at]! }));
  });
  return exact.sort(inOrder).slice(0, task.k);
}

/** Whether quantised vectors are found approximately: Elasticsearch answers otherwise from build to build. */
function hasMany({ path }: NearestTask, { segments }: SearcherView): boolean {
  return segments.some((segment) => (segment.field(path)?.column?.valueCount ?? 0) >= LEAST_GRAPH_VECTORS);
}

/** The nearest of what was found, by the vectors themselves, with the scores that they were found by. */
function chosen(task: NearestTask, searcher: SearcherView, found: readonly Candidate[]): readonly Candidate[] {
  const exact = searcher.segments.flatMap((segment, number) => {
    const own = found.filter((one) => one.segment === number);
    const scores = own.length > 0 ? exactScores(task, segment, own) : [];
    return own.map((one, at) => ({ ...one, score: scores[at]!, shown: one.score }));
  });
  return exact
    .sort(inOrder)
    .slice(0, task.k)
    .map(({ shown, ...one }) => ({ ...one, score: shown }));
}

/** Of vectors that may stand in their file: whoever quantises them does so to have fewer bytes in memory. */
function exactScores(task: NearestTask, segment: SegmentReader, found: readonly Candidate[]): number[] {
  const { path, scoring } = task;
  const { values, width = 0, starts } = segment.field(path)!.column!;
  if (starts) {
    const scoreOf = scoresOf(task, segment);
    return found.map(({ doc }) => scoreOf(doc));
  }
  const places = Uint32Array.from(found, ({ doc }) => doc * width);
  const scoreAt = scoring.open({ values: partsOf(segment.data, values, places, width), width });
  return found.map((_one, at) => scoreAt(at));
}

/** The score of a document with a vector. */
function scoresOf({ path, scoring }: NearestTask, segment: SegmentReader): (doc: number) => number {
  const column = segment.column(path, READS.vectors)!;
  const scoreAt = scoring.open(column);
  const { starts } = column;
  return starts ? (doc) => scoreAt(starts[doc]!) : scoreAt;
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
    this.#kept.sort(inOrder);
    this.#kept = this.#kept.slice(0, this.#k);
    if (this.#kept.length === this.#k) this.#least = this.#kept.at(-1)!.score;
  }
}

function inOrder(one: Candidate, other: Candidate): number {
  return other.score - one.score || one.segment - other.segment || one.doc - other.doc;
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

/** Bits of the live documents with a vector that pass the filter, or are nested in one that does. */
function acceptedIn(
  { path, filter }: NearestTask,
  segment: SegmentReader,
  live: Uint32Array | undefined,
  context: OperatorContext | undefined,
): Uint32Array {
  const { docCount } = segment;
  const accepted = new Uint32Array(Math.ceil(docCount / 32));
  const passes = filter && passesIn(filter, segment, context);
  const presence = segment.presence(path);
  for (let word = 0; word < accepted.length; word++)
    accepted[word] = (presence ? presence[word]! : 0xffffffff) & (live ? live[word]! : 0xffffffff);
  if (docCount % 32 !== 0) accepted[accepted.length - 1]! &= (1 << (docCount % 32)) - 1;
  if (!passes) return accepted;
  for (const doc of docsOf(accepted)) if (!passes(doc)) accepted[doc >>> 5]! &= ~(1 << (doc & 31));
  return accepted;
}

/** Tests whether a document, or the one that it is nested in, passes the filter. */
function passesIn(
  filter: Plan,
  segment: SegmentReader,
  context: OperatorContext | undefined,
): (doc: number) => boolean {
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
