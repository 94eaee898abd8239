/** Broken invariants. */

/** Thrown for a broken invariant: our bug or corrupt data. Stops the request or shard; never swallowed. */
export class AssertionError extends Error {
  override name = "AssertionError";
}

/** Checks an invariant; also enabled in production. */
export function assert(condition: unknown, why: string): asserts condition {
  if (!condition) throw new AssertionError(why);
}
