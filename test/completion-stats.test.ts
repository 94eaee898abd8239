/** What columns of texts and completions take, as stats and cat tables tell it. */
import { expect, test } from "vitest";
import { openEngine } from "../src/server/engine.ts";
import { silentLog } from "../src/server/log.ts";
import { callerOf } from "./engine-caller.ts";
import { inMemory } from "./in-memory.ts";

const bytes = expect.toSatisfy((size) => Number(size) > 0, "more than nothing");

test("memory of texts that were sorted by, and of completions, is told by field, and let go of", async () => {
  const engine = await openEngine({ ...inMemory, log: silentLog });
  try {
    const caller = callerOf(engine);
    const text = { type: "text", fielddata: true, fields: { done: { type: "completion" } } };
    await caller.call("PUT", "/told", { mappings: { properties: { one: text, two: text, key: { type: "keyword" } } } });
    await caller.call("PUT", "/told/_doc/1?refresh=true", { one: "a b", two: "c", key: "k" });
    const stats = async (query: string): Promise<object> => {
      const { body } = await caller.call("GET", `/told/_stats/fielddata,completion${query}`);
      return body._all.total;
    };
    const ordinals = { build_time_in_millis: 0 };
    expect(await stats("")).toEqual({
      fielddata: { memory_size_in_bytes: 0, evictions: 0, global_ordinals: ordinals },
      completion: { size_in_bytes: bytes },
    });
    await caller.call("POST", "/told/_search", { sort: ["one", "two", "key"] });
    expect(await stats("?fields=one*")).toEqual({
      fielddata: {
        memory_size_in_bytes: bytes,
        evictions: 0,
        fields: { one: { memory_size_in_bytes: bytes } },
        global_ordinals: ordinals,
      },
      completion: { size_in_bytes: bytes, fields: { "one.done": { size_in_bytes: bytes } } },
    });
    expect(await stats("?fielddata_fields=two")).toMatchObject({ fielddata: { fields: { two: {} } } });
    const table = async (): Promise<readonly { field: string }[]> =>
      (await caller.call("GET", "/_cat/fielddata?format=json&h=field,size&s=field&bytes=b")).body;
    expect(await table()).toEqual([
      { field: "one", size: bytes },
      { field: "two", size: bytes },
    ]);
    const { body: nodes } = await caller.call("GET", "/_nodes/stats/indices/fielddata?fields=two");
    expect(Object.values(nodes.nodes)[0]).toMatchObject({ indices: { fielddata: { fields: { two: {} } } } });
    await caller.call("POST", "/told/_cache/clear?query=true");
    expect(await table()).toHaveLength(2);
    await caller.call("POST", "/told/_cache/clear?fields=one");
    expect(await table()).toMatchObject([{ field: "two" }]);
    await caller.call("POST", "/told/_cache/clear");
    expect(await table()).toEqual([]);
  } finally {
    await engine.close();
  }
});
