import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../../store/memory-files.ts";
import { Harness, testIndex } from "../../testing/documents/documents-harness.ts";
import type { WriteItem } from "../documents.ts";
import { type Ingest, withoutPipelines } from "./ingest.ts";

const item = (id: string, more: Partial<WriteItem> = {}): WriteItem => ({
  kind: "index",
  index: "i",
  id,
  source: Buffer.from('{"a":"x"}'),
  options: {},
  ...more,
});

const missing = (name: string): object => ({
  error: { status: 400, type: "illegal_argument_exception", reason: `pipeline with id [${name}] does not exist` },
});

async function harness(ingest?: Ingest): Promise<Harness> {
  const h = await new Harness(new MemoryFiles(), new Map(), ingest ? { ingest } : {}).start();
  await h.create(testIndex("i"));
  await h.create(testIndex("piped", { "index.default_pipeline": "first", "index.number_of_shards": "3" }));
  await h.create(testIndex("final", { "index.final_pipeline": "last" }));
  return h;
}

describe("without pipelines", () => {
  test("documents fail for which one is asked, or set on the index; `_none` takes the place of the default one", async () => {
    const h = await harness();
    const items = [
      item("1", { pipeline: "x" }),
      item("2", { pipeline: "_none" }),
      item("3", { index: "piped" }),
      item("4", { index: "piped", pipeline: "_none" }),
      item("5", { index: "final", pipeline: "_none" }),
      item("6", { index: "piped", kind: "delete", source: undefined }),
      item("7", { index: "piped", kind: "update", source: Buffer.from('{"doc":{},"doc_as_upsert":true}') }),
    ];
    expect(await h.service.write(items, { refresh: "false" })).toMatchObject([
      missing("x"),
      { ok: true },
      missing("first"),
      { ok: true },
      missing("last"),
      { ok: true, result: "not_found" },
      { ok: true },
    ]);
  });
});

describe("the place of ingest", () => {
  /** What processors could do: sends documents elsewhere, renames, routes, drops and refuses them. */
  const ingest: Ingest = async (items, settingsOf) => {
    const changed = items.map(({ id }, at): WriteItem | undefined => {
      const one = items[at];
      if (id === "drop" || id === "fail" || !one) return undefined;
      return id === "move"
        ? { ...one, index: "piped", id: "moved", pipeline: "_none", options: { routing: "r" } }
        : one;
    });
    const { failed } = await withoutPipelines(
      items.map((one) => (one.id === "fail" ? { ...one, pipeline: "x" } : one)),
      settingsOf,
    );
    return { items: changed, dropped: items.flatMap(({ id }, at) => (id === "drop" ? [at] : [])), failed };
  };

  test("may change index, id and routing, drop and refuse; answers keep their places", async () => {
    const h = await harness(ingest);
    const results = await h.service.write(
      ["drop", "1", "move", "fail", "2"].map((id) => item(id)),
      { refresh: "true" },
    );
    expect(results).toMatchObject([
      { ok: true, index: "i", id: "drop", result: "noop", version: -3, seqNo: -2, primaryTerm: 0 },
      { ok: true, index: "i", id: "1", result: "created" },
      { ok: true, index: "piped", id: "moved", result: "created" },
      { ok: false, index: "i", id: "fail", ...missing("x") },
      { ok: true, index: "i", id: "2", result: "created" },
    ]);
    expect([...h.visible("i").keys()]).toEqual(["1", "2"]);
    expect(await h.service.get([{ index: "piped", id: "moved", routing: "r", realtime: true }])).toMatchObject([
      { found: true, routing: "r" },
    ]);
  });

  test("nothing of a group is written when one of it is refused there", async () => {
    const h = await harness(ingest);
    expect(await h.service.write([item("1"), item("fail")], { refresh: "false", together: true })).toMatchObject([
      { ok: false, error: { type: "write_group_aborted_exception" } },
      missing("x"),
    ]);
    expect(await h.service.get([{ index: "i", id: "1", realtime: true }])).toMatchObject([{ found: false }]);
  });
});
