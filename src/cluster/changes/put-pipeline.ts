/** Stores a pipeline (`IngestService.putPipeline`). */
import { illegalArgument } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import type { JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { ClusterChange } from "../cluster-change.ts";
import { withCustom } from "./put-custom.ts";

/** The kind of `ClusterState.customs` under which pipelines are kept, in the form of their API. */
export const PIPELINES = "ingest_pipelines";

export interface PutPipelineRequest {
  readonly id: string;
  readonly definition: JsonObject;
  /** The version that the pipeline must have before; undefined: any, or none. */
  readonly ifVersion: number | undefined;
}

export function putPipeline({ id, definition, ifVersion }: PutPipelineRequest): ClusterChange {
  return {
    task: `put-pipeline-${id}`,
    apply(state) {
      const current = ownOf(ownOf(state.customs, PIPELINES), id);
      const next = ifVersion === undefined ? definition : nextVersion(id, definition, ifVersion, current);
      return withCustom(state, PIPELINES, id, next);
    },
  };
}

/** The pipeline with a version: its own, or the one after that of before. */
function nextVersion(
  id: string,
  definition: JsonObject,
  required: number,
  current: JsonObject | undefined,
): JsonObject {
  const conflict = `version conflict, required version [${required}] for pipeline [${id}]`;
  if (!current) throw illegalArgument(`${conflict} but no pipeline was found`);
  const { version: before = null } = current;
  if (before === null || Number(before) !== required)
    throw illegalArgument(`${conflict} but current version is [${valueText(before)}]`);
  const { version = null } = definition;
  if (version === null) return { ...definition, version: required + 1 };
  if (Number(version) === required)
    throw illegalArgument(`cannot update pipeline [${id}] with the same version [${required}]`);
  return definition;
}
