import { expect, test } from "vitest";
import { BlobRegisters } from "../store/registers/blob-registers.ts";
import { MemoryBlobs } from "../testing/store/memory-blobs.ts";
import { Leases, type LeaseState } from "./leases.ts";

/** Nodes that share registers and a clock that the test moves. */
function world(): { node: () => Leases; pass: (ms: number) => Promise<void>; stop: (leases: Leases) => void } {
  const registers = new BlobRegisters(new MemoryBlobs(), { pollMs: 10_000 });
  let now = 0;
  const timers: { leases: Leases | undefined; everyMs: number; next: number; callback: () => void }[] = [];
  const node = (): Leases => {
    let own: Leases | undefined = undefined;
    const leases: Leases = new Leases({
      registers,
      clock: { monotonicMs: () => now },
      every(everyMs, callback) {
        const timer = { leases: own, everyMs, next: now + everyMs, callback };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), 1);
      },
    });
    own = leases;
    return leases;
  };
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await new Promise((go) => setImmediate(go));
  };
  const pass = async (ms: number): Promise<void> => {
    await turns();
    for (const end = now + ms; now < end; now += 250) {
      for (const timer of timers.slice())
        if (timer.next <= now + 250) {
          timer.next += timer.everyMs;
          timer.callback();
        }
      await turns();
    }
  };
  const stop = (leases: Leases): void => {
    for (const timer of timers.slice()) if (timer.leases === leases) timers.splice(timers.indexOf(timer), 1);
  };
  return { node, pass, stop };
}

test("one node holds a lease while it renews it, and another takes it when that has stopped", async () => {
  const { node, pass, stop } = world();
  const [one, other] = [node(), node()];
  const lost: string[] = [];
  const held = (await one.acquire("master", { holder: "one", data: { n: 1 } }, () => void lost.push("one")))!;
  const heard: (LeaseState & { revision: number })[] = [];
  other.watch("master", (state, revision) => heard.push({ ...state, revision }));
  await pass(30_000);
  expect(heard).toEqual([{ holder: "one", data: { n: 1 }, revision: 1 }]);
  expect(held.isCertain).toBe(true);
  expect(await other.acquire("master", { holder: "other", data: {} }, () => undefined)).toBeUndefined();
  await held.tell({ n: 2 });
  await pass(250);
  expect(heard.at(-1)).toMatchObject({ data: { n: 2 } });
  stop(one);
  await pass(9_000);
  expect(heard.at(-1)?.holder).toBe("one");
  await pass(2_000);
  expect(heard.at(-1)).toMatchObject({ holder: undefined, data: { n: 2 } });
  expect(held.isCertain).toBe(false);
  const after = heard.at(-1)!.revision;
  const taken = await other.acquire("master", { holder: "other", data: {}, after }, () => undefined);
  expect(taken?.isCertain).toBe(true);
  // The first one wakes up.
  await held.tell({ n: 3 });
  expect(lost).toEqual(["one"]);
  expect(held.isCertain).toBe(false);
});

test("a lease that was renewed after it had seemed to expire is not taken", async () => {
  const { node, pass, stop } = world();
  const [one, other] = [node(), node()];
  const held = (await one.acquire("m", { holder: "one", data: {} }, () => undefined))!;
  let after = 0;
  other.watch("m", ({ holder }, revision) => {
    if (holder === undefined) after = revision;
  });
  stop(one);
  await pass(12_000);
  expect(after).toBe(1);
  await held.tell({});
  expect(await other.acquire("m", { holder: "other", data: {}, after }, () => undefined)).toBeUndefined();
  expect(held.isCertain).toBe(true);
});

test("a lease that is given up is free at once", async () => {
  const { node, pass } = world();
  const [one, other] = [node(), node()];
  const heard: (string | undefined)[] = [];
  other.watch("m", ({ holder }) => void heard.push(holder));
  const held = (await one.acquire("m", { holder: "one", data: {} }, () => undefined))!;
  await pass(250);
  await held.release();
  await pass(250);
  expect(heard).toEqual(["one", undefined]);
  expect(await other.acquire("m", { holder: "other", data: {} }, () => undefined)).toBeDefined();
});
