/**
 * Finds a bound for the first key of a sort from the windows with the most promising zones. Without it, when values
 * ascend with the documents and the greatest are requested (a log sorted by descending time), every document beats all
 * before it.
 */
import type { OperatorContext, WindowBuffer } from "../../query/operator.ts";
import type { Plan } from "../../query/query.ts";
import { keepLive } from "../../query/execution/live-windows.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { SortLeaf } from "../sort/sort-key.ts";
import { TopRows } from "./top-rows.ts";

/** Number of windows that are probed. */
const PROBED_WINDOWS = 4;
/** So few windows seldom contain more hits than this. */
const MOST_HITS = 1000;

/** A key that follows a column needs no scores. */
const NO_SCORES = new Float32Array(0);
/** Maximum clauses of a query that is probed. */
const MOST_CLAUSES = 16;
/** Queries whose operators take little scratch, so that there is room for a second operator. */
const SMALL_KINDS: ReadonlySet<string> = new Set([
  "MatchAllDocsQuery",
  "TermQuery",
  "IndexOrDocValuesQuery",
  "FieldExistsQuery",
  "BooleanQuery",
  "ConstantScoreQuery",
]);

export interface SortProbeOptions {
  /** The probe builds its own operator from the plan: an operator fills each window only once, in order. */
  readonly plan: Plan;
  readonly context: OperatorContext;
  readonly live: Uint32Array | undefined;
  readonly leaf: SortLeaf;
  /** Number of hits requested. */
  readonly limit: number;
  /** Slot that hits must sort after. */
  readonly after: number;
}

/**
 * A slot that at least `limit` matches do not exceed, so that no document that exceeds it is among the best; Infinity
 * when unknown.
 */
export function probeSort(options: SortProbeOptions): number {
  const { context, leaf, limit } = options;
  const windows =
    limit > 0 && limit <= MOST_HITS ? promisingWindows(leaf, Math.ceil(context.reader.docCount / WINDOW_DOCS)) : [];
  const operator =
    windows.length > 0 && isSmall(options.plan, MOST_CLAUSES) ? options.plan.operator(context) : undefined;
  if (!operator) return Number.POSITIVE_INFINITY;
  const top = new TopRows(limit, 1);
  const window = context.window();
  const found: Float64Array[] = [];
  for (const number of windows) {
    const base = number * WINDOW_DOCS;
    if (operator.nextWindow(base) === base && operator.fill(base, window, false))
      found.push(slotsOfWindow(options, base, window));
  }
  // From the last one back, as the later documents are the better ones: the others are then refused at a glance.
  let { worst } = top;
  for (const slots of found.reverse()) {
    for (let i = slots.length - 1; i >= 0; i--) {
      if (slots[i]! >= worst || slots[i]! <= options.after) continue;
      top.offer(slots, i, i, 0);
      ({ worst } = top);
    }
  }
  return worst;
}

function isSmall({ kind, children }: Plan, most: number): boolean {
  return (
    SMALL_KINDS.has(kind) &&
    children.length <= most &&
    children.every((child) => isSmall(child, most / Math.max(1, children.length)))
  );
}

/** The windows with the best zones, ascending; empty unless zones improve with the documents. */
function promisingWindows({ follows }: SortLeaf, count: number): number[] {
  const zones = follows?.column.zones;
  if (!zones || count <= PROBED_WINDOWS / 2) return [];
  const best = (window: number): number =>
    follows.sign === 1 ? (zones[2 * window] ?? 0) : -(zones[2 * window + 1] ?? 0);
  let better = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let window = 0; window < count; window++) {
    if (best(window) >= least) continue;
    least = best(window);
    better++;
  }
  if (better * 2 <= count) return [];
  const order = Array.from({ length: count }, (_, window) => window).sort((left, right) => best(left) - best(right));
  return order.slice(0, PROBED_WINDOWS).sort((left, right) => left - right);
}

/** The slots of the matches of a window. */
function slotsOfWindow({ live, leaf }: SortProbeOptions, base: number, window: WindowBuffer): Float64Array {
  if (live) keepLive(live, base, window);
  const docs = new Uint32Array(WINDOW_DOCS);
  let count = 0;
  window.bits.forEach((word, index) => {
    for (let left = word; left !== 0; left &= left - 1)
      docs[count++] = base + index * 32 + (31 - Math.clz32(left & -left));
  });
  return slotsOf(leaf, docs.subarray(0, count));
}

function slotsOf(leaf: SortLeaf, docs: Uint32Array): Float64Array {
  const slots = new Float64Array(docs.length);
  leaf.fill(docs, docs.length, NO_SCORES, slots, 0, 1);
  return slots;
}
