import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { MemoryBlobs } from "../../testing/store/memory-blobs.ts";
import { StreamChunkLogs } from "../../testing/store/stream-chunk-logs.ts";
import { FolderBlobs } from "../blobs/folder-blobs.ts";
import { BlobChunkLogs } from "./blob-chunk-logs.ts";
import { chunkLogContract } from "./chunk-log.contract.ts";

const folder = mkdtempSync(join(tmpdir(), "wardex-chunks-"));
afterAll(() => rmSync(folder, { recursive: true }));
let opened = 0;

chunkLogContract("memory", async () => {
  const blobs = new MemoryBlobs();
  return async () => new BlobChunkLogs(blobs);
});
chunkLogContract("folder", async () => {
  const path = join(folder, String(++opened));
  return async () => new BlobChunkLogs(new FolderBlobs(path));
});
chunkLogContract("a stream in memory", async () => {
  const logs = new StreamChunkLogs();
  return async () => logs;
});
