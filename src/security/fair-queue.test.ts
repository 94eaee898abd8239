import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FairQueue, type Turn } from "./fair-queue.ts";

/** A queue whose work ends when it is told to; `order` is the order in which work began. */
function queue(limits = { atOnce: 1, perAddress: 50, waiting: 200 }) {
  const fair = new FairQueue(limits, () => new Error("full"));
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  let running = 0;
  let most = 0;
  const add = (name: string, turn?: Turn): void => {
    const work = async (): Promise<void> => {
      order.push(name);
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running--;
    };
    fair.run(turn, work).catch(() => refused.push(name));
  };
  const finish = async (): Promise<void> => {
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { add, finish, order, refused, most: () => most };
}

const of = (address: string, username: string, known = false): Turn => ({ address, username, known });

describe("the queue", () => {
  test("lets addresses take turns, whoever came first", async () => {
    const q = queue();
    for (let at = 0; at < 5; at++) q.add(`guess ${at}`, of("a", "ann"));
    q.add("right", of("b", "ann"));
    await q.finish();
    expect(q.order).toEqual(["guess 0", "guess 1", "right", "guess 2", "guess 3", "guess 4"]);
  });

  test("lets the users of an address take turns", async () => {
    const q = queue();
    for (let at = 0; at < 5; at++) q.add(`guess ${at}`, of("a", "ann"));
    q.add("right", of("a", "bob"));
    await q.finish();
    expect(q.order.indexOf("right")).toBe(2);
  });

  test("lets those who are known, and work of its own, go first, but not for ever", async () => {
    const q = queue();
    for (let at = 0; at < 3; at++) q.add(`stranger ${at}`, of(`a${at}`, "ann"));
    for (let at = 0; at < 5; at++) q.add(`known ${at}`, of("b", "bob", true));
    q.add("own");
    await q.finish();
    expect(q.order).toEqual([
      "stranger 0",
      "known 0",
      "own",
      "known 1",
      "stranger 1",
      "known 2",
      "known 3",
      "known 4",
      "stranger 2",
    ]);
  });

  test("turns away the newest of the address that waits with most", async () => {
    const q = queue({ atOnce: 1, perAddress: 10, waiting: 12 });
    for (let at = 0; at < 15; at++) q.add(`a${at}`, of("a", "ann"));
    expect(await refusedOf(q)).toEqual(["a11", "a12", "a13", "a14"]);
    for (let at = 0; at < 5; at++) q.add(`b${at}`, of("b", "ann"));
    expect(await refusedOf(q)).toEqual(["a11", "a12", "a13", "a14", "a10", "a9", "a8"]);
    await q.finish();
    expect(q.order).toContain("b4");
  });

  test("turns away the newest of the user who waits with most, where an address is full", async () => {
    const q = queue({ atOnce: 1, perAddress: 3, waiting: 200 });
    for (let at = 0; at < 4; at++) q.add(`ann ${at}`, of("a", "ann"));
    q.add("bob", of("a", "bob"));
    expect(await refusedOf(q)).toEqual(["ann 3"]);
  });

  test("does all work once, as many at once as it may, and refuses what it does not do", async () => {
    const turn = fc.option(
      fc.record({
        address: fc.constantFrom("a", "b", "c"),
        username: fc.constantFrom("ann", "bob"),
        known: fc.boolean(),
      }),
      {
        nil: undefined,
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 60 }), async (turns) => {
        const q = queue({ atOnce: 2, perAddress: 5, waiting: 12 });
        turns.forEach((one, at) => q.add(String(at), one));
        await q.finish();
        const names = turns.map((_one, at) => String(at));
        expect([...q.order, ...q.refused].sort()).toEqual(names.sort());
        expect(q.most()).toBe(Math.min(2, turns.length));
      }),
    );
  });
});

async function refusedOf(q: { refused: string[] }): Promise<string[]> {
  await new Promise((resolve) => setImmediate(resolve));
  return q.refused;
}
