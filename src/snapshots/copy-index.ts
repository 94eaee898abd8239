/** Copies an index into a repository: of its files, those that are not there yet. */
import type { ClusterState, IndexMetadata } from "../cluster/cluster-state.ts";
import { writeJson } from "../compat/json/write-json.ts";
import type { Clock, MonotonicClock } from "../core/clock.ts";
import type { Documents, HeldFiles, HeldShard } from "../documents/documents.ts";
import { type Copying, copyFile, markOf, openFile, type StoredFile } from "../store/blobs/copied-file.ts";
import type { Repository } from "./repositories.ts";
import type { RateLimit } from "./repository/rate-limit.ts";
import type {
  RepositoryRoot,
  ShardCost,
  ShardFailure,
  StoredIndex,
  StoredShard,
} from "./repository/repository-root.ts";

export interface CopyIndexDependencies {
  readonly documents: Pick<Documents, "holdFiles" | "releaseFiles">;
  readonly clock: Clock & MonotonicClock;
  state(): ClusterState;
}

/** The index to copy, and where from what is known. */
export interface CopiedIndexRequest {
  readonly name: string;
  readonly uuid: string;
  readonly repository: Repository;
  readonly root: RepositoryRoot;
  readonly rate: RateLimit;
  /** Throws when the snapshot is given up. */
  readonly check: () => void;
  /** Told of each blob before it's written. */
  begun(shard: number): void;
  done(shard: number, cost: ShardCost): void;
}

export interface CopiedIndex {
  readonly stored: StoredIndex;
  readonly costs: readonly (ShardCost | null)[];
  readonly failures: readonly ShardFailure[];
}

/** Throws 404 when the index is gone. */
export async function copyIndex(parts: CopyIndexDependencies, request: CopiedIndexRequest): Promise<CopiedIndex> {
  const { documents } = parts;
  const held = await documents.holdFiles(request.uuid);
  try {
    return await copyHeld(parts, request, held);
  } finally {
    await documents.releaseFiles(held.hold);
  }
}

async function copyHeld(
  parts: CopyIndexDependencies,
  request: CopiedIndexRequest,
  held: HeldFiles,
): Promise<CopiedIndex> {
  const { name, uuid } = request;
  // Behind the flush: a document brings its mapping before it is accepted.
  const metadata = metadataOf(parts.state(), request);
  const known = await knownFiles(request);
  const shards: (StoredShard | null)[] = [];
  const costs: (ShardCost | null)[] = [];
  const failures: ShardFailure[] = [];
  for (const shard of held.shards) {
    try {
      if ("failure" in shard) throw new Error(shard.failure);
      request.begun(shard.shard);
      const copied = await copyShard(parts, request, shard, known);
      shards.push(copied.stored);
      costs.push(copied.cost);
      request.done(shard.shard, copied.cost);
    } catch (error) {
      request.check();
      shards.push(null);
      costs.push(null);
      const reason = error instanceof Error ? error.message : String(error);
      failures.push({ index: name, indexUuid: uuid, shard: shard.shard, reason });
    }
  }
  return { stored: { metadata, shards }, costs, failures };
}

function metadataOf(state: ClusterState, { name, uuid }: CopiedIndexRequest): IndexMetadata {
  const metadata = Object.values(state.indices).find((index) => index.uuid === uuid);
  if (!metadata) throw new Error(`index [${name}] is gone`);
  const { resources: _read, ...stored } = metadata;
  return stored;
}

async function copyShard(
  { clock }: CopyIndexDependencies,
  { uuid, repository, rate, check }: CopiedIndexRequest,
  { shard, manifest, files }: HeldShard,
  known: Known,
): Promise<{ stored: StoredShard; cost: ShardCost }> {
  const [startMs, since] = [clock.now(), clock.monotonicMs()];
  const { blobs, partBytes } = repository;
  const copying: Copying = { blobs, folder: `data/${uuid}/`, partBytes, rate, check };
  const stored: StoredFile[] = [];
  // What names the files of a shard is a file as well, which stands in the blob of the index.
  const text = writeJson(manifest);
  const bytes = Buffer.byteLength(text);
  const isNew = !known.manifests.has(`${shard}/${text}`);
  const cost = { files: 1, bytes, newFiles: isNew ? 1 : 0, newBytes: isNew ? bytes : 0 };
  for (const { path, file } of files) {
    check();
    const open = await openFile(file);
    try {
      const mark = await markOf(open);
      const before = known.files.get(keyOf(shard, { path, bytes: open.bytes, mark }));
      cost.files++;
      cost.bytes += open.bytes;
      if (!before) {
        cost.newFiles++;
        cost.newBytes += open.bytes;
      }
      stored.push(before ?? (await copyFile(open, { path, mark }, copying)));
    } finally {
      await open.close();
    }
  }
  const timeMs = Math.round(clock.monotonicMs() - since);
  return { stored: { manifest, files: stored }, cost: { startMs, timeMs, ...cost } };
}

/** What earlier snapshots have copied of an index. */
interface Known {
  readonly files: ReadonlyMap<string, StoredFile>;
  /** As JSON, behind the number of their shard. */
  readonly manifests: ReadonlySet<string>;
}

/** What cannot be read, or is not there as it was written, is not known, and copied anew. */
async function knownFiles({ uuid, repository, root }: CopiedIndexRequest): Promise<Known> {
  const files = new Map<string, StoredFile>();
  const manifests = new Set<string>();
  const blobs = Object.entries(root.indices).flatMap(([blob, index]) => (index.uuid === uuid ? [blob] : []));
  if (blobs.length === 0) return { files, manifests };
  const sizes = new Map((await repository.blobs.list(`data/${uuid}/`)).map(({ name, bytes }) => [name, bytes]));
  for (const blob of blobs) {
    const stored = await repository.data.readIndex(blob).catch(() => undefined);
    stored?.shards.forEach((shard, number) => {
      if (!shard) return;
      manifests.add(`${number}/${writeJson(shard.manifest)}`);
      for (const file of shard.files) if (isWhole(file, sizes)) files.set(keyOf(number, file), file);
    });
  }
  return { files, manifests };
}

function isWhole({ parts, bytes }: StoredFile, sizes: ReadonlyMap<string, number>): boolean {
  return (
    parts.every((part) => sizes.has(part)) && parts.reduce((sum, part) => sum + (sizes.get(part) ?? 0), 0) === bytes
  );
}

function keyOf(shard: number, { path, bytes, mark }: Pick<StoredFile, "path" | "bytes" | "mark">): string {
  return `${shard}/${path}:${bytes}:${mark}`;
}
