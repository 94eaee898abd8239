/**
 * What collectors do with an operator on one segment: top documents, all documents, or the count. Each runs in steps of
 * a few milliseconds, so that the caller can pause, check a deadline or do other work in between.
 */
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import type { FlatShape, TermClause } from "./flat-shape.ts";
import { FlatRun, suitsKernel } from "./flat-run.ts";
import { deletedCount } from "./live-windows.ts";
import { SearchState, type SearchLimits } from "./search-state.ts";
import { WindowRun, type WindowRunOptions } from "./window-run.ts";

/** A term is frequent when at least one document in this many has it. */
const DENSE_SHARE = 64;
/** Document frequencies within this ratio count as similar. */
const SIMILAR_FREQUENCY = 6;

/** Work in steps: call `step` until it returns false, then `result`. */
export interface Run<T> {
  step(): boolean;
  result(): T;
}

export interface MatchOptions {
  readonly operator: Operator;
  readonly context: OperatorContext;
  /** Live documents; undefined: all. */
  readonly live: Uint32Array | undefined;
}

export interface TopKOptions extends MatchOptions {
  /** At least 1. */
  readonly k: number;
  /**
   * The k-th best score of earlier segments, when they have k documents: only greater scores can enter. -Infinity
   * otherwise.
   */
  readonly minimumScore: number;
  /** Documents may be skipped uncounted once more hits than this are known; Infinity: all are counted. */
  readonly totalHitsThreshold: number;
  /** Hits of earlier segments. */
  readonly hitsSoFar: number;
}

export interface TopK {
  /** Best first; equal scores by ascending document. */
  readonly docs: Uint32Array;
  readonly scores: Float32Array;
  /** Hits in this segment; a lower bound when the relation is "gte". */
  readonly hits: number;
  readonly relation: "eq" | "gte";
}

/** The k best documents. */
export function topK(options: TopKOptions): Run<TopK> {
  const { operator, context, live } = options;
  const shape = operator.flat;
  if (!suitsKernel(context, shape)) return windowTopK(options);
  const known = knownHits(context, shape, live);
  // When one term alone has enough hits, skipping starts at the first document.
  const enough = known.least + options.hitsSoFar > options.totalHitsThreshold;
  const limits: SearchLimits = enough ? { ...options, hitsSoFar: options.totalHitsThreshold + 1 } : options;
  const state = new SearchState(context, limits);
  const run = new FlatRun(context, shape, live, state, true);
  return {
    step: () => run.step(),
    result() {
      const exact = known.exact || !state.skipped;
      const { docs, scores } = state.best();
      return {
        docs,
        scores,
        hits: known.exact ? known.least : Math.max(known.least, state.hits),
        relation: exact ? "eq" : "gte",
      };
    },
  };
}

/** Runs `topK` to the end, with a checkpoint after each step. */
export function collectTopK(options: TopKOptions): TopK {
  return finish(topK(options), options.context);
}

/** Number of hits known without a search. `least` is a lower bound; `exact` means that it is the number itself. */
function knownHits(
  context: OperatorContext,
  shape: FlatShape,
  live: Uint32Array | undefined,
): { least: number; exact: boolean } {
  if (shape.filter || shape.excluded || shape.join === "phrase" || (shape.join === "all" && shape.clauses.length > 1))
    return { least: 0, exact: false };
  const most = Math.max(...shape.clauses.map((clause) => docFreqOf(context, clause)));
  const deleted = deletedCount(live, context.reader.docCount);
  return { least: Math.max(0, most - deleted), exact: deleted === 0 && shape.clauses.length === 1 };
}

/** A lower bound of the number of live matches, without a search. */
export function leastHits({ operator, context, live }: MatchOptions): number {
  const shape = operator.flat;
  return shape ? knownHits(context, shape, live).least : 0;
}

function windowTopK(options: TopKOptions): Run<TopK> {
  const windows = new TopKWindows(options);
  const run = new WindowRun(windows);
  return { step: () => run.step(), result: () => windows.result() };
}

class TopKWindows implements WindowRunOptions {
  readonly operator: Operator;
  readonly context: OperatorContext;
  readonly live: Uint32Array | undefined;
  readonly #state: SearchState;
  /** Once no better score is possible, the rest is only counted. */
  #counting = false;

  constructor(options: TopKOptions) {
    this.operator = options.operator;
    this.context = options.context;
    this.live = options.live;
    this.#state = new SearchState(options.context, options);
  }

  get scored(): boolean {
    return !this.#counting;
  }

  isOver(): boolean {
    const { most } = this.operator;
    if (most === undefined) return false;
    this.#counting = this.#state.floor >= most;
    if (this.context.kernel.updateSkip(this.#state.address) < most) return false;
    this.#state.set("skipped", 1);
    return true;
  }

  skip(base: number): boolean {
    const least = this.context.kernel.updateSkip(this.#state.address);
    if (least < 0 || this.operator.maxScore(base) > least) return false;
    this.#state.set("skipped", 1);
    return true;
  }

  take(base: number, window: WindowBuffer): void {
    const { kernel } = this.context;
    if (this.#counting) this.#state.addHits(kernel.windowCount(window.bitsAddress));
    else kernel.collect(this.#state.address, base, window.bitsAddress, window.scoresAddress);
  }

  result(): TopK {
    const { docs, scores } = this.#state.best();
    return { docs, scores, hits: this.#state.hits, relation: this.#state.skipped ? "gte" : "eq" };
  }
}

/** Number of live matches. */
export function matchCount(options: MatchOptions): Run<number> {
  const { operator, context, live } = options;
  const shape = unscored(operator.flat);
  if (shape && suitsKernel(context, shape) && !isDense(context, shape)) {
    const known = knownHits(context, shape, live);
    if (known.exact) return { step: () => false, result: () => known.least };
    return flatCount(options, shape, known.least);
  }
  let count = 0;
  const run = new WindowRun({
    operator,
    context,
    live,
    scored: false,
    take: (_base, window) => {
      count += context.kernel.windowCount(window.bitsAddress);
    },
  });
  return { step: () => run.step(), result: () => count };
}

/** Without scores, "best" means "any", and optional terms have no effect. */
function unscored(shape: FlatShape | undefined): FlatShape | undefined {
  if (!shape?.optional && !shape?.groups && !shape?.blends) return shape;
  const { join, clauses, filter, excluded } = shape;
  return { join: join === "best" ? "any" : join, clauses, filter, excluded };
}

/** `least`: hits known without a search. */
function flatCount(options: MatchOptions, shape: FlatShape, least: number): Run<number> {
  const { context, live } = options;
  const limits = { k: 0, minimumScore: -Infinity, totalHitsThreshold: Infinity, hitsSoFar: 0 };
  const state = new SearchState(context, limits);
  const masked = live !== undefined || shape.filter !== undefined || shape.excluded !== undefined;
  const [first, second] = shape.clauses;
  const pair = !masked && shape.join === "any" && shape.clauses.length === 2;
  if (!pair || !first || !second || isDense(context, { ...shape, join: "all" })) {
    const run = new FlatRun(context, shape, live, state, false);
    return { step: () => run.step(), result: () => Math.max(least, state.hits) };
  }
  // Looking up a rare term in a frequent one is faster than reading both: |A or B| = |A| + |B| - |A and B|.
  const sum = docFreqOf(context, first) + docFreqOf(context, second);
  const run = new FlatRun(context, { ...shape, join: "all" }, live, state, false);
  let done = false;
  return {
    step() {
      done ||= !run.step();
      return !done;
    },
    result: () => (done ? sum - state.hits : least),
  };
}

/**
 * Whether this is a conjunction of frequent terms with similar document frequencies, for which bit sets, window by
 * window, count fastest.
 */
function isDense(context: OperatorContext, shape: FlatShape): boolean {
  if (shape.join !== "all" || shape.clauses.length < 2) return false;
  const freqs = shape.clauses.map((clause) => docFreqOf(context, clause));
  const least = Math.min(...freqs);
  return least * DENSE_SHARE >= context.reader.docCount && Math.max(...freqs) < least * SIMILAR_FREQUENCY;
}

function docFreqOf(context: OperatorContext, { field, ordinal }: TermClause): number {
  return context.reader.terms(field)?.docFreq(ordinal) ?? 0;
}

/** Runs `matchCount` to the end, with a checkpoint after each step. */
export function countMatches(options: MatchOptions): number {
  return finish(matchCount(options), options.context);
}

export interface EachWindowOptions extends MatchOptions {
  readonly scored: boolean;
  /** Receives `count` ascending documents of one window, and their scores if scored. Both arrays are reused. */
  readonly take: (docs: Uint32Array, count: number, scores: Float32Array) => void;
  /** Whether `take` needs no more documents; checked before each window. */
  readonly isOver?: () => boolean;
  /** See WindowRunOptions. */
  readonly stepWindows?: number | undefined;
  readonly from?: number;
  readonly to?: number;
}

/** Passes all live matches to `take`, window by window. `scores` is meaningless unless `scored`. */
export function eachWindow(options: EachWindowOptions): Run<void> {
  const { operator, context, live, scored, take, isOver, stepWindows, from, to } = options;
  const docsAddress = context.scratch(WINDOW_DOCS * 4);
  const docs = context.words.subarray(docsAddress / 4, docsAddress / 4 + WINDOW_DOCS);
  const scoresAddress = scored ? context.scratch(WINDOW_DOCS * 4) : 0;
  const scores = context.floats.subarray(scoresAddress / 4, scored ? scoresAddress / 4 + WINDOW_DOCS : 0);
  const run = new WindowRun({
    operator,
    context,
    live,
    scored,
    ...(isOver ? { isOver } : {}),
    stepWindows,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    take(base, window) {
      const count = context.kernel.extractDocs(window.bitsAddress, base, docsAddress);
      if (scored) context.kernel.extractScores(window.bitsAddress, window.scoresAddress, scoresAddress);
      take(docs, count, scores);
    },
  });
  return { step: () => run.step(), result: () => undefined };
}

/** Runs `eachWindow` to the end, with a checkpoint after each step. */
export function forEachWindow(options: EachWindowOptions): void {
  finish(eachWindow(options), options.context);
}

function finish<T>(run: Run<T>, context: OperatorContext): T {
  while (run.step()) context.checkpoint();
  return run.result();
}
