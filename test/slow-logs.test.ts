import { expect, test } from "vitest";
import { startServer } from "./server-process.ts";

test("what takes longer than an index allows stands in the log, as far as it asks for it", async () => {
  const server = await startServer();
  try {
    const call = (method: string, path: string, body?: unknown): Promise<unknown> => server.call(method, path, body);
    const settings = {
      "index.search.slowlog.threshold.query.info": "0ms",
      "index.search.slowlog.threshold.query.warn": "1h",
      "index.search.slowlog.threshold.fetch.trace": "0ms",
      "index.indexing.slowlog.threshold.index.warn": "0ms",
      "index.indexing.slowlog.source": "9",
    };
    await call("PUT", "/slow", { settings });
    await call("PUT", "/quick");
    await call("PUT", "/slow/_doc/1?routing=r&refresh", { text: "a long document" });
    await call("PUT", "/quick/_doc/1?refresh", { text: "a long document" });
    await call("POST", "/slow,quick/_search?search_type=dfs_query_then_fetch", '{\n"query": {"match_all": {}}}');
    const lines = `{}\n{"size":0}\n{"index":"slow"}\n{"query":{"exists":{"field":"text"}},"track_total_hits":false}\n`;
    await call("POST", "/quick/_msearch", lines);
    const told = (): string[] =>
      server
        .log()
        .split("\n")
        .filter((line) => line.includes("slowlog"))
        .map((line) =>
          (JSON.parse(line) as { msg: string }).msg.replaceAll(/took\[[^\]]*\], took_millis\[\d+\]/g, "took"),
        );
    const query = `source[{ "query": {"match_all": {}}}], id[]`;
    const second = `source[{"query":{"exists":{"field":"text"}},"track_total_hits":false}], id[]`;
    expect(told()).toEqual([
      `index.indexing.slowlog.index [WARN] [slow][0] took, id[1], routing[r], source[{"text":"]`,
      `index.search.slowlog.query [INFO] [slow][0] took, total_hits[1 hits], stats[], search_type[DFS_QUERY_THEN_FETCH], total_shards[2], ${query}`,
      `index.search.slowlog.fetch [TRACE] [slow][0] took, total_hits[1 hits], stats[], search_type[DFS_QUERY_THEN_FETCH], total_shards[2], ${query}`,
      `index.search.slowlog.query [INFO] [slow][0] took, total_hits[1 hits], stats[], search_type[QUERY_THEN_FETCH], total_shards[1], ${second}`,
      `index.search.slowlog.fetch [TRACE] [slow][0] took, total_hits[1 hits], stats[], search_type[QUERY_THEN_FETCH], total_shards[1], ${second}`,
    ]);
    const before = told().length;
    // Answers that are kept took no time, deletes are not told, nor is anything once the settings are gone.
    const counted = { query: { term: { text: "long" } }, size: 0 };
    await call("POST", "/slow/_search", counted);
    await call("POST", "/slow/_search", counted);
    await call("DELETE", "/slow/_doc/1?routing=r");
    await call("PUT", "/slow/_settings", { "index.search.slowlog.*": null, "index.indexing.slowlog.*": null });
    await call("POST", "/slow/_search", {});
    await call("PUT", "/slow/_doc/2", {});
    expect(
      told()
        .slice(before)
        .map((line) => line.slice(0, 44)),
    ).toEqual(["index.search.slowlog.query [INFO] [slow][0] "]);
    const refused = await server.call("PUT", "/slow/_settings", { "index.indexing.slowlog.source": "foo" });
    expect(refused.body.error.reason).toBe("Failed to parse value [foo] as only [true] or [false] are allowed.");
  } finally {
    await server.stop();
  }
});
