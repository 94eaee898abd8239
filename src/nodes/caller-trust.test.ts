import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallerTrust } from "./caller-trust.ts";
import { nodeGone } from "./port/node-connection.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Nodes that call each other, where they are not cut off. */
class World {
  keeper = "a";
  readonly cut = new Set<string>();
  readonly removed = new Set<string>();
  readonly forgotten: string[] = [];
  readonly #nodes = new Map<string, CallerTrust>();

  node(own: string): CallerTrust {
    const trust = new CallerTrust({
      own,
      clock: { monotonicMs: () => Date.now() },
      keeper: () => this.keeper,
      nodes: () => [...this.#nodes.keys()].filter((node) => !this.removed.has(node)),
      isCertain: () => !this.cut.has(own),
      links: { call: (node, method, args) => this.#call(own, node, method, args) },
    });
    trust.onForget(() => this.forgotten.push(own));
    this.#nodes.set(own, trust);
    return trust;
  }

  async #call<Result>(from: string, to: string, method: string, args: readonly unknown[]): Promise<Result> {
    await Promise.resolve();
    const called = this.#nodes.get(to)?.methods[method];
    if (!called || this.cut.has(from) || this.cut.has(to)) throw nodeGone(to, "cut off");
    const scope = { from: { node: from } } as Parameters<typeof called>[1];
    return (await called(args, scope)) as Result;
  }
}

/** Milliseconds until something has come to pass. */
async function took(work: Promise<unknown>): Promise<number> {
  const begunMs = Date.now();
  let endedMs: number | undefined;
  const done = work.then(() => (endedMs = Date.now()));
  while (endedMs === undefined) await vi.advanceTimersByTimeAsync(50);
  await done;
  return endedMs - begunMs;
}

test("a change by any node is answered when all have forgotten what they knew", async () => {
  const world = new World();
  const nodes = ["a", "b", "c"].map((name) => world.node(name));
  for (const node of nodes) await node.open();
  expect(nodes.map(({ isTrusted }) => isTrusted)).toEqual([true, true, true]);
  for (const node of nodes) {
    world.forgotten.length = 0;
    expect(await took(node.changed())).toBeLessThan(100);
    expect(new Set(world.forgotten)).toEqual(new Set(["a", "b", "c"]));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(nodes.map(({ isTrusted }) => isTrusted)).toEqual([true, true, true]);
  }
  for (const node of nodes) node.close();
});

test("who cannot be told is waited for until it believes nothing any more", async () => {
  const world = new World();
  const [a, b] = [world.node("a"), world.node("b")];
  await a.open();
  await b.open();
  await vi.advanceTimersByTimeAsync(20_000);
  world.cut.add("b");
  expect(b.isTrusted).toBe(true);
  const waited = await took(a.changed());
  expect(b.isTrusted).toBe(false);
  expect(waited).toBeGreaterThan(3_000);
  expect(waited).toBeLessThan(6_000);
  world.cut.delete("b");
  await vi.advanceTimersByTimeAsync(1_100);
  expect(b.isTrusted).toBe(true);
  a.close();
  b.close();
});

test("a keeper that is cut off believes nothing, and the next one waits for what it may have granted", async () => {
  const world = new World();
  const [a, b, c] = [world.node("a"), world.node("b"), world.node("c")];
  for (const node of [a, b, c]) await node.open();
  world.cut.add("a");
  expect(a.isTrusted).toBe(false);
  world.removed.add("a");
  world.keeper = "b";
  for (const node of [a, b, c]) node.follow();
  await vi.advanceTimersByTimeAsync(1_100);
  expect([b.isTrusted, c.isTrusted]).toEqual([true, true]);
  expect(await took(c.changed())).toBeGreaterThan(8_000);
  await vi.advanceTimersByTimeAsync(1_000);
  for (const node of [a, b, c]) node.close();
});
