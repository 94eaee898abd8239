/** What every BlobStore does; each implementation runs this suite. */
import { expect, test } from "vitest";
import { BlobMissing, type BlobStore } from "./blob-store.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text);

async function textOf(store: BlobStore, name: string): Promise<string> {
  return Buffer.from(await store.read(name)).toString();
}

async function* pieces(...texts: string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield Promise.resolve(bytes(text));
}

export function blobStoreContract(name: string, open: () => Promise<BlobStore>): void {
  test(`${name}: what was written is read, as a whole and in pieces`, async () => {
    const store = await open();
    await store.write("a/b", pieces("one", "", "two"));
    await store.write("empty", bytes(""));
    expect(await textOf(store, "a/b")).toBe("onetwo");
    expect(await textOf(store, "empty")).toBe("");
    const parts: Uint8Array[] = [];
    for await (const part of store.stream("a/b")) parts.push(part);
    expect(Buffer.concat(parts).toString()).toBe("onetwo");
    await store.write("a/b", bytes("three"));
    expect(await textOf(store, "a/b")).toBe("three");
  });

  test(`${name}: a blob that is missing is told by name`, async () => {
    const store = await open();
    await expect(store.read("x/y")).rejects.toThrow(new BlobMissing("x/y"));
    const read = async (): Promise<void> => {
      for await (const part of store.stream("x")) expect(part).toBeUndefined();
    };
    await expect(read()).rejects.toBeInstanceOf(BlobMissing);
  });

  test(`${name}: of several who create a blob, one does`, async () => {
    const store = await open();
    const texts = ["1", "2", "3", "4"];
    const outcomes = await Promise.all(texts.map((text) => store.create("index-1", bytes(text))));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await textOf(store, "index-1")).toBe(texts[outcomes.indexOf(true)]);
    expect(await store.create("index-1", bytes("5"))).toBe(false);
    expect(await store.list("")).toHaveLength(1);
  });

  test(`${name}: blobs are listed by prefix, in order, and removed`, async () => {
    const store = await open();
    expect(await store.list("")).toEqual([]);
    for (const blob of ["data/u/2", "data/u/10", "data/v/1", "index-1", "index-10"])
      await store.write(blob, bytes(blob));
    expect((await store.list("index-")).map((entry) => entry.name)).toEqual(["index-1", "index-10"]);
    expect(await store.list("data/u/")).toEqual([
      { name: "data/u/10", bytes: 9 },
      { name: "data/u/2", bytes: 8 },
    ]);
    expect(await store.list("none/")).toEqual([]);
    await store.remove(["data/u/2", "data/u/10", "nothing", "index-1"]);
    expect((await store.list("")).map((entry) => entry.name)).toEqual(["data/v/1", "index-10"]);
  });

  test(`${name}: content that breaks off leaves nothing, and what was there before`, async () => {
    const store = await open();
    await store.write("kept", bytes("before"));
    async function* broken(): AsyncIterable<Uint8Array> {
      yield await Promise.resolve(bytes("half"));
      throw new Error("cut");
    }
    await expect(store.write("kept", broken())).rejects.toThrow("cut");
    await expect(store.write("new", broken())).rejects.toThrow("cut");
    expect(await textOf(store, "kept")).toBe("before");
    expect((await store.list("")).map((entry) => entry.name)).toEqual(["kept"]);
  });

  test(`${name}: no name leaves the store`, async () => {
    const store = await open();
    for (const blob of ["../x", "a/../x", "/x", "a//b", "", ".", "a/..", "a b"])
      await expect(store.write(blob, bytes("x")), blob).rejects.toThrow("names no blob");
  });
}
