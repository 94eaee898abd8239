/** The leader of an index, asked over the link to its cluster. */
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import { isJsonObject, type JsonObject, type Json } from "../core/json.ts";
import { parseJson } from "../compat/json/parse-json.ts";
import { illegalArgument, RequestError } from "../compat/errors.ts";
import type { LeaseChange, OperationsQuery } from "../documents/replication.ts";
import type { RemoteCluster } from "../remote/remote-cluster.ts";
import {
  CHANGE_LEASE,
  LEADER_INDEX,
  LEADER_INDICES,
  type LeaderPage,
  type Members,
  membersOf,
  receivedPage,
  SHARD_CHANGES,
  textOf,
} from "./leader-calls.ts";

/** An index as its own cluster has it. */
export interface LeaderIndex {
  readonly metadata: IndexMetadata;
  readonly historyUuids: readonly string[];
  /** Its data stream in its stored form. */
  readonly stream: { readonly name: string; readonly stored: JsonObject } | undefined;
}

/** How long an answer may take that nothing is waited for, in milliseconds. */
const CALL_MS = 60_000;

export async function askLeader(remote: RemoteCluster, index: string): Promise<LeaderIndex> {
  const members = membersOf(await remote.call(LEADER_INDEX, { index }, { timeoutMs: CALL_MS }));
  const metadata = jsonOf(members, "metadata");
  const stream = members["stream"] === undefined ? undefined : jsonOf(members, "stream");
  return {
    // Of another server of this product, which wrote it as it keeps it.
    metadata: metadata as unknown as IndexMetadata,
    historyUuids: textOf(members, "histories").split(","),
    stream: stream && { name: textOf(members, "streamName"), stored: stream },
  };
}

/** The indices that may be followed, once the cluster of the leader is beyond a version; undefined: nothing changed. */
export async function askIndices(
  remote: RemoteCluster,
  beyond: number,
  { waitMs, signal }: { readonly waitMs: number; readonly signal: AbortSignal },
): Promise<{ version: number; indices: readonly FollowableIndex[] } | undefined> {
  const asked = await remote.call(LEADER_INDICES, { beyond, waitMs }, { signal, timeoutMs: waitMs + CALL_MS });
  const members = membersOf(asked);
  const version = members["version"];
  if (typeof version !== "number") return undefined;
  const listed = receivedJson(members, "indices");
  return { version, indices: (Array.isArray(listed) ? listed : []) as unknown as FollowableIndex[] };
}

export interface FollowableIndex {
  readonly name: string;
  readonly uuid: string;
  readonly stream: string | null;
}

export async function readChanges(
  remote: RemoteCluster,
  query: OperationsQuery & { readonly index: string },
  signal: AbortSignal,
): Promise<LeaderPage> {
  const body = { ...query };
  return receivedPage(await remote.call(SHARD_CHANGES, body, { signal, timeoutMs: query.waitMs + CALL_MS }));
}

export async function changeLease(
  remote: RemoteCluster,
  leader: { readonly index: string; readonly uuid: string; readonly shard: number },
  change: LeaseChange,
): Promise<void> {
  await remote.call(CHANGE_LEASE, { ...leader, ...change }, { timeoutMs: CALL_MS });
}

/** By which a leader knows its follower. */
export function leaseId(
  cluster: string,
  follower: { readonly name: string; readonly uuid: string },
  { remoteCluster, leaderIndex, leaderUuid }: { remoteCluster: string; leaderIndex: string; leaderUuid: string },
): string {
  return `${cluster}/${follower.name}/${follower.uuid}-following-${remoteCluster}/${leaderIndex}/${leaderUuid}`;
}

function jsonOf(members: Members, name: string): JsonObject {
  const json = receivedJson(members, name);
  if (!isJsonObject(json)) throw illegalArgument(`[${name}] is no object`);
  return json;
}

/** What the leader wrote is JSON: where it is none it was altered on its way, and is asked for once more. */
function receivedJson(members: Members, name: string): Json {
  const text = textOf(members, name);
  try {
    return parseJson(text);
  } catch {
    throw new RequestError(500, "corrupt_transport_exception", `[${name}] that the leader sent is no JSON`);
  }
}
