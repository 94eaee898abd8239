/** `more_like_this` with documents of another index, as Elasticsearch 8.19 answers it. */
import { expect, test } from "vitest";
import { openEngine } from "../src/server/engine.ts";
import { callerOf } from "./engine-caller.ts";
import { inMemory } from "./in-memory.ts";

test("of a document of another index the fields of the query count alone, and its id is not found", async () => {
  const engine = await openEngine({ ...inMemory, log: () => undefined });
  try {
    const { call } = callerOf(engine);
    await call("PUT", "/liked/_doc/1?refresh=true", { k: "aa bb", t: "cc" });
    for (const id of ["1", "2"]) await call("PUT", `/searched/_doc/${id}?refresh=true`, { k: "aa" });
    const like = async (field: string): Promise<string[]> => {
      const more_like_this = {
        fields: [field],
        like: [{ _index: "liked", _id: "1" }],
        min_term_freq: 1,
        min_doc_freq: 1,
      };
      const { body } = await call("POST", "/searched/_search", { query: { more_like_this } });
      return body.hits.hits.map(({ _id }: { _id: string }) => _id);
    };
    expect(await like("k")).toEqual(["2"]);
    expect(await like("t")).toEqual([]);
  } finally {
    await engine.close();
  }
});
