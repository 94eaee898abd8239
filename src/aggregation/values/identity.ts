/** Positions of values when each document of a batch has exactly one. */
import { BATCH_DOCS } from "../aggregation-kind.ts";

/** 0, 1, 2 …; shared, must not be written. */
export const IDENTITY: Uint32Array = Uint32Array.from({ length: BATCH_DOCS }, (_, place) => place);
