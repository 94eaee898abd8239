import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { MemoryBlobs } from "../../testing/store/memory-blobs.ts";
import { FolderBlobs } from "../blobs/folder-blobs.ts";
import { BlobRegisters } from "./blob-registers.ts";
import { registersContract } from "./registers.contract.ts";

const folder = mkdtempSync(join(tmpdir(), "wardex-registers-"));
afterAll(() => rmSync(folder, { recursive: true }));
let opened = 0;
const bytes = (text: string): Uint8Array => Buffer.from(text);

registersContract("memory", async () => {
  const blobs = new MemoryBlobs();
  return async () => new BlobRegisters(blobs, { pollMs: 1 });
});
registersContract("folder", async () => {
  const path = join(folder, String(++opened));
  return async () => new BlobRegisters(new FolderBlobs(path), { pollMs: 1 });
});

/** Refuses to say how the writes of the given numbers ended. */
class Silent extends MemoryBlobs {
  #writes = 0;
  readonly #lost: readonly number[];
  readonly #dropped: readonly number[];

  constructor(lost: readonly number[], dropped: readonly number[] = []) {
    super();
    this.#lost = lost;
    this.#dropped = dropped;
  }

  override async create(name: string, content: Uint8Array): Promise<boolean> {
    const write = ++this.#writes;
    if (this.#dropped.includes(write)) throw new Error("dropped");
    const isCreated = await super.create(name, content);
    if (this.#lost.includes(write)) throw new Error("no answer");
    return isCreated;
  }
}

test("an answer that was lost is settled by what is there", async () => {
  const registers = new BlobRegisters(new Silent([1, 3], [2]), { pollMs: 1 });
  expect(await registers.compareAndSet("a", 0, bytes("1"))).toBe(1);
  expect(await registers.compareAndSet("a", 1, bytes("2"))).toBe(2);
  const other = new BlobRegisters(new Silent([], [1, 2, 3, 4]), { pollMs: 1 });
  await expect(other.compareAndSet("a", 0, bytes("1"))).rejects.toThrow();
});

test("equal values of two writers are told apart", async () => {
  const blobs = new Silent([2]);
  const [one, other] = [new BlobRegisters(blobs, { pollMs: 1 }), new BlobRegisters(blobs, { pollMs: 1 })];
  expect(await one.compareAndSet("a", 0, bytes("same"))).toBe(1);
  expect(await other.compareAndSet("a", 0, bytes("same"))).toBeUndefined();
});

test("old values go, and a writer who wakes late does not take the place of one", async () => {
  const blobs = new MemoryBlobs();
  const [busy, late] = [new BlobRegisters(blobs, { pollMs: 1 }), new BlobRegisters(blobs, { pollMs: 1 })];
  expect(await late.compareAndSet("a", 0, bytes("0"))).toBe(1);
  for (let revision = 1; revision < 200; revision++)
    expect(await busy.compareAndSet("a", revision, bytes(String(revision)))).toBe(revision + 1);
  expect((await blobs.list("")).length).toBeLessThan(100);
  expect(await late.compareAndSet("a", 1, bytes("late"))).toBeUndefined();
  expect(Buffer.from((await late.read("a"))!.bytes).toString()).toBe("199");
});
