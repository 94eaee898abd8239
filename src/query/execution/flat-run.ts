/** Runs a query of flat shape through the kernel's whole-query loops, one slice of windows at a time. */
import { MERGE_WORK_BYTES, WORK_CURSOR, WORK_ENTRY_BYTES } from "../../kernel/structures.ts";
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { OperatorContext, WindowBuffer } from "../operator.ts";
import { openBlends, openGroups } from "./best-groups.ts";
import { anyOfTerms, type FlatShape, type TermClause } from "./flat-shape.ts";
import { keepLive, loadLive } from "./live-windows.ts";
import type { SearchState } from "./search-state.ts";
import { openTermCursor } from "../term/term-cursor.ts";

/** Documents of a slice: enough to make the cost of the call negligible, few enough to finish within milliseconds. */
const SLICE_DOCS = 64 * WINDOW_DOCS;
const SLICE_BYTES = SLICE_DOCS / 8;
const WINDOW_BYTES = WINDOW_DOCS / 8;
/** Each cursor of a conjunction needs its own decode buffer. */
const MAX_CONJUNCTION = 64;
/**
 * Cursors, order and addresses of a disjunction must leave room in scratch; score bounds are proven for up to 8,192
 * clauses.
 */
const MAX_DISJUNCTION = 2048;
/** A filter this many times rarer than the terms should lead the iteration. */
const RARE_FILTER = 8;
/** Up to this many excluded terms are looked up for each document; more are read as a whole. */
const MOST_LOOKED_UP = 16;

/** Upper bound of the documents that a shape matches, without filter and exclusion. */
function shapeCost(context: OperatorContext, shape: FlatShape): number {
  const costs = shape.clauses.map((clause) => context.reader.terms(clause.field)?.docFreq(clause.ordinal) ?? 0);
  return mustAllMatch(shape) ? Math.min(...costs) : costs.reduce((sum, cost) => sum + cost, 0);
}

/** Indexes of the clauses, rarest term first. */
function rarestFirst(context: OperatorContext, clauses: readonly TermClause[]): number[] {
  const docFreqs = clauses.map(({ field, ordinal }) => context.reader.terms(field)?.docFreq(ordinal) ?? 0);
  return [...clauses.keys()].sort((a, b) => docFreqs[a]! - docFreqs[b]!);
}

function mustAllMatch({ join }: FlatShape): boolean {
  return join === "all" || join === "phrase";
}

/** Excluded terms that are looked up for each document of the only required term. */
function lookedUp({ clauses, excluded }: FlatShape): readonly TermClause[] {
  const terms = excluded && clauses.length === 1 ? anyOfTerms(excluded) : undefined;
  return terms && terms.length <= MOST_LOOKED_UP ? terms : [];
}

/** Whether the kernel's loops suit a shape. */
export function suitsKernel(context: OperatorContext, shape: FlatShape | undefined): shape is FlatShape {
  if (!shape) return false;
  if (shape.clauses.length > (mustAllMatch(shape) ? MAX_CONJUNCTION : MAX_DISJUNCTION)) return false;
  return !shape.filter || (!shape.filter.twoPhase && shape.filter.cost * RARE_FILTER >= shapeCost(context, shape));
}

/** A run over one segment: call `step` until it returns false. */
export class FlatRun {
  private readonly context: OperatorContext;
  private readonly shape: FlatShape;
  private readonly live: Uint32Array | undefined;
  private readonly state: SearchState;
  /** Excluded terms that are looked up for each document instead of being masked. */
  private readonly excludedTerms: readonly TermClause[];
  /** Address of the bits of the documents that a slice admits; 0: all. */
  private readonly accept: number;
  private readonly mask: WindowBuffer | undefined;
  private readonly excluded: WindowBuffer | undefined;
  private from = 0;

  constructor(
    context: OperatorContext,
    shape: FlatShape,
    live: Uint32Array | undefined,
    state: SearchState,
    scored: boolean,
  ) {
    this.context = context;
    this.shape = shape;
    this.live = live;
    this.state = state;
    this.excludedTerms = lookedUp(shape);
    const masksExcluded = shape.excluded !== undefined && this.excludedTerms.length === 0;
    const masked = live !== undefined || shape.filter !== undefined || masksExcluded;
    this.accept = masked ? context.scratch(SLICE_BYTES) : 0;
    this.mask = masked ? context.window() : undefined;
    this.excluded = masksExcluded ? context.window() : undefined;
    state.set("accept", this.accept);
    if (shape.groups) openGroups(context, state, shape.clauses, shape.groups);
    else if (shape.blends) openBlends(context, state, shape.clauses, shape.blends);
    else if (shape.optional || this.excludedTerms.length > 0) this.openLead(scored);
    else this.openCursors(scored);
  }

  /** Runs one slice. Returns whether there may be more. */
  step(): boolean {
    const { docCount } = this.context.reader;
    if (this.shape.filter) this.from = this.shape.filter.nextWindow(this.from);
    if (this.from >= docCount) return false;
    const to = Math.min(this.from + SLICE_DOCS, docCount);
    if (this.accept !== 0) this.writeMask(this.from, to);
    const next = this.loop(to);
    if (next === NO_MORE_DOCS) return false;
    this.from = Math.max(to, next & -WINDOW_DOCS);
    return this.from < docCount;
  }

  private loop(to: number): number {
    const { kernel } = this.context;
    const { address } = this.state;
    if (this.shape.optional || this.excludedTerms.length > 0) return kernel.leadQuery(address, this.from, to);
    if (this.shape.clauses.length === 1) return kernel.termQuery(address, this.from, to);
    if (this.shape.places) return kernel.phraseQuery(address, this.from, to);
    if (this.shape.join === "all") return kernel.conjunctionQuery(address, this.from, to);
    if (this.shape.blends) return kernel.blendedQuery(address, this.from, to);
    if (this.shape.groups) return kernel.bestQuery(address, this.from, to);
    return kernel.disjunctionQuery(address, this.from, to);
  }

  private openLead(scored: boolean): void {
    const { context, state, excludedTerms } = this;
    const { clauses, optional = [] } = this.shape;
    const scoring = [...clauses, ...rarestFirst(context, optional).map((index) => optional[index]!)];
    const cursors = [
      ...scoring.map((clause) => openTermCursor(context, clause, scored)),
      ...excludedTerms.map((clause) => openTermCursor(context, clause, false)),
    ];
    const addresses = context.scratch(cursors.length * 4);
    context.words.set(cursors, addresses / 4);
    state.set("cursors", addresses);
    state.set("cursorCount", scoring.length);
    state.set("excludedCount", excludedTerms.length);
    state.set("work", context.scratch(scoring.length * 8));
  }

  private openCursors(scored: boolean): void {
    const { context, state } = this;
    const { clauses, places, join } = this.shape;
    const { length } = clauses;
    const order = mustAllMatch(this.shape) ? rarestFirst(context, clauses) : clauses.keys();
    const disjunction = length > 1 && join === "any";
    const addresses = context.scratch(length * 4);
    const work = context.scratch(disjunction ? length * WORK_ENTRY_BYTES : MERGE_WORK_BYTES);
    let at = 0;
    for (const clause of order) {
      if (places) context.positions(clauses[clause]!.field);
      const cursor = openTermCursor(context, clauses[clause]!, scored);
      if (places) context.kernel.setOffset(cursor, places[clause]!);
      if (disjunction) context.words[(work + at * WORK_ENTRY_BYTES + WORK_CURSOR) / 4] = cursor;
      context.words[addresses / 4 + at++] = cursor;
    }
    state.set("cursors", addresses);
    state.set("cursorCount", length);
    state.set("slop", this.shape.slop ?? 0);
    state.set("work", work);
    if (!disjunction) return;
    const window = context.window();
    context.kernel.windowClear(window.bitsAddress);
    state.set("bits", window.bitsAddress);
    if (!scored) return;
    context.kernel.clearScores(window.scoresAddress);
    state.set("scores", window.scoresAddress);
  }

  /** The documents that the slice admits: live, matching the filter, not excluded. */
  private writeMask(from: number, to: number): void {
    const { bytes, kernel } = this.context;
    const { filter } = this.shape;
    const mask = this.mask!;
    this.state.set("acceptBase", from);
    if (this.live && !filter && !this.excluded) {
      this.copyLive(this.live, from, to);
      return;
    }
    for (let base = from; base < to; base += WINDOW_DOCS) {
      const into = this.accept + (base - from) / 8;
      if (filter && (filter.nextWindow(base) !== base || !filter.fill(base, mask, false))) {
        bytes.fill(0, into, into + WINDOW_BYTES);
        continue;
      }
      if (!filter && this.live) loadLive(this.live, base, mask);
      else if (!filter) mask.bits.fill(0xffffffff);
      else if (this.live) keepLive(this.live, base, mask);
      this.exclude(base, mask);
      kernel.windowCopy(into, mask.bitsAddress);
    }
  }

  private copyLive(live: Uint32Array, from: number, to: number): void {
    const { words } = this.context;
    const bits = live.subarray(from / 32, Math.ceil(to / 32));
    words.set(bits, this.accept / 4);
    words.fill(0, this.accept / 4 + bits.length, (this.accept + SLICE_BYTES) / 4);
  }

  private exclude(base: number, mask: WindowBuffer): void {
    const { excluded } = this.shape;
    if (!excluded || !this.excluded || excluded.nextWindow(base) !== base) return;
    if (excluded.fill(base, this.excluded, false, mask))
      this.context.kernel.windowAndNot(mask.bitsAddress, this.excluded.bitsAddress);
  }
}
