/** A rollover over HTTP: what it answers, and where writes go after it. */
import { expect, test } from "vitest";
import { startServer } from "./server-process.ts";

test("a rollover gives an alias a new index when its conditions are met", async () => {
  const server = await startServer();
  const rollover = async (path: string, body?: unknown): Promise<unknown> => {
    const answer = await server.call("POST", path, body);
    return answer.status === 200 ? answer.body : [answer.status, answer.body.error.type, answer.body.error.reason];
  };
  await server.call("PUT", "/logs-1", { aliases: { logs: { is_write_index: true } } });
  for (const id of [1, 2]) await server.call("PUT", `/logs/_doc/${id}?refresh=true`, { id });
  const names = { old_index: "logs-1", new_index: "logs-000002" };
  const not = { acknowledged: false, shards_acknowledged: false, ...names, rolled_over: false, lazy: false };
  expect(await rollover("/logs/_rollover", { conditions: { max_docs: 3, max_age: "7d" } })).toEqual({
    ...not,
    dry_run: false,
    conditions: { "[max_docs: 3]": false, "[max_age: 7d]": false },
  });
  expect(await rollover("/logs/_rollover?dry_run=true", { conditions: { max_docs: 2 } })).toEqual({
    ...not,
    dry_run: true,
    conditions: { "[max_docs: 2]": true },
  });
  const made = { mappings: { properties: { id: { type: "long" } } }, settings: { number_of_replicas: 0 } };
  expect(await rollover("/logs/_rollover", { conditions: { max_docs: 2, max_size: "5gb" }, ...made })).toEqual({
    acknowledged: true,
    shards_acknowledged: true,
    ...names,
    rolled_over: true,
    dry_run: false,
    lazy: false,
    conditions: { "[max_docs: 2]": true, "[max_size: 5gb]": false },
  });
  expect((await server.call("PUT", "/logs/_doc/3", { id: 3 })).body._index).toBe("logs-000002");
  expect((await server.call("GET", "/logs/_mapping")).body["logs-000002"]).toEqual({ mappings: made.mappings });
  expect(await rollover("/logs/_rollover/logs-1")).toEqual([
    400,
    "resource_already_exists_exception",
    expect.stringMatching(/^index \[logs-1\/.{22}\] already exists$/),
  ]);
  expect(await rollover("/logs/_rollover?lazy=true")).toEqual([
    400,
    "illegal_argument_exception",
    "Lazy rollover can be applied only on a data stream. Please remove the query parameter 'lazy'.",
  ]);
  expect(await rollover("/logs/_rollover", { conditions: { min_docs: 1 } })).toEqual([
    400,
    "action_request_validation_exception",
    "Validation Failed: 1: at least one max_* rollover condition must be set when using min_* conditions;",
  ]);
  expect(await rollover("/nothing/_rollover")).toEqual([
    404,
    "resource_not_found_exception",
    "rollover target [nothing] does not exist",
  ]);
  expect((await server.call("POST", "/logs/_rollover", { conditions: { max_dogs: 1 } })).status).toBe(400);
  expect(await server.stop()).toBe(0);
}, 60_000);
