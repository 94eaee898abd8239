/**
 * Nested documents count as documents in statistics, as in Elasticsearch (8.19: `_stats`, `_segments`, `_cat/indices`),
 * and live through merges and crashes.
 */
import { expect, test } from "vitest";
import { openSegment } from "../segment/shared-segment-reader.ts";
import { MemoryFiles } from "../store/memory-files.ts";
import { Harness, testIndex } from "../testing/documents/documents-harness.ts";
import type { WriteItem } from "./documents.ts";
import { writeOne } from "../testing/documents/one-write.ts";

const UUIDS = ["uuid-of-i"];
const mapping = {
  properties: { n: { type: "nested", properties: { k: { type: "keyword" }, m: { type: "nested" } } } },
};
const index = (id: string, source: object): WriteItem => ({
  kind: "index",
  index: "i",
  id,
  source: Buffer.from(JSON.stringify(source)),
  options: {},
});

async function counts(harness: Harness): Promise<{ docs: number; deleted: number; segments: number[][] }> {
  const [stats] = await harness.service.stats(UUIDS);
  return {
    docs: stats!.docs,
    deleted: stats!.deleted,
    segments: stats!.segments.map(({ docs, deleted }) => [docs, deleted]),
  };
}

/** Values of `n.k` by document that a search sees. */
function keys(harness: Harness): string[] {
  const seen: string[] = [];
  for (const { data, live } of harness.searchers.get("uuid-of-i/0")?.segments ?? []) {
    const space = openSegment(data).space("n");
    for (let doc = 0; doc < (space?.docCount ?? 0); doc++) {
      const parent = space!.parents[doc]!;
      if (live && ((live[parent >>> 5]! >>> (parent & 31)) & 1) === 0) continue;
      seen.push(`${space!.id(doc)} ${space!.terms("n.k")!.text(Number(space!.column("n.k")!.values[doc]))}`);
    }
  }
  return seen.sort();
}

test("counts of documents have the nested ones in them, before and after merges, flushes and crashes", async () => {
  const files = new MemoryFiles();
  const h = await new Harness(files).start();
  await h.create(testIndex("i", {}, mapping));
  await writeOne(h.service, index("1", { n: [{ k: "a", m: [{}, {}] }, { k: "b" }] }), "false");
  await writeOne(h.service, index("2", { n: { k: "c" } }), "false");
  // So many that the first deletion is no reason for a merge.
  for (let plain = 0; plain < 9; plain++) await writeOne(h.service, index(`p${plain}`, {}), "false");
  await writeOne(h.service, index("3", {}), "true");
  expect(await counts(h)).toEqual({ docs: 17, deleted: 0, segments: [[17, 0]] });
  // Deleted ones take their nested ones along.
  await writeOne(h.service, index("1", { n: [{ k: "d" }] }), "true");
  expect(await counts(h)).toEqual({ docs: 14, deleted: 5, segments: [[12, 5], [2, 0]] }); // prettier-ignore
  expect(keys(h)).toEqual(["1 d", "2 c"]);
  await h.service.flush(UUIDS, { force: true });
  await writeOne(h.service, index("4", { n: [{ k: "e" }] }), "true");
  const crashed = await h.crash();
  expect((await counts(crashed)).docs).toBe(16);
  expect(keys(crashed)).toEqual(["1 d", "2 c", "4 e"]);
  await crashed.service.forceMerge(UUIDS, { maxSegments: 1, onlyExpungeDeletes: false, flush: true });
  expect(await counts(crashed)).toEqual({ docs: 16, deleted: 0, segments: [[16, 0]] });
  expect(keys(await crashed.crash())).toEqual(["1 d", "2 c", "4 e"]);
});
