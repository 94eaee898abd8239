import { expect, test } from "vitest";
import { BlobRegisters } from "../store/registers/blob-registers.ts";
import { MemoryFiles } from "../store/memory-files.ts";
import { MemoryBlobs } from "../testing/store/memory-blobs.ts";
import { beginNodeLife, type Newcomer } from "./node-life.ts";
import { beginLife } from "./single-node.ts";

const registers = (): BlobRegisters => new BlobRegisters(new MemoryBlobs(), { pollMs: 10_000 });
const newcomer = (nodeId: string, keyDigest = "key"): Newcomer => ({
  nodeId,
  files: new MemoryFiles(),
  folder: `data of ${nodeId}`,
  keyDigest,
});

test("each node has lives of its own, whoever begins first", async () => {
  const shared = registers();
  const [one, two] = [newcomer("one"), newcomer("two")];
  const lives = await Promise.all([beginNodeLife(shared, one), beginNodeLife(shared, two)]);
  expect(lives.map(({ writer }) => writer)).toEqual(["one.1", "two.1"]);
  expect(await beginNodeLife(shared, one)).toMatchObject({ writer: "one.2", earlier: ["one.1"] });
});

test("a node with another secret key, or a folder of another cluster, is refused", async () => {
  const shared = registers();
  const one = newcomer("one");
  await beginNodeLife(shared, one);
  await expect(beginNodeLife(shared, newcomer("two", "other"))).rejects.toThrow("not that of the cluster");
  await expect(beginNodeLife(registers(), one)).rejects.toThrow("[data of one] belongs to another cluster");
  const own = newcomer("own");
  await own.files.replace("log/1", Buffer.from("x"));
  await expect(beginNodeLife(shared, own)).rejects.toThrow("holds data that the cluster does not know");
});

test("a node that was alone is the first of several, with its logs, and alone no more", async () => {
  const shared = registers();
  const alone = newcomer("alone");
  await beginLife(shared, alone.files, alone.folder);
  await beginLife(shared, alone.files, alone.folder);
  await expect(beginNodeLife(shared, newcomer("other"))).rejects.toThrow("start that one with --node-listen first");
  expect(await beginNodeLife(shared, alone)).toMatchObject({
    node: "single",
    writer: "alone.1",
    earlier: ["single.1", "single.2"],
  });
  expect(await beginNodeLife(shared, newcomer("other"))).toMatchObject({
    node: "other",
    writer: "other.1",
    earlier: [],
  });
  await expect(beginLife(shared, alone.files, alone.folder)).rejects.toThrow("consists of several nodes");
});
