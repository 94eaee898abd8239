/**
 * Where a node keeps its log and state when not in its data directory. Plain data; what it names is loaded when opened.
 */
import { randomUuid } from "../core/clock.ts";
import type { BlobStore } from "./blobs/blob-store.ts";
import type { S3Place } from "./blobs/s3-blobs.ts";
import type { ChunkLogs } from "./chunks/chunk-log.ts";
import { ClusterRefused } from "./cluster-refused.ts";
import type { NatsPlace } from "./nats/nats-client.ts";
import type { Registers } from "./registers/registers.ts";

export type BlobPlace =
  | { readonly kind: "s3"; readonly place: S3Place }
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "given"; readonly store: BlobStore };

export type ClusterPlace = (
  | { readonly kind: "nats"; readonly nats: NatsPlace }
  | { readonly kind: "objects"; readonly blobs: BlobPlace }
  // Of a process whose engines share it; never of settings.
  | { readonly kind: "given"; readonly logs: ChunkLogs }
) & {
  /** Where the files of shards are held; nowhere but on the disk when absent. */
  readonly files?: BlobPlace | undefined;
  /** Least time between chunks of the log. */
  readonly windowMs: number;
};

/** Time between looks for what other nodes wrote into a bucket. */
const POLL_MS = 1000;

/** The registers of a place, once it is examined. `name` is told to NATS. Rejects with ClusterRefused. */
export async function openRegisters(place: ClusterPlace, name: string): Promise<Registers> {
  if (place.kind === "nats") {
    const [{ connectNats }, { NatsRegisters }] = await Promise.all([
      import("./nats/connect-nats.ts"),
      import("./nats/nats-registers.ts"),
    ]);
    return NatsRegisters.open(await connectNats(place.nats, name));
  }
  if (place.kind === "given") throw new ClusterRefused("the registers of the cluster are held by its engines");
  const blobs = await openBlobs(place.blobs);
  const { examineBlobStore } = await import("./blobs/examine-blob-store.ts");
  const fault = await examineBlobStore(blobs).catch((error: unknown) => {
    throw new ClusterRefused(`the store [${blobs.key}] cannot be used: ${String(error)}`);
  });
  if (fault !== undefined) throw new ClusterRefused(`the store [${blobs.key}] must not be used: ${fault}`);
  const { BlobRegisters } = await import("./registers/blob-registers.ts");
  return new BlobRegisters(blobs, { pollMs: POLL_MS });
}

/** The store of the files of shards, once it is known that it may be used. Rejects with ClusterRefused. */
export async function openFileStore({ files }: ClusterPlace): Promise<BlobStore | undefined> {
  if (!files) return undefined;
  const blobs = await openBlobs(files);
  const name = `examined/${randomUuid()}`;
  try {
    await blobs.write(name, new Uint8Array([1]));
    await blobs.read(name);
    await blobs.list("examined/");
    await blobs.remove([name]);
  } catch (error) {
    throw new ClusterRefused(`the store [${blobs.key}] cannot be used: ${String(error)}`);
  }
  return blobs;
}

export async function openChunkLogs(place: ClusterPlace, name: string): Promise<ChunkLogs> {
  if (place.kind === "given") return place.logs;
  if (place.kind === "nats") {
    const [{ connectNats }, { NatsChunkLogs }] = await Promise.all([
      import("./nats/connect-nats.ts"),
      import("./nats/nats-chunk-logs.ts"),
    ]);
    return new NatsChunkLogs(await connectNats(place.nats, name));
  }
  const { BlobChunkLogs } = await import("./chunks/blob-chunk-logs.ts");
  return new BlobChunkLogs(await openBlobs(place.blobs));
}

export async function openBlobs(place: BlobPlace): Promise<BlobStore> {
  if (place.kind === "given") return place.store;
  if (place.kind === "folder") {
    const { FolderBlobs } = await import("./blobs/folder-blobs.ts");
    return new FolderBlobs(place.path);
  }
  const { S3Blobs } = await import("./blobs/s3-blobs.ts");
  return new S3Blobs(place.place);
}
