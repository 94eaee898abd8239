/** How much work an automaton may cost before its pattern is rejected (Lucene's `TooComplexToDeterminizeException`). */

/** Default work limit of patterns (`max_determinized_states`, `Operations.DEFAULT_DETERMINIZE_WORK_LIMIT`). */
export const DEFAULT_WORK_LIMIT = 10_000;
/** Maximum limit, whatever a request says: more would block other requests. */
export const MAX_WORK_LIMIT = 100_000;

/** Maximum total members of the state sets, per unit of a limit; Lucene's number. */
export const MEMBERS_PER_UNIT = 10;
/**
 * Steps of the construction per unit. Lucene has no such limit; the patterns in its tests need less than a hundredth of
 * it.
 */
export const STEPS_PER_UNIT = 100;
