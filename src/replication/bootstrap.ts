/** Makes a follower of the immutable files of its leader: the bulk of an index is copied, not indexed again. */
import { restoreIndices } from "../cluster/changes/restore-indices.ts";
import type { ChangeSource, ClusterChange } from "../cluster/cluster-change.ts";
import type { ClusterService } from "../cluster/cluster-service.ts";
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import { replicasOf } from "../cluster/setting-changes.ts";
import { crc32c } from "../core/crc32c.ts";
import { randomUuid } from "../core/clock.ts";
import type { JsonObject } from "../core/json.ts";
import { put } from "../core/names.ts";
import { parseJson } from "../compat/json/parse-json.ts";
import type { Documents } from "../documents/documents.ts";
import type { ShardManifest } from "../store/manifest/shard-manifest.ts";
import type { RemoteCluster } from "../remote/remote-cluster.ts";
import { putFollower } from "./changes.ts";
import { FOLLOWING } from "./follower-record.ts";
import { changeLease, type LeaderIndex, leaseId } from "./leader.ts";
import { joinStream } from "./stream-changes.ts";
import { type RecoveryLimit, recoverySettings } from "./recovery-limit.ts";
import { bytesOf, CLOSE_FILES, damaged, membersOf, numberOf, OPEN_FILES, READ_FILE, textOf } from "./leader-calls.ts";

/** What making a follower works with. */
export interface BootstrapParts {
  readonly cluster: Pick<ClusterService, "state" | "apply" | "preview">;
  readonly documents: Pick<Documents, "importFile" | "importShard" | "removeIndex">;
  readonly remote: RemoteCluster;
  readonly limit: RecoveryLimit;
}

/** The follower that is to be. */
export interface NewFollower {
  readonly name: string;
  readonly leader: LeaderIndex;
  /** Its own settings, which go before those of the leader. */
  readonly settings: Readonly<Record<string, string | string[] | null>>;
  readonly parameters: JsonObject;
  readonly dataStream: string | undefined;
}

/** Leaders send no larger ones. */
const LARGEST_PIECE_BYTES = 4 * 1024 * 1024;
// A piece that came damaged, or not at all, is asked for so often.
const ATTEMPTS = 4;

/** Resolves when the follower is in the cluster state. When it rejects nothing of it is left. */
export async function bootstrap(parts: BootstrapParts, follower: NewFollower, source: ChangeSource): Promise<string> {
  const { cluster, remote, documents } = parts;
  const { leader, name } = follower;
  const metadata = followerMetadata(follower);
  const changes = changesFor(remote.alias, follower, metadata);
  await cluster.preview(...changes);
  const id = leaseId(
    cluster.state.clusterName,
    { name, uuid: metadata.uuid },
    { remoteCluster: remote.alias, leaderIndex: leader.metadata.name, leaderUuid: leader.metadata.uuid },
  );
  const leased: number[] = [];
  const place = (shard: number): { index: string; uuid: string; shard: number } => ({
    index: leader.metadata.name,
    uuid: leader.metadata.uuid,
    shard,
  });
  try {
    for (let shard = 0; shard < metadata.numberOfShards; shard++) {
      await changeLease(remote, place(shard), { kind: "add", id, retainingSeqNo: 0, source: "ccr" });
      leased.push(shard);
    }
    await copyFiles(parts, leader.metadata, metadata.uuid);
    await cluster.apply(source, ...changes);
  } catch (error) {
    for (const shard of leased) {
      // One that stays expires.
      await changeLease(remote, place(shard), { kind: "remove", id }).catch(() => undefined);
    }
    const isThere = Object.values(cluster.state.indices).some(({ uuid }) => uuid === metadata.uuid);
    if (!isThere) await documents.removeIndex(metadata.uuid).catch(() => undefined); // the next start removes it
    throw error;
  }
  return metadata.uuid;
}

function changesFor(alias: string, follower: NewFollower, metadata: IndexMetadata): ClusterChange[] {
  const { leader, name, parameters, dataStream } = follower;
  const record = {
    remoteCluster: alias,
    leaderIndex: leader.metadata.name,
    leaderUuid: leader.metadata.uuid,
    historyUuids: leader.historyUuids,
    isActive: true,
    parameters,
  };
  const restored = { metadata, from: leader.metadata.name, keepsAliases: false };
  const changes = [
    restoreIndices({ place: `_ccr_${alias}:_latest_/_latest_`, indices: [restored], dataStreams: {} }),
    putFollower(metadata.uuid, record),
  ];
  if (leader.stream) changes.push(joinStream(name, dataStream ?? leader.stream.name, leader.stream.stored));
  return changes;
}

function followerMetadata({ name, leader, settings: given }: NewFollower): IndexMetadata {
  const uuid = randomUuid();
  const settings: Record<string, string | readonly string[]> = { ...leader.metadata.settings };
  for (const [key, value] of Object.entries(given)) {
    if (value === null) delete settings[key];
    else put(settings, key, value);
  }
  Object.assign(settings, { "index.uuid": uuid, "index.provided_name": name, [FOLLOWING]: "true" });
  return {
    ...leader.metadata,
    name,
    uuid,
    state: "open",
    settings,
    numberOfReplicas: replicasOf(settings),
    aliases: {},
    system: false,
  };
}

async function copyFiles(parts: BootstrapParts, leader: IndexMetadata, uuid: string): Promise<void> {
  const { documents, remote, cluster } = parts;
  const asked = { index: leader.name, uuid: leader.uuid };
  const timeoutMs = recoverySettings(cluster.state).pieceMs;
  const opened = membersOf(await remote.call(OPEN_FILES, asked, { timeoutMs }));
  const session = textOf(opened, "session");
  try {
    const shards = opened["shards"];
    for (const one of Array.isArray(shards) ? shards : []) {
      const held = membersOf(one);
      const shard = numberOf(held, "shard");
      const files = held["files"];
      for (const file of Array.isArray(files) ? files : []) {
        const { path, bytes } = { path: textOf(membersOf(file), "path"), bytes: numberOf(membersOf(file), "bytes") };
        const place = { uuid, shard, path };
        for await (const { piece, isLast } of piecesOf(parts, { session, shard, path }, bytes))
          await documents.importFile({ ...place, isLast }, piece);
      }
      // Sealed by the leader, and read back with its checksums.
      const manifest = parseJson(textOf(held, "manifest")) as unknown as ShardManifest;
      await documents.importShard(uuid, shard, manifest);
    }
  } finally {
    await remote.call(CLOSE_FILES, { session }, { timeoutMs }).catch(() => undefined); // it ends by itself
  }
}

interface AskedFile {
  readonly session: string;
  readonly shard: number;
  readonly path: string;
}

/** The pieces of a file in their order, some of them asked for ahead, as fast as they may come. */
async function* piecesOf(
  { remote, cluster, limit }: BootstrapParts,
  file: AskedFile,
  bytes: number,
): AsyncGenerator<{ readonly piece: Uint8Array; readonly isLast: boolean }> {
  const { pieceBytes, pieces, pieceMs } = recoverySettings(cluster.state);
  const step = Math.min(pieceBytes, LARGEST_PIECE_BYTES);
  const ahead: Promise<Uint8Array>[] = [];
  const ask = async (at: number): Promise<Uint8Array> => {
    const wanted = Math.min(step, bytes - at);
    await limit.passed(wanted, recoverySettings(cluster.state).bytesPerSecond);
    return readPiece(remote, { ...file, at, bytes: step }, pieceMs);
  };
  for (let at = 0, next = 0; at === 0 || at < bytes; at += step) {
    for (; ahead.length < pieces && (next === 0 || next < bytes); next += step) {
      const piece = ask(next);
      // Who waits for it hears of it; when an earlier one fails, nobody does.
      piece.catch(() => undefined);
      ahead.push(piece);
    }
    const piece = await ahead.shift()!;
    yield { piece, isLast: at + step >= bytes };
  }
}

async function readPiece(
  remote: RemoteCluster,
  asked: AskedFile & { readonly at: number; readonly bytes: number },
  timeoutMs: number,
): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt++) {
    try {
      const members = membersOf(await remote.call(READ_FILE, { ...asked }, { timeoutMs }));
      const piece = bytesOf(members, "bytes");
      if (crc32c(piece) !== numberOf(members, "check")) throw damaged(`a piece of [${asked.path}]`);
      return Uint8Array.from(piece);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}
