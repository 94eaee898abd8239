/** For tests that have no pipelines. */
import type { Ingest } from "../../documents/write/ingest.ts";

export const noIngest: Ingest = (items) =>
  Promise.resolve({ items, dropped: [], failed: [], executed: undefined, tookMs: undefined });
