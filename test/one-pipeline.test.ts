import { request } from "node:http";
import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, type ServerProcess, startServer } from "./server-process.ts";

describe("requests to both interfaces go the same way", () => {
  let server: ServerProcess;
  const authorization = "Bearer one-pipeline-token";
  const ask = (method: string, path: string, body?: unknown): Promise<Answer> =>
    server.call(method, path, body, { authorization });

  beforeAll(async () => {
    server = await startServer(["--security", "on", "--admin-token", "one-pipeline-token"]);
    return async () => void (await server.stop());
  });

  test("a request to the identity interface is a task while it runs, beside those to /", async () => {
    const slow = request(`${server.url}/api/v2beta/core/groups/`, {
      method: "POST",
      headers: {
        authorization,
        "content-type": "application/json",
        "x-opaque-id": "slow-one",
      },
    });
    const answered = new Promise<number>((resolve, reject) => {
      slow.on("response", (response) => resolve(response.resume().statusCode ?? 0));
      slow.on("error", reject);
    });
    slow.write('{"name":');
    const list = async (): Promise<unknown[]> =>
      (await ask("GET", "/_tasks?group_by=none&actions=identity:*")).body.tasks;
    await expect
      .poll(list)
      .toMatchObject([
        { action: "identity:core/groups/create", cancellable: false, headers: { "X-Opaque-Id": "slow-one" } },
      ]);
    expect((await ask("GET", "/_cat/tasks?actions=identity:*&h=action")).text.trim()).toBe(
      "identity:core/groups/create",
    );
    slow.end('"slow"}');
    expect(await answered).toBe(201);
    expect(await list()).toEqual([]);
  });

  test("the breaker of bodies counts both, and each refuses in its own words", async () => {
    const limit = (value: string | null): Promise<unknown> =>
      ask("PUT", "/_cluster/settings", { transient: { "network.breaker.inflight_requests.limit": value } });
    await limit("1kb");
    const long = { name: "x".repeat(2000) };
    const identity = await ask("POST", "/api/v2beta/core/groups/", long);
    const root = await ask("POST", "/_search", { query: { match: long } });
    expect(identity.status).toBe(429);
    expect(identity.body.detail).toMatch(/^\[inflight_requests\] Data too large, data for \[<http_request>\]/);
    expect(root.status).toBe(429);
    expect(root.body.error.type).toBe("circuit_breaking_exception");
    await limit(null);
    expect((await ask("POST", "/api/v2beta/core/groups/", { name: "short" })).status).toBe(201);
  });
});
