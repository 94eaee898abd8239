import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DirectoryFiles } from "../store/directory-files.ts";
import type { Files } from "../store/files.ts";
import { MemoryFiles } from "../store/memory-files.ts";
import { Harness, testIndex } from "../testing/documents/documents-harness.ts";
import type { WriteItem, WriteResult } from "./documents.ts";
import { writeOne } from "../testing/documents/one-write.ts";

/** A document as the plain model has it. */
interface ModelDocument {
  version: number;
  seqNo: number;
  source: string;
  deleted: boolean;
}

type Step =
  | { readonly kind: "index" | "create" | "update" | "delete"; readonly id: string; readonly value: string }
  | { readonly kind: "guarded"; readonly id: string; readonly value: string; readonly right: boolean }
  | { readonly kind: "external"; readonly id: string; readonly value: string; readonly version: number }
  | { readonly kind: "refresh" | "flush" | "flushing" | "merge" | "expunge" | "crash" | "tick" | "close" };

const id = fc.constantFrom("a", "b", "c", "d", "e", "f");
const value = fc.constantFrom("x", "y", "z", "bad", "long".repeat(50));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constantFrom("index", "create", "update", "delete"), id, value }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("guarded" as const), id, value, right: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("external" as const),
      id,
      value,
      version: fc.integer({ min: 1, max: 20 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom("refresh", "flush", "flushing", "flushing", "merge", "expunge", "crash", "tick", "close"),
    }),
  },
) as fc.Arbitrary<Step>;

class Model {
  readonly documents = new Map<string, ModelDocument>();
  nextSeqNo = 0;

  get(name: string): ModelDocument | undefined {
    const found = this.documents.get(name);
    return found?.deleted ? undefined : found;
  }

  put(name: string, source: string, version = (this.documents.get(name)?.version ?? 0) + 1): void {
    this.documents.set(name, { version, seqNo: this.nextSeqNo++, source, deleted: false });
  }

  delete(name: string): void {
    this.documents.set(name, {
      version: (this.documents.get(name)?.version ?? 0) + 1,
      seqNo: this.nextSeqNo++,
      source: "",
      deleted: true,
    });
  }
}

/** A document; `f` is a keyword, which takes no object. */
const document = (text: string): { f: string | { bad: boolean }; n: number } => ({
  f: text === "bad" ? { bad: true } : text,
  n: text.length,
});
const source = (text: string): string => JSON.stringify(document(text));

/** Does a step in the model; answers the result that is expected, or the status of the error. */
function inModel(model: Model, one: Step): string | number | undefined {
  if (!("id" in one)) return undefined;
  const present = model.get(one.id);
  switch (one.kind) {
    case "delete":
      model.delete(one.id);
      return present ? "deleted" : "not_found";
    case "update": {
      if (present && present.source === source(one.value)) return "noop";
      if (one.value === "bad") return 400;
      model.put(one.id, source(one.value));
      return present ? "updated" : "created";
    }
    case "external": {
      if (one.value === "bad") return 400;
      if ((model.documents.get(one.id)?.version ?? 0) >= one.version) return 409;
      model.put(one.id, source(one.value), one.version);
      return present ? "updated" : "created";
    }
    default: {
      if (one.value === "bad") return 400;
      if (one.kind === "create" && present) return 409;
      if (one.kind === "guarded" && !(present && one.right)) return 409;
      model.put(one.id, source(one.value));
      return present ? "updated" : "created";
    }
  }
}

function request(model: Model, one: Extract<Step, { id: string }>): WriteItem {
  const index = "i";
  if (one.kind === "delete") return { kind: "delete", index, id: one.id, options: {} };
  const bytes = Buffer.from(source(one.value));
  if (one.kind === "update")
    return {
      kind: "update",
      index,
      id: one.id,
      source: Buffer.from(`{"doc":${source(one.value)},"doc_as_upsert":true}`),
      options: {},
    };
  if (one.kind === "external")
    return {
      kind: "index",
      index,
      id: one.id,
      source: bytes,
      options: { version: one.version, versionType: "external" },
    };
  if (one.kind === "guarded")
    return {
      kind: "index",
      index,
      id: one.id,
      source: bytes,
      options: { ifSeqNo: (model.get(one.id)?.seqNo ?? 100) + (one.right ? 0 : 1), ifPrimaryTerm: 1 },
    };
  return { kind: one.kind, index, id: one.id, source: bytes, options: {} };
}

const outcome = (result: WriteResult): string | number => (result.ok ? result.result : result.error.status);

async function maintain(h: Harness, kind: Step["kind"]): Promise<Harness> {
  const uuids = ["uuid-of-i"];
  if (kind === "refresh") await h.service.refresh(uuids);
  if (kind === "flush") await h.service.flush(uuids, { force: false });
  if (kind === "merge") await h.service.forceMerge(uuids, { maxSegments: 1, onlyExpungeDeletes: false, flush: true });
  if (kind === "expunge")
    await h.service.forceMerge(uuids, { maxSegments: undefined, onlyExpungeDeletes: true, flush: false });
  if (kind === "tick") {
    // Far from index.gc_deletes over all steps, so that no version is forgotten.
    h.nowMs += 900;
    await h.service.tick();
  }
  if (kind === "crash") return h.crash();
  if (kind === "close") {
    await h.service.close();
    return h.crash();
  }
  return h;
}

async function check(h: Harness, model: Model): Promise<void> {
  for (const [name, expected] of model.documents) {
    const [found] = await h.service.get([{ index: "i", id: name, realtime: true }]);
    if (expected.deleted) expect(found).toMatchObject({ found: false });
    else {
      expect(found).toMatchObject({ found: true, version: expected.version, seqNo: expected.seqNo, primaryTerm: 1 });
      expect(Buffer.from((found as { source: Uint8Array }).source).toString()).toBe(expected.source);
    }
  }
  await h.service.refresh(["uuid-of-i"]);
  const living = [...model.documents].filter(([, one]) => !one.deleted).map(([name, one]) => [name, one.seqNo]);
  expect(new Map(h.visible("i"))).toEqual(new Map(living as [string, number][]));
  for (const [name, seqNo] of living)
    expect((await h.service.get([{ index: "i", id: name as string, realtime: false }]))[0]).toMatchObject({
      found: true,
      seqNo,
    });
  const [stats] = await h.service.stats(["uuid-of-i"]);
  expect(stats).toMatchObject({ docs: living.length, maxSeqNo: model.nextSeqNo - 1, failure: undefined });
  expect(h.failures).toEqual([]);
}

async function holds(files: Files, steps: readonly Step[]): Promise<void> {
  // Flushes that go on beside what follows; a crash waits for them, as the files would change under the next process.
  let flushing: Promise<unknown> = Promise.resolve();
  let h = await new Harness(files, new Map(), { logFileBytes: 2048 }).start();
  await h.create(testIndex("i"));
  const model = new Model();
  for (const one of steps) {
    if ("id" in one) {
      const write = request(model, one);
      expect(outcome(await writeOne(h.service, write, "false"))).toBe(inModel(model, one));
    } else if (one.kind === "flushing") {
      flushing = Promise.all([flushing, h.service.flush(["uuid-of-i"], { force: false })]);
    } else {
      if (one.kind === "crash") await flushing;
      h = await maintain(h, one.kind);
    }
  }
  await check(h, model);
  await flushing;
  await check(h, model);
  h = await h.crash();
  await check(h, model);
  expect(h.logged.filter((line) => line.startsWith("error"))).toEqual([]);
  await h.service.close();
}

const steps = fc.array(step, { minLength: 1, maxLength: 60 });

test("whatever happens, the shard is what a plain map is", async () => {
  await fc.assert(
    fc.asyncProperty(steps, (all) => holds(new MemoryFiles(), all)),
    { numRuns: 150 },
  );
});

test("a log of which every file could go is not taken for a damaged one", async () => {
  // The file in which the noted end lay was gone before another end was noted.
  const put = { kind: "index", id: "a", value: "x" } as const;
  const other = { kind: "index", id: "d", value: "x" } as const;
  const refused = { kind: "index", id: "a", value: "bad" } as const;
  const before: Step[] = [put, { kind: "refresh" }, other, { kind: "close" }];
  await holds(new MemoryFiles(), [...before, { kind: "merge" }, refused]);
});

test("a young delete stays when the file that holds it is rewritten", async () => {
  const put = { kind: "index", id: "a", value: "x" } as const;
  const gone = { kind: "delete", id: "d", value: "x" } as const;
  const back = { kind: "index", id: "d", value: "x" } as const;
  await holds(new MemoryFiles(), [put, gone, { kind: "flush" }, put, { kind: "close" }, back]);
  await holds(new MemoryFiles(), [put, gone, { kind: "close" }, put, { kind: "close" }, back]);
});

test("so it is in a directory", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const folder = mkdtempSync(join(tmpdir(), "wardex-documents-"));
      try {
        await holds(new DirectoryFiles(folder), all);
      } finally {
        rmSync(folder, { recursive: true });
      }
    }),
    { numRuns: 10 },
  );
});
