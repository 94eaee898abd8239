/** Transforms as answers show them: what they are asked to do, and how far they are. */
import type { JsonObject } from "../../../core/json.ts";
import type { Services } from "../../operation.ts";
import { principalOf } from "../kept-principal.ts";
import type { KeptTransform, TransformView } from "./transforms.ts";

/** The format of configurations (`TransformConfigVersion`). */
const FORMAT = "10.0.0";

export function shownTransform(
  { id, definition, principal, createdMs }: KeptTransform,
  isGenerated = true,
): JsonObject {
  if (!isGenerated) return { ...definition };
  const { authentication, roles, apiKey } = principalOf(principal);
  const authorization: JsonObject | undefined =
    authentication === "off"
      ? undefined
      : apiKey
        ? { api_key: { id: apiKey.id, name: apiKey.name } }
        : { roles: [...roles] };
  return {
    id,
    ...(authorization ? { authorization } : {}),
    version: FORMAT,
    create_time: createdMs,
    ...definition,
  };
}

/** `behind`: operations of the sources since the last checkpoint; undefined: not known. */
export function shownStats(
  id: string,
  { record, state }: TransformView,
  { info, behind }: { readonly info: Services["info"]; readonly behind: number | undefined },
): JsonObject {
  const { counts, checkpoint, checkpointMs, upperMs, next, changesMs, searchedMs, reason } = record;
  const isRunning = ["started", "indexing", "stopping"].includes(state);
  const { id: node, name } = info;
  return {
    id,
    state,
    ...(reason === undefined ? {} : { reason }),
    ...(isRunning
      ? { node: { id: node, name, ephemeral_id: node, transport_address: `${info.ip}:9300`, attributes: {} } }
      : {}),
    stats: {
      pages_processed: counts.pages,
      documents_processed: counts.read,
      documents_indexed: counts.indexed,
      documents_deleted: counts.deleted,
      trigger_count: counts.triggers,
      index_time_in_ms: counts.indexMs,
      index_total: counts.indexTotal,
      index_failures: counts.indexFailures,
      search_time_in_ms: counts.searchMs,
      search_total: counts.searchTotal,
      search_failures: counts.searchFailures,
      processing_time_in_ms: counts.processMs,
      processing_total: counts.pages,
      delete_time_in_ms: counts.deleteMs,
      exponential_avg_checkpoint_duration_ms: counts.meanCheckpointMs,
      exponential_avg_documents_indexed: counts.meanIndexed,
      exponential_avg_documents_processed: counts.meanRead,
    },
    checkpointing: {
      last: {
        checkpoint,
        ...(checkpoint > 0 ? { timestamp_millis: checkpointMs } : {}),
        ...(upperMs === undefined ? {} : { time_upper_bound_millis: upperMs }),
      },
      ...(next
        ? {
            next: {
              checkpoint: checkpoint + 1,
              timestamp_millis: next.startedMs,
              ...(next.upperMs === undefined ? {} : { time_upper_bound_millis: next.upperMs }),
              checkpoint_progress: {
                docs_indexed: counts.indexed - next.indexedBefore,
                docs_processed: counts.read - next.readBefore,
              },
            },
          }
        : {}),
      ...(behind === undefined || behind === 0 ? {} : { operations_behind: behind }),
      ...(changesMs === undefined ? {} : { changes_last_detected_at: changesMs }),
      ...(searchedMs === undefined ? {} : { last_search_time: searchedMs }),
    },
    health: healthOf(state, reason),
  };
}

function healthOf(state: string, reason: string | undefined): JsonObject {
  if (state !== "failed") return { status: "green" };
  return {
    status: "red",
    issues: [
      {
        type: "transform_task_failed",
        issue: "Transform task state is [failed]",
        details: reason ?? "",
        count: 1,
      },
    ],
  };
}
