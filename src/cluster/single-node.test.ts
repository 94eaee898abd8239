import { expect, test } from "vitest";
import { BlobRegisters } from "../store/registers/blob-registers.ts";
import { MemoryFiles } from "../store/memory-files.ts";
import { MemoryBlobs } from "../testing/store/memory-blobs.ts";
import { beginLife, refuseMember } from "./single-node.ts";

const registers = (): BlobRegisters => new BlobRegisters(new MemoryBlobs(), { pollMs: 10_000 });

test("each life has a name of its own, and knows those before, whatever became of the disk", async () => {
  const shared = registers();
  const files = new MemoryFiles();
  expect(await beginLife(shared, files, "data")).toEqual({ writer: "single.1", earlier: [] });
  expect(await beginLife(shared, files, "data")).toEqual({ writer: "single.2", earlier: ["single.1"] });
  const lives = await Promise.all([1, 2, 3].map(() => beginLife(shared, new MemoryFiles(), "data")));
  expect(lives.map(({ writer }) => writer).sort()).toEqual(["single.3", "single.4", "single.5"]);
});

test("a folder of another cluster, or with data of its own, is refused", async () => {
  const files = new MemoryFiles();
  await beginLife(registers(), files, "data");
  await expect(beginLife(registers(), files, "data")).rejects.toThrow("[data] belongs to another cluster");
  expect(() => refuseMember(files, "data")).toThrow("[data] belongs to a cluster: start with --cluster");
  const own = new MemoryFiles();
  await own.replace("cluster/cluster-state-1", Buffer.from("x"));
  await expect(beginLife(registers(), own, "data")).rejects.toThrow("[data] holds data that the cluster does not know");
  expect(() => refuseMember(own, "data")).not.toThrow();
});
