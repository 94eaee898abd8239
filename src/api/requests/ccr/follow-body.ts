/** Bodies that say whom an index follows, and how. */
import { type BodyShape, parseObject } from "../../../compat/object-parser.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { ownOf } from "../../../core/names.ts";
import { followFaults, followMembers, givenParameters } from "../../../replication/follow-parameters.ts";
import { validationFailed } from "../../../compat/validation-failed.ts";

const FOLLOW: BodyShape = {
  name: "indices:admin/xpack/ccr/put_follow",
  members: {
    remote_cluster: "text",
    leader_index: "text",
    data_stream_name: "text",
    settings: "object",
    ...followMembers,
  },
};

const RESUME: BodyShape = { name: "cluster:admin/xpack/ccr/resume_follow", members: { ...followMembers } };

const PATTERN: BodyShape = {
  name: "put_auto_follow_pattern_request",
  members: {
    remote_cluster: "text",
    leader_index_patterns: "texts",
    leader_index_exclusion_patterns: "texts",
    follow_index_pattern: "text",
    settings: "object",
    ...followMembers,
  },
};

export interface FollowBody {
  readonly remoteCluster: string;
  readonly leaderIndex: string;
  readonly dataStream: string | undefined;
  readonly settings: JsonObject;
  readonly parameters: JsonObject;
}

/** Throws 400 with all that is wrong. */
export function followBody(json: Json, text: string): FollowBody {
  const body = parseObject(FOLLOW, json, text);
  const faults = followFaults(body);
  const remoteCluster = textOf(body, "remote_cluster");
  const leaderIndex = textOf(body, "leader_index");
  const dataStream = textOf(body, "data_stream_name");
  if (remoteCluster === undefined) faults.push("remote_cluster is missing");
  if (leaderIndex === undefined) faults.push("leader_index is missing");
  if (dataStream?.trim() === "") faults.push("data stream name must contain text if present");
  if (faults.length > 0 || remoteCluster === undefined || leaderIndex === undefined) throw validationFailed(faults);
  return { remoteCluster, leaderIndex, dataStream, settings: objectOf(body), parameters: givenParameters(body) };
}

/** The tuning fields of a follower that goes on. */
export function resumeBody(json: Json | undefined, text: string): JsonObject {
  if (json === undefined) return {};
  const body = parseObject(RESUME, json, text);
  const faults = followFaults(body);
  if (faults.length > 0) throw validationFailed(faults);
  return givenParameters(body);
}

export interface PatternBody {
  readonly remoteCluster: string;
  readonly patterns: readonly string[];
  readonly exclusions: readonly string[];
  readonly followPattern: string | undefined;
  readonly settings: JsonObject;
  readonly parameters: JsonObject;
}

const LONGEST_NAME_BYTES = 255;

/** Throws 400 with all that is wrong with the pattern of this name. */
export function patternBody(name: string, json: Json, text: string): PatternBody {
  const body = parseObject(PATTERN, json, text);
  const faults = followFaults(body);
  if (name.includes(",")) faults.push("[name] name must not contain a ','");
  if (name.startsWith("_")) faults.push("[name] name must not start with '_'");
  const bytes = Buffer.byteLength(name);
  if (bytes > LONGEST_NAME_BYTES) faults.push(`[name] name is too long (${bytes} > ${LONGEST_NAME_BYTES})`);
  const remoteCluster = textOf(body, "remote_cluster");
  if (remoteCluster === undefined) faults.push("[remote_cluster] is missing");
  const patterns = textsOf(body, "leader_index_patterns");
  if (patterns.length === 0) faults.push("[leader_index_patterns] is missing");
  if (faults.length > 0 || remoteCluster === undefined) throw validationFailed(faults);
  return {
    remoteCluster,
    patterns,
    exclusions: textsOf(body, "leader_index_exclusion_patterns"),
    followPattern: textOf(body, "follow_index_pattern"),
    settings: objectOf(body),
    parameters: givenParameters(body),
  };
}

function textOf(body: JsonObject, name: string): string | undefined {
  const value = ownOf(body, name);
  return typeof value === "string" ? value : undefined;
}

function textsOf(body: JsonObject, name: string): string[] {
  const value = ownOf(body, name);
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

function objectOf(body: JsonObject): JsonObject {
  const value = ownOf(body, "settings");
  return isJsonObject(value) ? value : {};
}
