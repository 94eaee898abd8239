/** How much work an automaton may cost before its pattern is refused (Lucene's `TooComplexToDeterminizeException`). */

/**
 * What patterns may cost, unless a request says otherwise (`max_determinized_states`,
 * `Operations.DEFAULT_DETERMINIZE_WORK_LIMIT`).
 */
export const DEFAULT_WORK_LIMIT = 10_000;
/** More is not granted, whatever a request says: nobody else would have his turn. */
export const MAX_WORK_LIMIT = 100_000;

/** Members that the sets of states may have together, for each unit of a limit; Lucene's number. */
export const MEMBERS_PER_UNIT = 10;
/**
 * Steps of the construction for each unit. Lucene has no such limit; patterns of its tests stay a hundred times below
 * it.
 */
export const STEPS_PER_UNIT = 100;
