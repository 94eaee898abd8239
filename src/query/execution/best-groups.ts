/** Writes the structures that the kernel's loops over groups of terms work with. */
import { SEARCH, SEARCH_BYTES, WORK_CURSOR, WORK_ENTRY_BYTES } from "../../kernel/structures.ts";
import type { OperatorContext } from "../operator.ts";
import type { TermClause, TermGroups } from "./flat-shape.ts";
import type { SearchState } from "./search-state.ts";
import { openTermCursor } from "../term/term-cursor.ts";

/** Sets up `state` to search for the best-scoring group. */
export function openGroups(
  context: OperatorContext,
  state: SearchState,
  clauses: readonly TermClause[],
  groups: TermGroups,
): void {
  const { words } = context;
  const own = context.window();
  const shared = context.window();
  const list = context.scratch(groups.sizes.length * 4);
  let from = 0;
  groups.sizes.forEach((size, index) => {
    const group = openGroup(context, clauses.slice(from, from + size), groups.tieBreaker !== 0);
    words[(group + SEARCH.bits) / 4] = shared.bitsAddress;
    words[(group + SEARCH.scores) / 4] = shared.scoresAddress;
    words[(group + SEARCH.target) / 4] = state.address;
    words[list / 4 + index] = group;
    from += size;
  });
  context.kernel.windowClear(shared.bitsAddress);
  context.kernel.clearScores(shared.scoresAddress);
  context.kernel.windowClear(own.bitsAddress);
  state.set("bits", own.bitsAddress);
  state.set("scores", own.scoresAddress);
  state.set("rest", context.window().scoresAddress);
  state.set("work", list);
  state.set("cursorCount", groups.sizes.length);
  context.floats[(state.address + SEARCH.tie) / 4] = groups.tieBreaker;
}

/** Sets up `state` to search for any of the groups, where each group scores as its best term. */
export function openBlends(
  context: OperatorContext,
  state: SearchState,
  clauses: readonly TermClause[],
  sizes: readonly number[],
): void {
  const { words, kernel } = context;
  const own = context.window();
  const shared = context.window();
  const work = context.scratch(sizes.length * WORK_ENTRY_BYTES);
  let from = 0;
  sizes.forEach((size, index) => {
    const word = context.scratch(SEARCH_BYTES);
    const cursors = context.scratch(size * 4);
    for (let i = 0; i < size; i++) words[cursors / 4 + i] = openTermCursor(context, clauses[from + i]!, true);
    words.fill(0, word / 4, (word + SEARCH_BYTES) / 4);
    words[(word + SEARCH.cursors) / 4] = cursors;
    words[(word + SEARCH.cursorCount) / 4] = size;
    words[(word + SEARCH.bits) / 4] = shared.bitsAddress;
    words[(word + SEARCH.scores) / 4] = shared.scoresAddress;
    words[(work + index * WORK_ENTRY_BYTES + WORK_CURSOR) / 4] = word;
    from += size;
  });
  for (const window of [own, shared]) {
    kernel.windowClear(window.bitsAddress);
    kernel.clearScores(window.scoresAddress);
  }
  state.set("work", work);
  state.set("cursorCount", sizes.length);
  state.set("bits", own.bitsAddress);
  state.set("scores", own.scoresAddress);
}

/**
 * Address of a group's search structure. `twice`: with a second cursor for each term, which looks up complete scores.
 */
function openGroup(context: OperatorContext, clauses: readonly TermClause[], twice: boolean): number {
  const { words } = context;
  const group = context.scratch(SEARCH_BYTES);
  const work = context.scratch(clauses.length * WORK_ENTRY_BYTES);
  const cursors = context.scratch(clauses.length * 4);
  words.fill(0, group / 4, (group + SEARCH_BYTES) / 4);
  clauses.forEach((clause, i) => {
    words[(work + i * WORK_ENTRY_BYTES + WORK_CURSOR) / 4] = openTermCursor(context, clause, true);
    words[cursors / 4 + i] = twice ? openTermCursor(context, clause, true) : 0;
  });
  // A group keeps what is above its floor and has no heap of its own.
  words[(group + SEARCH.k) / 4] = 1;
  words[(group + SEARCH.work) / 4] = work;
  words[(group + SEARCH.cursors) / 4] = cursors;
  words[(group + SEARCH.cursorCount) / 4] = clauses.length;
  return group;
}
