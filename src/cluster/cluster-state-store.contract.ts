/** The contract of every ClusterStateStore. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ClusterState, ClusterStateStore } from "./cluster-state.ts";

/** A small state. */
export function state(version: number): ClusterState {
  const common = { clusterUuid: "u", clusterName: "wardex", version, indices: {}, customs: {} };
  return { ...common, persistentSettings: { "a.b": ["x", "y"] }, transientSettings: {} };
}

export function clusterStateStoreContract(name: string, make: () => ClusterStateStore): void {
  describe(name, () => {
    let store: ClusterStateStore;
    beforeEach(() => void (store = make()));

    test("it is empty at first, and then returns what was set", async () => {
      expect(await store.read()).toBeUndefined();
      const revision = await store.compareAndSet(0, state(1));
      expect(revision).toBeGreaterThan(0);
      expect(await store.read()).toEqual({ state: state(1), revision });
    });

    test("only the expected revision is replaced, and each replacement has a higher revision", async () => {
      const first = (await store.compareAndSet(0, state(1)))!;
      expect(await store.compareAndSet(0, state(2))).toBeUndefined();
      expect(await store.compareAndSet(first + 1, state(2))).toBeUndefined();
      const second = (await store.compareAndSet(first, state(3)))!;
      expect(second).toBeGreaterThan(first);
      expect((await store.read())?.state.version).toBe(3);
    });

    test("of many concurrent writers exactly one wins each round", async () => {
      let revision = 0;
      for (let round = 0; round < 5; round++) {
        const answers = await Promise.all(
          [1, 2, 3, 4].map((writer) => store.compareAndSet(revision, state(round * 10 + writer))),
        );
        const won = answers.filter((answer) => answer !== undefined);
        expect(won.length).toBe(1);
        revision = won[0]!;
      }
    });

    test("watchers receive each change in order, until they stop", async () => {
      const heard: number[] = [];
      const stop = store.watch((changed, revision) => heard.push(changed.version, revision));
      const first = (await store.compareAndSet(0, state(1)))!;
      await store.compareAndSet(77, state(5));
      const second = (await store.compareAndSet(first, state(2)))!;
      await vi.waitFor(() => expect(heard.at(-1)).toBe(second), { timeout: 10_000, interval: 5 });
      stop();
      await store.compareAndSet(second, state(3));
      expect(await store.read()).toMatchObject({ state: { version: 3 } });
      expect(heard).toEqual([1, first, 2, second]);
    });
  });
}
