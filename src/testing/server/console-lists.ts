/** The lists that the build of the web console reads (`scripts/console-lists.mjs`), together: bundled once. */
import { aggregationKinds } from "../../aggregation/kinds.ts";
import { pipelineKinds } from "../../aggregation/pipelines.ts";
import { endpoints } from "../../identity/resources.ts";
import { queryKinds } from "../../query/kinds.ts";
import { operations } from "./all-operations.ts";

export const consoleSources = { operations, endpoints, queryKinds, kinds: [...aggregationKinds, ...pipelineKinds] };
