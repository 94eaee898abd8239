/** `delete_by_query_rethrottle`: how fast a delete by query goes from now on. */
import type { Operation } from "./operation.ts";
import { rethrottleOperation } from "./requests/by-query/rethrottle.ts";

export const deleteByQueryRethrottle: Operation = rethrottleOperation("delete_by_query_rethrottle");
