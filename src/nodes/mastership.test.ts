import { expect, test } from "vitest";
import { Leases } from "../cluster/leases.ts";
import { nodeLease } from "../cluster/node-lease.ts";
import { BlobRegisters } from "../store/registers/blob-registers.ts";
import { MemoryBlobs } from "../testing/store/memory-blobs.ts";
import { Mastership } from "./mastership.ts";

/** Nodes over registers, with a clock of their own. */
class World {
  nowMs = 0;
  readonly registers = new BlobRegisters(new MemoryBlobs(), { pollMs: 5 });
  readonly #timers = new Set<{ readonly everyMs: number; readonly callback: () => void; dueMs: number }>();
  readonly told: string[] = [];

  leases(): Leases {
    return new Leases({
      registers: this.registers,
      clock: { monotonicMs: () => this.nowMs },
      every: (everyMs, callback) => {
        const timer = { everyMs, callback, dueMs: this.nowMs + everyMs };
        this.#timers.add(timer);
        return () => void this.#timers.delete(timer);
      },
    });
  }

  node(node: string): Mastership {
    return new Mastership({
      leases: this.leases(),
      holder: `${node}/1`,
      node,
      onMaster: () => void this.told.push(`${node} is master`),
      onExpired: (other) => void this.told.push(`${node}: ${other} has expired`),
      log: () => undefined,
    });
  }

  async pass(milliseconds: number): Promise<void> {
    for (const end = this.nowMs + milliseconds; this.nowMs < end;) {
      this.nowMs += 250;
      for (const timer of this.#timers)
        if (timer.dueMs <= this.nowMs) {
          timer.dueMs += timer.everyMs;
          timer.callback();
        }
      await new Promise((go) => setTimeout(go, 8));
    }
  }
}

test("one node is master; when it gives that up, another one is", async () => {
  const world = new World();
  const [one, two] = [world.node("one"), world.node("two")];
  await one.open();
  await two.open();
  await world.pass(3_000);
  expect([one.isMaster, two.isMaster, world.told]).toEqual([true, false, ["one is master"]]);
  await one.close();
  await world.pass(1_000);
  expect([two.isMaster, world.told]).toEqual([true, ["one is master", "two is master"]]);
  await two.close();
});

test("a master that is known to be gone is not waited for", async () => {
  const world = new World();
  const [one, two] = [world.node("one"), world.node("two")];
  await one.open();
  await two.open();
  await world.pass(500);
  two.hurry();
  await world.pass(500);
  expect(two.isMaster).toBe(true);
  // It was not gone after all, and hears of it.
  await world.pass(4_000);
  expect(one.isMaster).toBe(false);
  await Promise.all([one.close(), two.close()]);
});

test("the master hears of nodes that gave their lease up, or do not renew it", async () => {
  const world = new World();
  const one = world.node("one");
  await one.open();
  const leases = world.leases();
  const held = await leases.acquire(nodeLease("left"), { holder: "left", data: {} }, () => undefined);
  // Nobody renews this one.
  await new Leases({
    registers: world.registers,
    clock: { monotonicMs: () => 0 },
    every: () => () => undefined,
  }).acquire(nodeLease("dead"), { holder: "dead", data: {} }, () => undefined);
  one.follow(["one", "left", "dead"]);
  await world.pass(1_000);
  await held?.release();
  await world.pass(12_000);
  expect(world.told).toEqual(["one is master", "one: left has expired", "one: dead has expired"]);
  await one.close();
});
