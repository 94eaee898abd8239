/**
 * What all Registers do; each implementation runs this suite. `open` answers one of several nodes of the same store.
 */
import { expect, test, vi } from "vitest";
import type { Registers } from "./registers.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text);

async function textOf(registers: Registers, name: string): Promise<string | undefined> {
  const value = await registers.read(name);
  return value && Buffer.from(value.bytes).toString();
}

export function registersContract(name: string, open: () => Promise<() => Promise<Registers>>): void {
  test(`${name}: a value is replaced by whoever knows it, on all nodes`, async () => {
    const node = await open();
    const [one, other] = [await node(), await node()];
    expect(await one.read("state")).toBeUndefined();
    const first = (await one.compareAndSet("state", 0, bytes("1")))!;
    expect(first).toBeGreaterThan(0);
    expect(await other.compareAndSet("state", 0, bytes("2"))).toBeUndefined();
    expect(await other.compareAndSet("state", first + 1, bytes("2"))).toBeUndefined();
    expect(await other.read("state")).toMatchObject({ revision: first });
    const second = (await other.compareAndSet("state", first, bytes("3")))!;
    expect(second).toBeGreaterThan(first);
    expect(await one.compareAndSet("state", first, bytes("4"))).toBeUndefined();
    expect(await textOf(one, "state")).toBe("3");
    expect(await textOf(one, "other")).toBeUndefined();
    expect((await one.compareAndSet("state", second, bytes("")))!).toBeGreaterThan(second);
    expect(await textOf(other, "state")).toBe("");
    await Promise.all([one.close(), other.close()]);
  });

  test(`${name}: of many concurrent writers one wins each round, and increments are not lost`, async () => {
    const node = await open();
    const nodes = [await node(), await node(), await node()];
    const increment = async (registers: Registers): Promise<void> => {
      for (;;) {
        const value = await registers.read("count");
        const next = bytes(String(Number(Buffer.from(value?.bytes ?? bytes("0")).toString()) + 1));
        if ((await registers.compareAndSet("count", value?.revision ?? 0, next)) !== undefined) return;
      }
    };
    await Promise.all(nodes.flatMap((registers) => [1, 2, 3].map(() => increment(registers))));
    expect(await textOf(nodes[0]!, "count")).toBe("9");
    await Promise.all(nodes.map((each) => each.close()));
  });

  test(`${name}: watchers hear of values in order, at last of the newest, until they stop`, async () => {
    const node = await open();
    const [one, other] = [await node(), await node()];
    let revision = (await one.compareAndSet("w", 0, bytes("0")))!;
    const heard: [string, number][] = [];
    const stop = other.watch("w", (value) => heard.push([Buffer.from(value.bytes).toString(), value.revision]));
    for (let round = 1; round <= 5; round++) {
      revision = (await one.compareAndSet("w", revision, bytes(String(round))))!;
      await one.compareAndSet("x", 0, bytes("another"));
    }
    await vi.waitFor(() => expect(heard.at(-1)).toEqual(["5", revision]), { timeout: 10_000, interval: 5 });
    expect(heard).toEqual([...heard].sort(([, a], [, b]) => a - b));
    stop();
    const count = heard.length;
    await one.compareAndSet("w", revision, bytes("6"));
    expect(await textOf(other, "w")).toBe("6");
    expect(heard).toHaveLength(count);
    await Promise.all([one.close(), other.close()]);
  });

  test(`${name}: names are listed by prefix, and removed`, async () => {
    const registers = await (await open())();
    for (const value of ["part-2", "part-1", "state"]) await registers.compareAndSet(value, 0, bytes(value));
    expect(await registers.list("part-")).toEqual(["part-1", "part-2"]);
    await registers.remove(["part-1", "none"]);
    expect(await registers.list("")).toEqual(["part-2", "state"]);
    expect(await registers.read("part-1")).toBeUndefined();
    await registers.close();
  });
}
