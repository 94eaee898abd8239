/** Ends the log of a node: who writes it, wherever it still runs, is acknowledged nothing any more. */
import { encodeSeal } from "./chunks/chunk-format.ts";
import type { ChunkLogs } from "./chunks/chunk-log.ts";
import { LogBeginning } from "./chunks/log-beginning.ts";
import type { BlobStore } from "./blobs/blob-store.ts";
import { type ClusterPlace, openBlobs, openChunkLogs } from "./cluster-place.ts";

/** The logs of all lives of a node, in their order. */
export interface LogsToSeal {
  /** Under this name is kept where they begin. */
  readonly node: string;
  readonly writers: readonly string[];
}

/** Seals the last one, as those before are; answers the place of the seal. */
export async function sealLast(
  logs: ChunkLogs,
  blobs: BlobStore,
  { node, writers }: LogsToSeal,
  by: string,
): Promise<number> {
  const start = await new LogBeginning(blobs, node, writers).read();
  const last = writers.at(-1) ?? "";
  const log = await logs.open(last);
  return log.seal(start?.writer === last ? start.chunk : 1, encodeSeal(by));
}

/** The same, by whoever has nothing open. */
export async function sealLogs(place: ClusterPlace, toSeal: LogsToSeal, by: string): Promise<void> {
  if (!place.files) return;
  const logs = await openChunkLogs(place, by);
  try {
    await sealLast(logs, await openBlobs(place.files), toSeal, by);
  } finally {
    await logs.close();
  }
}
