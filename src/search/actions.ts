/** All calls of the search side. */
import type { CallKind } from "./search-action.ts";
import { analyze } from "./actions/analyze.ts";
import { count } from "./actions/count.ts";
import { explain } from "./actions/explain.ts";
import { fieldCaps } from "./actions/field-caps.ts";
import { mergeClusters, mergeCounts, mergeNodes } from "./actions/merge-clusters.ts";
import { msearch } from "./actions/msearch.ts";
import { mtermvectors } from "./actions/mtermvectors.ts";
import { openPointInTime } from "./actions/open-point-in-time.ts";
import { painlessExecute } from "./actions/painless-execute.ts";
import { search } from "./actions/search.ts";
import { termsEnum } from "./actions/terms-enum.ts";
import { termvectors } from "./actions/termvectors.ts";
import { validate } from "./actions/validate.ts";

export const calls: readonly CallKind[] = [
  analyze,
  count,
  explain,
  fieldCaps,
  mergeClusters,
  mergeCounts,
  mergeNodes,
  msearch,
  mtermvectors,
  openPointInTime,
  painlessExecute,
  search,
  termsEnum,
  termvectors,
  validate,
];
