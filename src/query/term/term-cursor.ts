/** Opens kernel cursors for term clauses. */
import { assert } from "../../core/assert.ts";
import { CURSOR_BYTES } from "../../kernel/structures.ts";
import type { OperatorContext } from "../operator.ts";
import type { TermClause } from "../execution/flat-shape.ts";

/** Inverse norms of a term that does not score: its weight is 0, and so is every score. */
const noInverse = new Float32Array(256);

/**
 * A cursor before the first document of the term. `scored`: it will be asked for scores, which are 0 when the clause
 * has none. `buffer`: where it decodes; by default one that it may share with others.
 */
export function openTermCursor(
  context: OperatorContext,
  clause: TermClause,
  scored: boolean,
  buffer = context.decodeBuffer(),
): number {
  const postings = context.postings(clause.field);
  assert(postings !== 0, `field [${clause.field}] has no postings`);
  const cursor = context.scratch(CURSOR_BYTES);
  const table = scored ? context.table(clause.scoring?.normInverse ?? noInverse) : 0;
  // A buffer names the cursor whose block it holds; scratch may hold anything, even the address of this one.
  context.words[buffer / 4] = 0;
  context.kernel.openCursor(cursor, postings, clause.ordinal, buffer, clause.scoring?.weight ?? 0, table);
  return cursor;
}
