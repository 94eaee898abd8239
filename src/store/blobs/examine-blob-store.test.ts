import { expect, test } from "vitest";
import { MemoryBlobs } from "../../testing/store/memory-blobs.ts";
import { examineBlobStore } from "./examine-blob-store.ts";

/** Looks whether a blob is there, and writes it then: right as long as nobody else writes. */
class Racy extends MemoryBlobs {
  override async create(name: string, bytes: Uint8Array): Promise<boolean> {
    if ((await this.list(name)).length > 0) return false;
    await new Promise((go) => setImmediate(go));
    await this.write(name, bytes);
    return true;
  }
}

/** Does not know the condition. */
class Careless extends MemoryBlobs {
  override async create(name: string, bytes: Uint8Array): Promise<boolean> {
    await this.write(name, bytes);
    return true;
  }
}

/** Lists what was there a moment ago. */
class Lagging extends MemoryBlobs {
  override list(): Promise<[]> {
    return Promise.resolve([]);
  }
}

test("a store that keeps its promises passes, and nothing of the examination stays", async () => {
  const blobs = new MemoryBlobs();
  expect(await examineBlobStore(blobs)).toBeUndefined();
  expect(await blobs.list("")).toEqual([]);
});

test("stores with racy, ignored or late writes are refused", async () => {
  expect(await examineBlobStore(new Racy())).toMatch(/of 16 writers who created a blob at once, \d+ were told/);
  expect(await examineBlobStore(new Careless())).toContain("16 were told");
  expect(await examineBlobStore(new Lagging())).toBe("a blob that was written is not listed");
});
