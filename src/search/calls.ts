/** All calls of the search side. */
import type { CallKind } from "./call-kind.ts";
import { analyze } from "./calls/analyze.ts";
import { count } from "./calls/count.ts";
import { explain } from "./calls/explain.ts";
import { fieldCaps } from "./calls/field-caps.ts";
import { msearch } from "./calls/msearch.ts";
import { mtermvectors } from "./calls/mtermvectors.ts";
import { search } from "./calls/search.ts";
import { termvectors } from "./calls/termvectors.ts";
import { validate } from "./calls/validate.ts";
import { visible } from "./calls/visible.ts";

export const calls: readonly CallKind[] = [analyze, count, explain, fieldCaps, msearch, mtermvectors, search, termvectors, validate, visible];
