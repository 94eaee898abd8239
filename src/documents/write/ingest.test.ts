import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../../store/memory-files.ts";
import { Harness, testIndex } from "../../testing/documents/documents-harness.ts";
import { illegalArgument, toPortableError } from "../../compat/errors.ts";
import type { WriteItem } from "../documents.ts";
import type { Ingest } from "./ingest.ts";

const item = (id: string, more: Partial<WriteItem> = {}): WriteItem => ({
  kind: "index",
  index: "i",
  id,
  source: Buffer.from('{"a":"x"}'),
  options: {},
  ...more,
});

describe("the place of ingest", () => {
  /** What processors could do: sends documents elsewhere, renames, routes, drops and refuses them. */
  const ingest: Ingest = (items) => {
    const changed = items.map((one): WriteItem | undefined => {
      if (one.id === "drop" || one.id === "fail") return undefined;
      return one.id === "move" ? { ...one, index: "piped", id: "moved", options: { routing: "r" } } : one;
    });
    const places = (id: string): number[] => items.flatMap((one, at) => (one.id === id ? [at] : []));
    return Promise.resolve({
      items: changed,
      dropped: places("drop"),
      failed: places("fail").map((at) => ({ at, error: toPortableError(illegalArgument("no")) })),
      executed: new Map([[1, ["p"]]]),
      tookMs: 1,
    });
  };

  async function harness(): Promise<Harness> {
    const h = await new Harness(new MemoryFiles(), new Map(), { ingest }).start();
    for (const name of ["i", "piped"]) await h.create(testIndex(name));
    return h;
  }

  test("items are placed where they are sent, left out, or answered with their failure", async () => {
    const h = await harness();
    const results = await h.service.write(
      ["drop", "1", "move", "fail", "2"].map((id) => item(id)),
      { refresh: "true" },
    );
    expect(results).toMatchObject([
      { ok: true, index: "i", id: "drop", result: "noop", version: -3, seqNo: -2, primaryTerm: 0 },
      { ok: true, index: "i", id: "1", result: "created", executedPipelines: ["p"] },
      { ok: true, index: "piped", id: "moved", result: "created" },
      { ok: false, index: "i", id: "fail", error: { status: 400, reason: "no" } },
      { ok: true, index: "i", id: "2", result: "created" },
    ]);
    expect([...h.visible("i").keys()]).toEqual(["1", "2"]);
    expect(await h.service.get([{ index: "piped", id: "moved", routing: "r", realtime: true }])).toMatchObject([
      { found: true, routing: "r" },
    ]);
  });

  test("of a group nothing is written when a pipeline of one of its items fails", async () => {
    const h = await harness();
    expect(await h.service.write([item("1"), item("fail")], { refresh: "false", together: true })).toMatchObject([
      { ok: false, error: { type: "write_group_aborted_exception" } },
      { ok: false, error: { reason: "no" } },
    ]);
    expect(await h.service.get([{ index: "i", id: "1", realtime: true }])).toMatchObject([{ found: false }]);
  });
});
