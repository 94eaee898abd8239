/** `reindex_rethrottle`: how fast a reindex goes from now on. */
import type { Operation } from "./operation.ts";
import { rethrottleOperation } from "./requests/by-query/rethrottle.ts";

export const reindexRethrottle: Operation = rethrottleOperation("reindex_rethrottle");
