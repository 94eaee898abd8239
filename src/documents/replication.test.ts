import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryFiles } from "../store/memory-files.ts";
import { blockOperations } from "../store/sources/source-record.ts";
import { Harness, testIndex } from "../testing/documents/documents-harness.ts";
import { writeOne } from "../testing/documents/one-write.ts";
import type { OperationsPage, OperationsQuery } from "./replication.ts";

const LEADER = "uuid-of-leader";
const RUNS = process.env["WARDEX_DEEP"] ? 300 : 15;

async function opened(name: string, settings: Record<string, string> = {}): Promise<Harness> {
  const h = await new Harness(new MemoryFiles(), new Map(), { logFileBytes: 4096 }).start();
  await h.create(testIndex(name, settings));
  return h;
}

function query(fromSeqNo: number, more: Partial<OperationsQuery> = {}): OperationsQuery {
  return {
    uuid: LEADER,
    shard: 0,
    historyUuid: LEADER,
    fromSeqNo,
    maxCount: 1000,
    maxBytes: 1e6,
    waitMs: 0,
    ...more,
  };
}

async function put(h: Harness, id: string, text: string): Promise<void> {
  const source = Buffer.from(JSON.stringify({ a: text }));
  await writeOne(h.service, { kind: "index", index: "leader", id, source, options: {} });
}

async function remove(h: Harness, id: string): Promise<void> {
  await writeOne(h.service, { kind: "delete", index: "leader", id, options: {} });
}

async function replicate(h: Harness, page: OperationsPage, afterSeqNo: number): Promise<void> {
  await h.service.replicate({ uuid: "uuid-of-follower", shard: 0, ...page, afterSeqNo });
}

const STEPS = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant("put" as const), id: fc.nat(5) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("delete" as const), id: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("flush" as const, "crash" as const), id: fc.nat(0) }) },
  ),
  { minLength: 1, maxLength: 40 },
);

test("pages of any size tell of every operation that is not superseded, and a follower ends with the same documents", async () => {
  await fc.assert(
    fc.asyncProperty(
      STEPS,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 200 }),
      async (steps, maxCount, maxBytes) => {
        let leader = await opened("leader");
        let follower = await opened("follower");
        const latest = new Map<string, number>();
        const all: string[] = [];
        let next = 0;
        const follow = async (): Promise<void> => {
          for (;;) {
            const page = await leader.service.readOperations(query(next, { maxCount, maxBytes }));
            const operations = blockOperations(page.records, page.firstSeqNo);
            expect(operations.length).toBe(page.count);
            expect(operations.map(({ seqNo, id }) => all[seqNo] === id)).not.toContain(false);
            if (page.toSeqNo < next) return;
            for (const [id, seqNo] of latest)
              if (seqNo >= next && seqNo <= page.toSeqNo)
                expect(operations.map((operation) => [operation.id, operation.seqNo])).toContainEqual([id, seqNo]);
            await replicate(follower, page, next - 1);
            next = page.toSeqNo + 1;
          }
        };
        for (const [at, { kind, id }] of steps.entries()) {
          if (kind === "flush") await leader.service.flush([LEADER], { force: true });
          else if (kind === "crash") {
            leader = await leader.crash();
            follower = await follower.crash();
          } else {
            latest.set(String(id), all.length);
            all.push(String(id));
            if (kind === "put") await put(leader, String(id), `text ${at}`);
            else await remove(leader, String(id));
          }
          if (at % 5 === 4) await follow();
        }
        await follow();
        const get = async (h: Harness, index: string): Promise<unknown[]> => {
          const found = await h.service.get(
            [0, 1, 2, 3, 4, 5].map((id) => ({ index, id: String(id), realtime: true })),
          );
          return found.map((one) => ({ ...one, index: "" }));
        };
        expect(await get(follower, "follower")).toEqual(await get(leader, "leader"));
        const [stats] = await follower.service.stats(["uuid-of-follower"]);
        expect(stats?.maxSeqNo).toBe(all.length - 1);
        await leader.service.refresh([LEADER]);
        await follower.service.refresh(["uuid-of-follower"]);
        expect(follower.visible("follower")).toEqual(leader.visible("leader"));
        expect((await (await follower.crash()).service.stats(["uuid-of-follower"]))[0]?.maxSeqNo).toBe(all.length - 1);
      },
    ),
    { numRuns: RUNS },
  );
});

test("what is written twice counts once, and what does not follow is refused", async () => {
  const leader = await opened("leader");
  const follower = await opened("follower");
  for (let id = 0; id < 6; id++) await put(leader, String(id), "x");
  const page = await leader.service.readOperations(query(0, { maxCount: 4 }));
  await replicate(follower, page, -1);
  await replicate(follower, page, -1);
  const rest = await leader.service.readOperations(query(5));
  await expect(replicate(follower, rest, 4)).rejects.toMatchObject({ status: 409 });
  await replicate(follower, await leader.service.readOperations(query(2)), 1);
  await follower.service.refresh(["uuid-of-follower"]);
  expect(follower.visible("follower").size).toBe(6);
});

test("a reader waits for the next operation, and no longer than it said", async () => {
  const leader = await opened("leader");
  await put(leader, "1", "x");
  const waiting = leader.service.readOperations(query(1, { waitMs: 1000 }));
  const idle = leader.service.readOperations(query(2, { waitMs: 500 }));
  await put(leader, "2", "x");
  expect(await waiting).toMatchObject({ count: 1, toSeqNo: 1, globalCheckpoint: 1 });
  leader.nowMs += 600;
  await leader.service.tick();
  expect(await idle).toMatchObject({ count: 0, toSeqNo: 1 });
  const last = leader.service.readOperations(query(2, { waitMs: 1000 })).catch((error: unknown) => error);
  await leader.service.removeIndex(LEADER);
  expect(await last).toMatchObject({ status: expect.any(Number) });
});

/** Deletes that nobody remembers any more, in files that are rewritten. */
async function forgetDeletes(h: Harness): Promise<void> {
  for (let id = 0; id < 4; id++) await put(h, String(id), "x");
  await h.service.flush([LEADER], { force: true });
  for (let id = 0; id < 4; id++) await remove(h, String(id));
  await h.service.flush([LEADER], { force: true });
  h.nowMs += 3_600_000;
  for (let round = 0; round < 12; round++) {
    await put(h, `other ${round}`, "x");
    await h.service.flush([LEADER], { force: true });
  }
}

test("deletes that nobody needs go, and who needed them hears that operations are missing", async () => {
  const leader = await opened("leader");
  await forgetDeletes(leader);
  await expect(leader.service.readOperations(query(1))).rejects.toMatchObject({
    status: 404,
    type: "resource_not_found_exception",
    message:
      "Operations are no longer available for replicating. Existing retention leases [[]]; maybe increase the retention lease period setting [index.soft_deletes.retention_lease.period]?",
    details: { requested_operations_missing: ["1", "19"] },
  });
  expect(await leader.service.readOperations(query(8))).toMatchObject({ toSeqNo: 19 });
});

test("a lease keeps deletes, outlives a crash, and expires when nobody renews it", async () => {
  let leader = await opened("leader");
  const lease = { id: "f", retainingSeqNo: 1, source: "ccr" };
  await leader.service.changeLease(LEADER, 0, { kind: "add", ...lease });
  await expect(leader.service.changeLease(LEADER, 0, { kind: "add", ...lease })).rejects.toMatchObject({
    type: "retention_lease_already_exists_exception",
  });
  await forgetDeletes(leader);
  const page = await leader.service.readOperations(query(1));
  expect(blockOperations(page.records, page.firstSeqNo).filter(({ kind }) => kind === "delete").length).toBe(4);
  leader = await leader.crash();
  const [stats] = await leader.service.stats([LEADER]);
  expect(stats?.retention).toMatchObject({ version: 1, leases: [{ id: "f", retainingSeqNo: 1, source: "ccr" }] });
  await leader.service.changeLease(LEADER, 0, { kind: "renew", ...lease, retainingSeqNo: 5 });
  await expect(leader.service.changeLease(LEADER, 0, { kind: "renew", ...lease })).rejects.toMatchObject({
    type: "retention_lease_invalid_retaining_seq_no_exception",
  });
  leader.nowMs += 13 * 3_600_000;
  expect((await leader.service.stats([LEADER]))[0]?.retention.leases).toEqual([]);
  await expect(
    leader.service.changeLease(LEADER, 0, { kind: "renew", ...lease, retainingSeqNo: 6 }),
  ).rejects.toMatchObject({
    status: 404,
    type: "retention_lease_not_found_exception",
  });
});

test("another history is refused, and an operator who gives a part of it up begins one", async () => {
  const leader = await opened("leader");
  await put(leader, "1", "x");
  await expect(leader.service.readOperations(query(0, { historyUuid: "other" }))).rejects.toMatchObject({
    message: `unexpected history uuid, expected [other], actual [${LEADER}]`,
  });
});
