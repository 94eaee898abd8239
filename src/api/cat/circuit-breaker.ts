/** `cat.circuit_breaker`: how much memory requests may hold together, how much they do, and how many were refused. */
import { humanBytes } from "../../compat/human-size.ts";
import { simpleMatchAny } from "../../compat/wildcard.ts";
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { rowsTogether } from "../requests/each-node.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { catTable } from "../stats/columns.ts";

const COLUMNS = [
  "node_id",
  "node_name",
  "breaker",
  "limit",
  "limit_bytes",
  "estimated",
  "estimated_bytes",
  "tripped",
  "overhead",
];

export const catCircuitBreaker: Operation = {
  name: "cat.circuit_breaker",
  actions: ["cluster:monitor/nodes/stats"],
  eachNode: rowsTogether,

  handle({ parameters }, { info, breakers }) {
    checkTimeouts(parameters);
    booleanParameter(parameters, "local", false);
    const patterns = listParameter(parameters, "circuit_breaker_patterns");
    const rows = breakers
      .stats()
      .filter(({ name }) => patterns === undefined || simpleMatchAny(patterns, name))
      .map(({ name, limitBytes, estimatedBytes, overhead, tripped }) => ({
        node_id: info.id,
        node_name: info.name,
        breaker: name,
        limit: humanBytes(limitBytes),
        limit_bytes: limitBytes,
        estimated: humanBytes(estimatedBytes),
        estimated_bytes: estimatedBytes,
        tripped,
        overhead: Number.isInteger(overhead) ? overhead.toFixed(1) : String(overhead),
      }));
    return { status: 200, table: catTable("cat.circuit_breaker", COLUMNS, rows, "all") };
  },
};
