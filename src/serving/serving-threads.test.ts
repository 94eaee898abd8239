import { afterEach, expect, test } from "vitest";
import { GetCounters } from "../api/stats/get-counters.ts";
import { RequestCounts } from "../http/request-counts.ts";
import { SearchCounters } from "../api/stats/search-counters.ts";
import type { ClusterState } from "../cluster/cluster-state.ts";
import { systemClock } from "../core/clock.ts";
import type { SearchThreads } from "../threads/search-threads.ts";
import type { ServingSetup } from "./serving-messages.ts";
import { ServingThreads } from "./serving-threads.ts";

const state: ClusterState = {
  clusterUuid: "u",
  clusterName: "c",
  version: 1,
  indices: {},
  persistentSettings: {},
  transientSettings: {},
  customs: {},
};
const setups: ServingSetup[] = [];
afterEach(() => {
  for (const { port } of setups.splice(0)) port.close();
});

function servingThreads(limit: number): ServingThreads {
  const lane = {
    serve: (setup: ServingSetup): Promise<void> => {
      setups.push(setup);
      return Promise.resolve();
    },
  };
  return new ServingThreads({
    limit,
    pipeline: { answer: () => ({ status: 200, headers: {}, body: new Uint8Array() }), refusesLength: () => false },
    searches: { lane: (number: number) => (number < limit ? lane : undefined) } as unknown as SearchThreads,
    searchCounters: new SearchCounters(systemClock, { contexts: () => 0 }),
    getCounters: new GetCounters(),
    requestCounts: new RequestCounts(),
    node: { id: "i", name: "n", host: "h", ip: "127.0.0.1" },
    authenticator: undefined,
    state: () => state,
    searched: () => undefined,
    isReady: () => true,
    log: () => undefined,
  });
}

test("another thread takes the place of one that died", async () => {
  const serving = servingThreads(2);
  let descriptor = 7;
  const secondDescriptor = (): Promise<number> => Promise.resolve(descriptor++);
  serving.listening({ tls: undefined, proxies: "", secondDescriptor });
  await serving.startNext();
  await serving.startNext();
  setups[0]?.port.close();
  await expect.poll(() => serving.running).toBe(1);
  await serving.startNext();
  expect(setups.map((setup) => [setup.number, setup.descriptor])).toEqual([
    [1, 7],
    [2, 8],
    [1, 9],
  ]);
});

test("a thread hears of changes before anybody else does, and of as little as has changed", async () => {
  const serving = servingThreads(1);
  serving.listening({ tls: undefined, proxies: "", secondDescriptor: () => Promise.resolve(7) });
  serving.follow({ ...state, version: 2 });
  await serving.startNext();
  const [setup] = setups;
  const heard: unknown[] = [];
  setup?.port.on("message", (messages) => heard.push(...(messages as unknown[])));
  serving.follow({ ...state, version: 3, customs: { things: { a: { b: 1 } } } });
  // It is posted by now.
  expect(new Int32Array(setup?.posted ?? new SharedArrayBuffer(4))[0]).toBe(1);
  const change = { version: 3, indices: [], customs: [["things", [["a", { b: 1 }]]]] };
  await expect.poll(() => heard).toEqual([[3, "follow", [{ change, transientSettings: {} }]]]);
});
