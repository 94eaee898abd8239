/** Many indices: each change costs what it changes, and the first requests after a start find what they ask for. */
import { expect, test } from "vitest";
import { type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

const DEEP = process.env["WARDEX_DEEP"] !== undefined;
const INDICES = DEEP ? 1000 : 40;
/** What issue figures ask for, on two cores that nobody else uses. */
const LIMITS_MS = { made: 15_000, stopped: 5_000, started: 5_000 };

const put = async (server: ServerProcess, path: string, body: unknown): Promise<void> => {
  const { status, text } = await server.call("PUT", path, body);
  expect([path, status < 300 || text]).toEqual([path, true]);
};

test(`${INDICES} indices are made, closed with the server and opened again, while requests are answered`, async () => {
  const data = temporaryFolder();
  let server = await startServer(["--data", data]);
  await put(server, "/_cluster/settings", { persistent: { "cluster.max_shards_per_node": 2 * INDICES } });
  const madeMs = performance.now();
  for (let number = 0; number < INDICES; number++)
    await put(server, `/i${number}`, { settings: { number_of_replicas: 0 } });
  for (let number = 0; number < INDICES; number++) await put(server, `/i${number}/_doc/1`, { number });
  const made = performance.now() - madeMs;

  const stopMs = performance.now();
  expect(await server.stop()).toBe(0);
  const stopped = performance.now() - stopMs;

  server = await startServer(["--data", data]);
  const started = server.readyMs;
  // The last ones may still be on their way.
  const last = `i${INDICES - 1}`;
  const answers = await Promise.all([
    server.call("GET", `/${last}/_search`),
    server.call("GET", `/${last}/_doc/1`),
    server.call("PUT", `/${last}/_doc/2?refresh=true`, { number: -1 }),
    server.call("GET", "/i*/_count?q=number:>=0"),
    server.call("POST", `/i*/_refresh`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 200, 200]);
  expect([answers[1]?.body.found, answers[3]?.body.count]).toEqual([true, INDICES]);
  expect((await server.call("GET", "/_cluster/health?wait_for_status=green&timeout=60s")).body).toMatchObject({
    status: "green",
    active_shards: INDICES,
  });
  expect((await server.call("GET", "/i*/_count")).body.count).toBe(INDICES + 1);

  // Deleted while the server runs, gone after the next start.
  expect((await server.call("DELETE", `/${last}`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
  server = await startServer(["--data", data]);
  expect((await server.call("GET", `/${last}`)).status).toBe(404);
  expect(await server.stop()).toBe(0);
  console.log(
    `${INDICES} indices: made in ${made.toFixed(0)} ms, stopped in ${stopped.toFixed(0)} ms, started in ${started.toFixed(0)} ms`,
  );
  if (DEEP)
    expect({
      made: made < LIMITS_MS.made,
      stopped: stopped < LIMITS_MS.stopped,
      started: started < LIMITS_MS.started,
    }).toEqual({
      made: true,
      stopped: true,
      started: true,
    });
}, 180_000);

test("cluster.max_shards_per_node holds for new indices, for opening and for more copies", async () => {
  const server = await startServer();
  await put(server, "/_cluster/settings", { persistent: { "cluster.max_shards_per_node": 3 } });
  await put(server, "/a", { settings: { number_of_shards: 1, number_of_replicas: 1 } });
  const refused = async (method: string, path: string, body: unknown, added: number, used: number): Promise<void> => {
    const answer = await server.call(method, path, body);
    const limit = `this action would add [${added}] shards, but this cluster currently has [${used}]/[3] maximum normal shards open;`;
    expect([path, answer.status, answer.body.error?.type, answer.body.error?.reason]).toEqual([
      path,
      400,
      "validation_exception",
      expect.stringContaining(limit),
    ]);
  };
  await refused("PUT", "/b", {}, 2, 2);
  await refused("PUT", "/b/_doc/1", { a: 1 }, 2, 2);
  await refused("PUT", "/a/_settings", { number_of_replicas: 3 }, 2, 2);
  await put(server, "/b", { settings: { number_of_replicas: 0 } });
  expect((await server.call("POST", "/b/_close")).status).toBe(200);
  await put(server, "/c", { settings: { number_of_replicas: 0 } });
  await refused("POST", "/b/_open", undefined, 1, 3);
  await put(server, "/a/_settings", { number_of_replicas: 0 });
  expect((await server.call("POST", "/b/_open")).status).toBe(200);
  expect(await server.stop()).toBe(0);
});
