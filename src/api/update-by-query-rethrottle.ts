/** `update_by_query_rethrottle`: how fast an update by query goes from now on. */
import type { Operation } from "./operation.ts";
import { rethrottleOperation } from "./requests/by-query/rethrottle.ts";

export const updateByQueryRethrottle: Operation = rethrottleOperation("update_by_query_rethrottle");
