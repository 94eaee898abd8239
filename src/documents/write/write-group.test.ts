import { describe, expect, test } from "vitest";
import { FaultFiles } from "../../testing/store/fault-files.ts";
import { MemoryFiles } from "../../store/memory-files.ts";
import { Harness, testIndex } from "../../testing/documents/documents-harness.ts";
import type { WriteItem } from "../documents.ts";
import { writeOne } from "../../testing/documents/one-write.ts";

const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const put = (id: string, source: unknown, options: WriteItem["options"] = {}): WriteItem => ({
  kind: "index",
  index: "i",
  id,
  source: json(source),
  options,
});
const create = (id: string, source: unknown): WriteItem => ({
  kind: "create",
  index: "i",
  id,
  source: json(source),
  options: {},
});
const remove = (id: string, options: WriteItem["options"] = {}): WriteItem => ({
  kind: "delete",
  index: "i",
  id,
  options,
});

async function harness(): Promise<Harness> {
  const made = await new Harness(new MemoryFiles()).start();
  await made.create(testIndex("i"));
  return made;
}

describe("groups of writes", () => {
  test("are written as a whole, survive a crash, and are visible together", async () => {
    const h = await harness();
    await writeOne(h.service, put("old", { a: "x" }), "true");
    const results = await h.service.write([create("1", { a: "x" }), put("2", { a: "y" }), remove("old")], {
      refresh: "false",
      together: true,
    });
    expect(results).toMatchObject([
      { ok: true, result: "created", seqNo: 1 },
      { ok: true, result: "created", seqNo: 2 },
      { ok: true, result: "deleted", seqNo: 3 },
    ]);
    expect([...h.visible("i").keys()]).toEqual(["old"]);
    await h.service.refresh(["uuid-of-i"]);
    expect([...h.visible("i").keys()]).toEqual(["1", "2"]);
    const again = await h.crash();
    expect([...again.visible("i").keys()].sort()).toEqual(["1", "2"]);
  });

  test("of which one conflicts leave nothing", async () => {
    const h = await harness();
    await writeOne(h.service, put("1", { a: "x" }), "false");
    const results = await h.service.write([put("2", { a: "y" }), create("1", { a: "y" })], {
      refresh: "true",
      together: true,
    });
    expect(results).toMatchObject([
      { ok: false, id: "2", error: { status: 409, type: "write_group_aborted_exception" } },
      { ok: false, id: "1", error: { status: 409, type: "version_conflict_engine_exception" } },
    ]);
    expect(await writeOne(h.service, put("3", { a: "z" }), "true")).toMatchObject({ ok: true, seqNo: 1 });
    expect([...h.visible("i").keys()]).toEqual(["1", "3"]);
  });

  test("of which one cannot be indexed leave nothing, and what was there before stays", async () => {
    const h = await harness();
    await writeOne(h.service, put("1", { a: "x" }), "false");
    const results = await h.service.write([put("1", { a: "y" }), remove("9"), put("2", { "": 1 })], {
      refresh: "false",
      together: true,
    });
    expect(results.map((result) => result.ok)).toEqual([false, false, false]);
    expect(results[2]).toMatchObject({ error: { status: 400 } });
    expect(await writeOne(h.service, put("3", { a: "z" }), "true")).toMatchObject({ ok: true, seqNo: 1 });
    expect(await h.service.get([{ index: "i", id: "1", realtime: true }])).toMatchObject([
      { found: true, seqNo: 0, version: 1 },
    ]);
    expect([...h.visible("i").keys()]).toEqual(["1", "3"]);
  });

  test("with conditions hold for the versions that were read", async () => {
    const h = await harness();
    await h.service.write([create("1", { a: "x" }), create("2", { a: "x" })], { refresh: "false", together: true });
    const change = (ifSeqNo: number): Promise<unknown> =>
      h.service.write(
        [put("1", { a: "y" }, { ifSeqNo, ifPrimaryTerm: 1 }), remove("2", { ifSeqNo: 1, ifPrimaryTerm: 1 })],
        { refresh: "true", together: true },
      );
    expect(await change(7)).toMatchObject([{ ok: false }, { ok: false }]);
    expect(await change(0)).toMatchObject([
      { ok: true, version: 2 },
      { ok: true, result: "deleted" },
    ]);
    expect([...h.visible("i").keys()]).toEqual(["1"]);
  });

  test("name no document twice", async () => {
    const h = await harness();
    expect(
      await h.service.write([create("1", { a: "x" }), remove("1")], { refresh: "false", together: true }),
    ).toMatchObject([{ ok: false, error: { status: 400 } }, { ok: false }]);
    expect(await writeOne(h.service, put("1", { a: "x" }), "false")).toMatchObject({ ok: true, seqNo: 0 });
  });

  test("take no updates", async () => {
    const h = await harness();
    await expect(
      h.service.write([{ kind: "update", index: "i", id: "1", source: json({ doc: {} }), options: {} }], {
        refresh: "false",
        together: true,
      }),
    ).rejects.toMatchObject({
      status: 400,
    });
  });

  test("span shards: all of them, or none, and no two groups wait for each other", async () => {
    const h = await harness();
    await h.create(testIndex("j", { "index.number_of_shards": "3" }));
    const on = (index: string, item: WriteItem): WriteItem => ({ ...item, index });
    const group = (n: number): WriteItem[] => [
      create(`${n}`, { a: "x" }),
      ...[0, 1, 2, 3].map((part) => on("j", create(`${n}-${part}`, { a: "x" }))),
    ];
    const together = { refresh: "true", together: true } as const;
    const turned = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? group(n) : group(n).reverse()));
    const answers = await Promise.all(turned.map((items) => h.service.write(items, together)));
    expect(answers.flat().every(({ ok }) => ok)).toBe(true);
    expect(await h.service.write([on("j", create("new", {})), create("3", {})], together)).toMatchObject([
      { ok: false, index: "j", error: { type: "write_group_aborted_exception" } },
      { ok: false, index: "i", error: { type: "version_conflict_engine_exception" } },
    ]);
    expect(await h.service.write([on("j", create("new", { a: 1, "": 1 })), create("new", {})], together)).toMatchObject(
      [
        { ok: false, error: { status: 400, type: "document_parsing_exception" } },
        { ok: false, error: { type: "write_group_aborted_exception" } },
      ],
    );
    expect(await h.service.write([create("new", {}), on("gone", create("1", {}))], together)).toMatchObject([
      { ok: false, error: { type: "write_group_aborted_exception" } },
      { ok: false, error: { type: "index_not_found_exception" } },
    ]);
    const again = await h.crash();
    expect(again.visible("i").size).toBe(20);
    expect([0, 1, 2].reduce((sum, shard) => sum + again.visible("j", shard).size, 0)).toBe(80);
    expect(again.failures).toEqual([]);
  });

  test("of which the log takes nothing leave nothing on any shard", async () => {
    const files = new FaultFiles(new MemoryFiles());
    const h = await new Harness(files).start();
    await h.create(testIndex("i"));
    await h.create(testIndex("j"));
    const items = [create("1", { a: "x" }), { ...create("1", { a: "x" }), index: "j" }];
    for (const on of ["append", "sync"] as const) {
      files.inject({ on, call: 1, code: "ENOSPC" });
      const results = await h.service.write(items, { refresh: "false", together: true });
      expect(results).toMatchObject([{ ok: false }, { ok: false }]);
      for (const index of ["i", "j"])
        expect(await h.service.get([{ index, id: "1", realtime: true }])).toMatchObject([{ found: false }]);
    }
    files.heal();
    expect(await h.service.write(items, { refresh: "false", together: true })).toMatchObject([
      { ok: true },
      { ok: true },
    ]);
    const again = await h.crash();
    expect([again.visible("i").size, again.visible("j").size]).toEqual([1, 1]);
  });
});
