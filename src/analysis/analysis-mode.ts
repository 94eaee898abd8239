/**
 * Checks when an analyzer may run: filters whose rules change while the index is open may be used only at search time.
 */
import { illegalArgument } from "../compat/errors.ts";
import type { Analyzer } from "./analyzer.ts";
import { updateableFilters } from "./custom-chain.ts";

/** Throws 400 when `analyzer` has search-time-only filters; `mode` is Elasticsearch's name for the requested use. */
export function refuseUpdateable(analyzer: Analyzer, mode: "index time" | "all"): void {
  const filters = analyzer.chain ? updateableFilters(analyzer.chain) : [];
  if (filters.length === 0) return;
  throw illegalArgument(
    `analyzer [${analyzer.name}] contains filters [${filters.join(", ")}] that are not allowed to run in ${mode} mode.`,
  );
}
