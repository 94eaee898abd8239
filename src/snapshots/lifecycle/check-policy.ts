/** What a policy must fulfil, in Elasticsearch's words. */
import { clusterSetting } from "../../cluster/cluster-settings.ts";
import type { ClusterState } from "../../cluster/cluster-state.ts";
import { resolveDateMath } from "../../cluster/date-math-names.ts";
import { FORBIDDEN, FORBIDDEN_LIST, MAX_INDEX_NAME_BYTES } from "../../cluster/index-names.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { randomUuid } from "../../core/clock.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { REPOSITORIES } from "../repositories.ts";
import { MOST_METADATA_BYTES } from "../snapshot-names.ts";
import { type PolicyDefinition, scheduleOf } from "./policy.ts";

/** Throws 400. */
export function checkPolicy(state: ClusterState, id: string, definition: PolicyDefinition, nowMs: number): void {
  const { name, schedule, repository, config } = definition;
  const faults = [
    ...idFaults(id),
    ...nameFaults(name, snapshotNameOf(definition, nowMs)),
    ...scheduleFaults(schedule),
    ...metadataFaults(id, ownOf(config, "metadata")),
    ...(repository.trim() === "" ? [`invalid repository name [${repository}]: cannot be empty`] : []),
  ];
  if (faults.length > 0) throw validationFailed(faults);
  if (!ownOf(ownOf(state.customs, REPOSITORIES), repository))
    throw illegalArgument(`no such repository [${repository}]`);
  checkInterval(state, schedule, nowMs);
}

/** A new name for a snapshot of a policy. */
export function snapshotNameOf({ name }: Pick<PolicyDefinition, "name">, nowMs: number): string {
  return `${resolveDateMath(name, nowMs)}-${randomUuid().toLowerCase()}`;
}

/** The metadata that a snapshot of a policy has. */
export function metadataOf(policy: string, config: JsonObject | undefined): JsonObject {
  const metadata = ownOf(config, "metadata");
  return { ...(isJsonObject(metadata) ? metadata : {}), policy };
}

function idFaults(id: string): string[] {
  const faults: string[] = [];
  if (FORBIDDEN.test(id))
    faults.push(`invalid policy id [${id}]: must not contain the following characters ${FORBIDDEN_LIST}`);
  if (id.startsWith("_")) faults.push(`invalid policy id [${id}]: must not start with '_'`);
  const bytes = Buffer.byteLength(id);
  if (bytes > MAX_INDEX_NAME_BYTES)
    faults.push(`invalid policy id [${id}]: name is too long, (${bytes} > ${MAX_INDEX_NAME_BYTES} bytes)`);
  return faults;
}

function nameFaults(pattern: string, generated: string): string[] {
  const faults: string[] = [];
  const fault = (what: string): void => void faults.push(`invalid snapshot name [${pattern}]: ${what}`);
  if (generated.includes("#")) fault("must not contain '#'");
  if (generated.startsWith("_")) fault("must not start with '_'");
  if (generated !== generated.toLowerCase()) fault("must be lowercase");
  // The words are Elasticsearch's.
  if (FORBIDDEN.test(generated)) fault(`must not contain contain the following characters ${FORBIDDEN_LIST}`);
  return faults;
}

function scheduleFaults(schedule: string): string[] {
  if (schedule.trim() === "") return [`invalid schedule [${schedule}]: must not be empty`];
  if (/^0+[a-z]*$/i.test(schedule.trim()))
    return [`invalid schedule [${schedule}]: time unit must be at least 1 millisecond`];
  if (!scheduleOf(schedule, 0)) return [`invalid schedule [${schedule}]: must be a valid cron expression or time unit`];
  return [];
}

function metadataFaults(policy: string, metadata: Json | undefined): string[] {
  if (metadata === undefined) return [];
  if (!isJsonObject(metadata))
    return [`invalid configuration.metadata [${writeJson(metadata)}]: must be an object if present`];
  if (Object.hasOwn(metadata, "policy"))
    return ["invalid configuration.metadata: field name [policy] is reserved and will be added automatically"];
  const bytes = Buffer.byteLength(writeJson(metadata));
  const added = Buffer.byteLength(writeJson({ ...metadata, policy })) - bytes;
  if (bytes + added <= MOST_METADATA_BYTES) return [];
  return [
    `invalid configuration.metadata: must be smaller than [${MOST_METADATA_BYTES - added}] bytes, but is [${bytes}] bytes`,
  ];
}

function checkInterval(state: ClusterState, schedule: string, nowMs: number): void {
  const minimum = clusterSetting(state, "slm.minimum_interval");
  const times = scheduleOf(schedule, nowMs);
  const first = times?.nextAfter(nowMs);
  const second = first === undefined ? undefined : times?.nextAfter(first);
  if (first === undefined || second === undefined) return;
  if (second - first < parseTimeMs(minimum, "slm.minimum_interval"))
    throw illegalArgument(
      `invalid schedule [${schedule}]: schedule would be too frequent, executing more than every [${minimum}]`,
    );
}
