/** When an analyzer may run: filters whose rules change while the index is open are for searches only. */
import { illegalArgument } from "../compat/errors.ts";
import type { Analyzer } from "./analyzer.ts";
import { updateableFilters } from "./custom-chain.ts";

/**
 * Throws 400 when `analyzer` has filters that only searches may use; `mode` is how Elasticsearch calls the other use.
 */
export function refuseUpdateable(analyzer: Analyzer, mode: "index time" | "all"): void {
  const filters = analyzer.chain ? updateableFilters(analyzer.chain) : [];
  if (filters.length === 0) return;
  throw illegalArgument(
    `analyzer [${analyzer.name}] contains filters [${filters.join(", ")}] that are not allowed to run in ${mode} mode.`,
  );
}
