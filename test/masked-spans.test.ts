/** Masked spans within others, as Elasticsearch 8.19 answers them. */
import { expect, test } from "vitest";
import { openEngine } from "../src/server/engine.ts";
import { callerOf } from "./engine-caller.ts";
import { inMemory } from "./in-memory.ts";

test("are found with scores below nought where more documents have the words than the scored field", async () => {
  const engine = await openEngine({ ...inMemory, log: () => undefined });
  try {
    const { call } = callerOf(engine);
    await call("PUT", "/i", { settings: { number_of_shards: 1 } });
    const texts = [{ t1: "foo bar foo", t2: "one two three four five" }, { t1: "foo", t2: "one" }, { t1: "dog foo x" }];
    for (const [at, text] of texts.entries()) await call("PUT", `/i/_doc/${at + 1}?refresh=true`, text);
    const match = { span_field_masking: { query: { span_term: { t1: "foo" } }, field: "t2" } };
    const { body } = await call("POST", "/i/_search", { query: { span_first: { match, end: 2 } } });
    expect(body.hits.hits.map(({ _id, _score }: { _id: string; _score: number }) => [_id, _score])).toEqual([
      ["1", -0.1211184],
      ["2", -0.21195719],
      ["3", -0.21195719],
    ]);
  } finally {
    await engine.close();
  }
});
