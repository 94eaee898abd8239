/** `cross_fields`, as Elasticsearch 8.19 answers it. */
import { expect, test } from "vitest";
import { openEngine } from "../src/server/engine.ts";
import { callerOf } from "./engine-caller.ts";
import { inMemory } from "./in-memory.ts";

test("fields without the word take no part in its statistics, and none counts more documents than have it", async () => {
  const engine = await openEngine({ ...inMemory, log: () => undefined });
  try {
    const { call } = callerOf(engine);
    const properties = { t1: { type: "text" }, t2: { type: "text" }, t3: { type: "text", norms: false } };
    await call("PUT", "/i", { settings: { number_of_shards: 1 }, mappings: { properties } });
    await call("PUT", "/i/_doc/1?refresh=true", {
      t2: "naïve, the, the, naïve",
      t3: "lazy cat fox the é quick the quiet",
    });
    const best = async (...fields: string[]): Promise<number> => {
      const query = { multi_match: { query: "the", type: "cross_fields", fields } };
      return (await call("POST", "/i/_search", { query })).body.hits.max_score;
    };
    expect(await best("t1", "t2")).toBe(0.39556286);
    expect(await best("t1", "t2", "t3")).toBe(0.5246844);
    const texts = [
      { t2: "x", t3: "the lazy the of brown" },
      { t1: "naive, the, the, naive", t2: "lazy cat fox the é quick the quiet" },
      { t2: "the" },
    ];
    await call("PUT", "/j", { settings: { number_of_shards: 1 } });
    const lines = texts.map((text) => `{"index":{}}\n${JSON.stringify(text)}\n`);
    await call("POST", "/j/_bulk?refresh=true", lines.join(""));
    const query = { multi_match: { query: "the", type: "cross_fields", fields: ["t1", "t2", "t3"] } };
    const { body } = await call("POST", "/j/_search", { query });
    expect(body.hits.hits.map(({ _score }: { _score: number }) => _score)).toEqual([
      0.65860385, 0.46368068, 0.39556286,
    ]);
  } finally {
    await engine.close();
  }
});
