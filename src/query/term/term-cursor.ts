/** Opens kernel cursors for term clauses. */
import { assert } from "../../core/assert.ts";
import { READS } from "../../segment/field-reads.ts";
import { CURSOR_BYTES } from "../../kernel/structures.ts";
import type { OperatorContext } from "../operator.ts";
import type { TermClause } from "../execution/flat-shape.ts";

/** Inverse norms of a term that does not score: its weight is 0, and so is every score. */
const noInverse = new Float32Array(256);

/**
 * A cursor before the first document of the term. `scored`: scores will be read; they are 0 when the clause has no
 * scoring. `buffer`: where it decodes blocks; by default one that may be shared.
 */
export function openTermCursor(
  context: OperatorContext,
  clause: TermClause,
  scored: boolean,
  buffer = context.decodeBuffer(),
): number {
  const postings = context.postings(clause.field);
  assert(postings !== 0, `field [${clause.field}] has no postings`);
  if (scored && clause.scoring) {
    const { reads } = context.reader;
    const hasNorms = context.reader.field(clause.field)?.norms !== undefined;
    reads.add(clause.field, hasNorms ? READS.frequencies | READS.norms : READS.frequencies);
  }
  const cursor = context.scratch(CURSOR_BYTES);
  const table = scored ? context.table(clause.scoring?.normInverse ?? noInverse) : 0;
  // A buffer names the cursor whose block it holds; uninitialized scratch might hold the address of this one.
  context.words[buffer / 4] = 0;
  context.kernel.openCursor(cursor, postings, clause.ordinal, buffer, clause.scoring?.weight ?? 0, table);
  return cursor;
}
