import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../store/memory-files.ts";
import { Harness, testIndex } from "../testing/documents/documents-harness.ts";
import type { WriteItem } from "./documents.ts";
import { orThrow, writeOne } from "../testing/documents/one-write.ts";

const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const put = (id: string | undefined, source: unknown, options: WriteItem["options"] = {}): WriteItem => ({
  kind: "index",
  index: "i",
  id,
  source: json(source),
  options,
});

async function harness(settings: Record<string, string> = {}, mapping = {}): Promise<Harness> {
  const made = await new Harness(new MemoryFiles()).start();
  await made.create(testIndex("i", settings, mapping));
  return made;
}

describe("writes", () => {
  test("a document is there for gets at once, and for searches after a refresh", async () => {
    const { service, ...h } = await harness();
    const written = orThrow(await writeOne(service, put("1", { a: "x" }), "false"));
    expect(written).toMatchObject({
      result: "created",
      version: 1,
      seqNo: 0,
      primaryTerm: 1,
      forcedRefresh: false,
      copies: 1,
    });
    const [found] = await service.get([{ index: "i", id: "1", realtime: true }]);
    expect(found).toMatchObject({ found: true, version: 1, seqNo: 0 });
    expect(Buffer.from((found as { source: Uint8Array }).source).toString()).toBe('{"a":"x"}');
    expect((await service.get([{ index: "i", id: "1", realtime: false }]))[0]).toMatchObject({ found: false });
    await service.refresh(["uuid-of-i"]);
    expect((await service.get([{ index: "i", id: "1", realtime: false }]))[0]).toMatchObject({ found: true });
    expect(h.searchers.get("uuid-of-i/0")?.segments).toHaveLength(1);
  });

  test("a document that cannot be parsed leaves nothing behind", async () => {
    const h = await harness();
    expect(await writeOne(h.service, put("1", { a: { bad: true } }), "true")).toMatchObject({
      ok: false,
      error: { status: 400, type: "document_parsing_exception" },
    });
    expect(orThrow(await writeOne(h.service, put("1", { a: "good" }), "true"))).toMatchObject({
      seqNo: 0,
      result: "created",
      forcedRefresh: true,
    });
    expect([...h.visible("i")]).toEqual([["1", 0]]);
  });

  test("an unrefreshed search state does not change when a document is replaced", async () => {
    const h = await harness();
    await writeOne(h.service, put("1", { a: "x" }), "true");
    await writeOne(h.service, put("1", { a: "y" }), "false");
    expect([...h.visible("i")]).toEqual([["1", 0]]);
    expect((await h.service.get([{ index: "i", id: "1", realtime: false }]))[0]).toMatchObject({ seqNo: 0 });
    await h.service.refresh(["uuid-of-i"]);
    expect([...h.visible("i")]).toEqual([["1", 1]]);
  });

  test("conflicts are told in Elasticsearch's words", async () => {
    const h = await harness();
    await writeOne(h.service, put("1", { a: "x" }), "false");
    const create = await writeOne(
      h.service,
      { kind: "create", index: "i", id: "1", source: json({}), options: {} },
      "false",
    );
    expect(create).toMatchObject({
      ok: false,
      error: {
        status: 409,
        type: "version_conflict_engine_exception",
        reason: "[1]: version conflict, document already exists (current version [1])",
        details: { index_uuid: "uuid-of-i", shard: "0", index: "i" },
      },
    });
    const seqNo = await writeOne(h.service, put("1", {}, { ifSeqNo: 5, ifPrimaryTerm: 1 }), "false");
    expect(seqNo).toMatchObject({
      error: {
        reason:
          "[1]: version conflict, required seqNo [5], primary term [1]. current document has seqNo [0] and primary term [1]",
      },
    });
    const missing = await writeOne(h.service, put("2", {}, { ifSeqNo: 5, ifPrimaryTerm: 1 }), "false");
    expect(missing).toMatchObject({
      error: { reason: "[2]: version conflict, required seqNo [5], primary term [1]. but no document was found" },
    });
  });

  test("a delete of nothing is an operation too, and versions of deleted documents go on", async () => {
    const h = await harness();
    const remove: WriteItem = { kind: "delete", index: "i", id: "1", options: {} };
    expect(orThrow(await writeOne(h.service, remove, "false"))).toMatchObject({
      result: "not_found",
      version: 1,
      seqNo: 0,
    });
    expect(orThrow(await writeOne(h.service, remove, "false"))).toMatchObject({
      result: "not_found",
      version: 2,
      seqNo: 1,
    });
    expect(orThrow(await writeOne(h.service, put("1", {}), "false"))).toMatchObject({ result: "created", version: 3 });
    await h.service.flush(["uuid-of-i"], { force: false });
    expect(orThrow(await writeOne(h.service, remove, "false"))).toMatchObject({ result: "deleted", version: 4 });
    await h.service.flush(["uuid-of-i"], { force: false });
    expect(orThrow(await writeOne(h.service, put("1", {}), "false"))).toMatchObject({ result: "created", version: 5 });
  });

  test("a delete is forgotten after index.gc_deletes", async () => {
    const h = await harness();
    await writeOne(h.service, put("1", {}), "false");
    await writeOne(h.service, { kind: "delete", index: "i", id: "1", options: {} }, "false");
    await h.service.flush(["uuid-of-i"], { force: false });
    h.nowMs += 61_000;
    await h.service.flush(["uuid-of-i"], { force: true });
    expect(orThrow(await writeOne(h.service, put("1", {}), "false"))).toMatchObject({ version: 1 });
  });
});

describe("updates", () => {
  const update = (body: object, more: object = {}): WriteItem => ({
    kind: "update",
    index: "i",
    id: "1",
    source: Buffer.from(JSON.stringify(body)),
    options: {},
    ...more,
  });

  test("merges, detects noops, inserts", async () => {
    const h = await harness();
    expect(await writeOne(h.service, update({ doc: { a: "x" } }), "false")).toMatchObject({
      error: { status: 404, type: "document_missing_exception", reason: "[1]: document missing" },
    });
    expect(orThrow(await writeOne(h.service, update({ doc: { a: "x" }, upsert: { b: "u" } }), "false"))).toMatchObject({
      result: "created",
      seqNo: 0,
    });
    expect(orThrow(await writeOne(h.service, update({ doc: { a: "x" } }), "false"))).toMatchObject({
      result: "updated",
      version: 2,
    });
    const filter = { fetch: true, includes: [], excludes: [] };
    expect(
      orThrow(await writeOne(h.service, update({ doc: { a: "x" } }, { sourceFilter: filter }), "false")),
    ).toMatchObject({
      result: "noop",
      version: 2,
      seqNo: 1,
      get: { found: true, source: '{"b":"u","a":"x"}' },
    });
    expect(orThrow(await writeOne(h.service, update({ doc: { a: "x" }, detect_noop: false }), "false"))).toMatchObject({
      result: "updated",
      seqNo: 2,
    });
  });

  test("a wrong body is refused in Elasticsearch's words", async () => {
    const h = await harness();
    expect(await writeOne(h.service, update({}), "false")).toMatchObject({
      error: { status: 400, reason: "Validation Failed: 1: script or doc is missing;" },
    });
    expect(await writeOne(h.service, update({ docs: {} }), "false")).toMatchObject({
      error: { reason: "[1:2] [UpdateRequest] unknown field [docs] did you mean [doc]?" },
    });
    expect(await writeOne(h.service, update({ doc: 1 }), "false")).toMatchObject({
      error: { reason: "[1:8] [UpdateRequest] doc doesn't support values of type: VALUE_NUMBER" },
    });
    await writeOne(h.service, put("1", {}), "false");
    expect(await writeOne(h.service, update({ script: "x" }), "false")).toMatchObject({
      error: {
        reason: "failed to execute script",
        cause: { type: "script_exception", details: { script: "x", lang: "painless" } },
      },
    });
    expect(await writeOne(h.service, update({ script: { source: "x", lang: "foo" } }), "false")).toMatchObject({
      error: { reason: "failed to execute script", cause: { reason: "script_lang not supported [foo]" } },
    });
    expect(await writeOne(h.service, update({ script: { id: "y" } }), "false")).toMatchObject({
      error: {
        status: 400,
        reason: "failed to execute script",
        cause: { status: 404, reason: "unable to find script [y] in cluster state" },
      },
    });
  });
});

describe("refresh", () => {
  test("a refresh without changes keeps the generation", async () => {
    const h = await harness();
    await writeOne(h.service, put("1", {}), "true");
    const before = h.searchers.get("uuid-of-i/0")?.generation;
    await h.service.refresh(["uuid-of-i"]);
    expect(h.searchers.get("uuid-of-i/0")?.generation).toBe(before);
  });

  test("a shard that is searched refreshes by itself, an idle one before the next search", async () => {
    const h = await harness();
    await writeOne(h.service, put("1", {}), "false");
    h.nowMs += 1000;
    await h.service.tick();
    expect(h.visible("i").size).toBe(1);
    h.nowMs += 31_000;
    await writeOne(h.service, put("2", {}), "false");
    h.nowMs += 1000;
    await h.service.tick();
    expect(h.visible("i").size).toBe(1);
    await h.service.markSearched(["uuid-of-i"]);
    expect(h.visible("i").size).toBe(2);
  });

  test("-1 switches the periodic refresh off", async () => {
    const h = await harness({ "index.refresh_interval": "-1" });
    await writeOne(h.service, put("1", {}), "false");
    h.nowMs += 10_000;
    await h.service.tick();
    expect(h.visible("i").size).toBe(0);
  });

  test("wait_for waits for the next refresh, and forces one when too many wait", async () => {
    const h = await harness({ "index.max_refresh_listeners": "1" });
    let done = false;
    const waiting = writeOne(h.service, put("1", {}), "wait_for").then((result) => {
      done = true;
      return result;
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(done).toBe(false);
    expect(orThrow(await writeOne(h.service, put("2", {}), "wait_for"))).toMatchObject({ forcedRefresh: true });
    expect(orThrow(await waiting)).toMatchObject({ forcedRefresh: false });
    expect(h.visible("i").size).toBe(2);
  });
});

describe("routing", () => {
  test("a mapping that requires routing refuses writes and gets without", async () => {
    const h = await harness({}, { _routing: { required: true } });
    expect(await writeOne(h.service, put("1", {}), "false")).toMatchObject({
      error: { status: 400, type: "routing_missing_exception", reason: "routing is required for [i]/[1]" },
    });
    expect((await h.service.get([{ index: "i", id: "1", realtime: true }]))[0]).toMatchObject({
      type: "routing_missing_exception",
    });
    expect(orThrow(await writeOne(h.service, put("1", {}, { routing: "r" }), "false"))).toMatchObject({
      result: "created",
    });
    expect((await h.service.get([{ index: "i", id: "1", routing: "r", realtime: true }]))[0]).toMatchObject({
      found: true,
      routing: "r",
    });
  });
});
