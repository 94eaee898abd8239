/** Templates over HTTP, as Elasticsearch 8.19 answered the same requests in the same order. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startServer, temporaryFolder } from "./server-process.ts";
import { type RecordedRequest, withoutPassing } from "./recorded-requests.ts";

const recorded: RecordedRequest[] = JSON.parse(readFileSync(new URL("templates-cases.json", import.meta.url), "utf8"));

test("templates are stored, shown, refused and applied as by Elasticsearch 8.19", { timeout: 120_000 }, async () => {
  const server = await startServer();
  for (const [at, { request, status, body, warnings = [] }] of recorded.entries()) {
    const [method, path, given] = request;
    const answer = await server.call(method, path, given);
    const told = (answer.headers.get("warning") ?? "").split(/, (?=299 )/).map((text) => /"(.*)"$/s.exec(text)?.[1]);
    const shown = answer.text === "" ? { acknowledged: true } : (answer.body ?? answer.text);
    expect(
      [answer.status, withoutPassing(shown), told.filter((text) => text !== undefined)],
      `${at}: ${method} ${path} ${JSON.stringify(given)}`,
    ).toEqual([status, withoutPassing(body ?? { acknowledged: true }), warnings]);
  }
  expect(await server.stop()).toBe(0);
});

test("templates are there after a restart, and applied to what is made then", { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  const first = await startServer(["--data", folder]);
  await first.call("PUT", "/_component_template/part", { template: { settings: { number_of_replicas: 0 } } });
  await first.call("PUT", "/_index_template/whole", { index_patterns: ["made-*"], composed_of: ["part"] });
  await first.kill();
  const second = await startServer(["--data", folder]);
  await second.call("PUT", "/made-1/_doc/1", { a: 1 });
  expect((await second.call("GET", "/made-1/_settings")).body["made-1"].settings.index.number_of_replicas).toBe("0");
  expect(await second.stop()).toBe(0);
});
