import { Client } from "@elastic/elasticsearch";
import { describe, expect, test } from "vitest";
import { open } from "../dist/server/wardex.js";

describe("as a library", () => {
  test("two engines in one process do not see each other", async () => {
    const engines = await Promise.all([open(), open()]);
    const clients = engines.map((engine) => new Client({ node: engine.url, Connection: engine.Connection as never }));
    await clients[0]!.index({ index: "towns", id: "1", document: { name: "Bern" }, refresh: true });
    const found = await clients[0]!.search({ index: "towns", q: "bern" });
    expect(found.hits.hits.map((hit) => hit._id)).toEqual(["1"]);
    expect(await clients[1]!.indices.exists({ index: "towns" })).toBe(false);
    await Promise.all(engines.map((engine) => engine.close()));
  });
});
