import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { blobStoreContract } from "./blob-store.contract.ts";
import { FolderBlobs } from "./folder-blobs.ts";
import { MemoryBlobs } from "../../testing/store/memory-blobs.ts";

const folder = mkdtempSync(join(tmpdir(), "wardex-blobs-"));
let opened = 0;
afterAll(() => rmSync(folder, { recursive: true }));

blobStoreContract("memory", () => Promise.resolve(new MemoryBlobs()));
blobStoreContract("folder", () => Promise.resolve(new FolderBlobs(join(folder, String(++opened)))));
