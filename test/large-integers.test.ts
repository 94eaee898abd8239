/** Integers beyond a double, wherever a body may hold them: they are read and refused as any number is. */
import { expect, test } from "vitest";
import { startServer } from "./server-process.ts";

const LARGE = "18446744073709551616";

test("no operation stumbles over an integer that no double holds", async () => {
  const server = await startServer();
  const put = '{"mappings":{"properties":{"k":{"type":"keyword"},"b":{"type":"boolean"}}}}';
  expect((await server.call("PUT", "/t", put)).status).toBe(200);
  const requests: [string, string, string][] = [
    ["PUT", "/t/_mapping", `{"_meta":{"n":${LARGE}}}`],
    ["PUT", "/t/_mapping", `{"_meta":{"n":${LARGE}}}`],
    ["PUT", "/t/_mapping", `{"properties":{"k":{"type":"keyword","meta":{"n":${LARGE}}}}}`],
    [
      "PUT",
      "/t/_mapping",
      `{"dynamic_templates":[{"a":{"match_mapping_type":"string","mapping":{"type":"keyword","x":${LARGE}}}}]}`,
    ],
    ["PUT", "/t/_mapping", `{"properties":{"b":{"type":"boolean","null_value":{"n":${LARGE}}}}}`],
    ["PUT", "/t/_settings", `{"index":{"refresh_interval":${LARGE}}}`],
    ["PUT", "/t/_doc/1", `{"k":${LARGE},"new":${LARGE}}`],
    ["PUT", "/t/_alias/a", `{"filter":{"term":{"k":${LARGE}}}}`],
    ["POST", "/a/_search?size=0", `{"aggs":{"k":{"terms":{"field":"k"}}}}`],
    ["POST", "/t/_search", `{"query":{"terms":{"k":[${LARGE},{"n":${LARGE}}]}}}`],
    ["POST", "/t/_search", `{"query":{"match":{"k":{"query":${LARGE},"x":${LARGE}}}}}`],
    [
      "POST",
      "/t/_search",
      `{"runtime_mappings":{"r":{"type":"long","script":{"source":"emit(1)","params":{"n":${LARGE}}}}}}`,
    ],
    ["POST", "/t/_search", `{"size":${LARGE}}`],
    ["GET", "/_cluster/stats", ""],
  ];
  for (const [method, path, body] of requests) {
    const { status, text } = await server.call(method, path, body === "" ? undefined : body);
    expect([path, body, status < 500 || text]).toEqual([path, body, true]);
  }
  expect(await server.stop()).toBe(0);
});
