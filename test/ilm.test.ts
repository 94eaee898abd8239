/** Index lifecycle management as clients see it, after the published tests of 8.19. */
import { beforeAll, expect, test } from "vitest";
import { type Answer, type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

const POLICY = {
  policy: {
    phases: {
      hot: { min_age: "1000s", actions: {} },
      warm: { min_age: "1000s", actions: { forcemerge: { max_num_segments: 10000 } } },
    },
    _meta: { of: "tests" },
  },
};
const managed = { settings: { "index.lifecycle.name": "moveable", number_of_replicas: 0 } };
const NEW = { phase: "new", action: "complete", name: "complete" };

let server: ServerProcess;
const folder = temporaryFolder();

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const { status, body: answered } = await server.call(method, path, body);
  return status === 200 ? answered : [status, answered.error?.type, answered.error?.reason ?? answered];
}

const invalid = (reason: string): unknown => [400, "illegal_argument_exception", reason];

/** Asks until the answer is another one: steps are taken behind the answers. */
async function untilSeen(path: string, seen: (body: Answer["body"]) => boolean): Promise<Answer["body"]> {
  for (let turn = 0; turn < 200; turn++) {
    const { body } = await server.call("GET", path);
    if (seen(body)) return body;
    await server.call("GET", "/_cluster/health");
  }
  throw new Error(`never seen at ${path}`);
}

beforeAll(async () => {
  server = await startServer(["--data", folder]);
  await server.call("PUT", "/_ilm/policy/moveable", POLICY);
  await server.call("PUT", "/managed", managed);
  await server.call("PUT", "/plain", {});
  await server.call("PUT", "/lost", { settings: { "index.lifecycle.name": "missing" } });
  return async () => void (await server.stop());
});

test("policies are stored with versions, shown with what uses them, and kept while they are used", async () => {
  expect(await ask("GET", "/_ilm/policy/none")).toEqual([
    404,
    "resource_not_found_exception",
    "Lifecycle policy not found: none",
  ]);
  const shown = {
    version: 1,
    modified_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    policy: POLICY.policy,
    in_use_by: { indices: ["managed"], data_streams: [], composable_templates: [] },
  };
  expect(await ask("GET", "/_ilm/policy/moveable")).toEqual({ moveable: shown });
  expect(await ask("GET", "/_ilm/policy/mov*")).toEqual({ moveable: shown });
  expect(await ask("GET", "/_ilm/policy")).toEqual({ moveable: shown });
  expect(await ask("GET", "/_ilm/policy/mov*,none")).toEqual(
    invalid("wildcard only supports a single value, please use comma-separated values or a single wildcard value"),
  );
  expect(await ask("DELETE", "/_ilm/policy/moveable")).toEqual(
    invalid("Cannot delete policy [moveable]. It is in use by one or more indices: [managed]"),
  );
  const policy = { policy: { phases: { delete: { min_age: "30s", actions: { delete: {} } } } } };
  expect(await ask("PUT", "/_ilm/policy/short", policy)).toEqual({ acknowledged: true });
  const changed = { policy: { phases: { delete: { min_age: "60s", actions: { delete: {} } } } } };
  await server.call("PUT", "/_ilm/policy/short", changed);
  await server.call("PUT", "/_ilm/policy/short", changed);
  expect(await ask("GET", "/_ilm/policy/short")).toMatchObject({
    short: {
      version: 2,
      policy: { phases: { delete: { min_age: "60s", actions: { delete: { delete_searchable_snapshot: true } } } } },
    },
  });
  expect(await ask("DELETE", "/_ilm/policy/short")).toEqual({ acknowledged: true });
});

test("explain tells where an index stands, and what is wrong", async () => {
  expect(await ask("GET", "/managed,plain,lost/_ilm/explain?human=true")).toEqual({
    indices: {
      managed: {
        index: "managed",
        managed: true,
        policy: "moveable",
        index_creation_date: expect.stringMatching(/Z$/),
        index_creation_date_millis: expect.any(Number),
        time_since_index_creation: expect.stringMatching(/s$/),
        lifecycle_date: expect.stringMatching(/Z$/),
        lifecycle_date_millis: expect.any(Number),
        age: expect.stringMatching(/s$/),
        phase: "new",
        phase_time: expect.stringMatching(/Z$/),
        phase_time_millis: expect.any(Number),
        action: "complete",
        action_time: expect.stringMatching(/Z$/),
        action_time_millis: expect.any(Number),
        step: "complete",
        step_time: expect.stringMatching(/Z$/),
        step_time_millis: expect.any(Number),
        skip: false,
      },
      plain: { index: "plain", managed: false },
      lost: expect.objectContaining({
        managed: true,
        step_info: { type: "illegal_argument_exception", reason: "policy [missing] does not exist" },
      }),
    },
  });
  const names = async (query: string): Promise<string[]> =>
    Object.keys((await server.call("GET", `/*/_ilm/explain?${query}`)).body.indices).sort();
  expect(await names("only_managed=true")).toEqual(["lost", "managed"]);
  expect(await names("only_errors=true")).toEqual(["lost"]);
});

test("moves are refused as 8.19 refuses them", async () => {
  const merge = { phase: "warm", action: "forcemerge", name: "forcemerge" };
  const move = (index: string, current_step: object, next_step: object): Promise<unknown> =>
    ask("POST", `/_ilm/move/${index}`, { current_step, next_step });
  expect(await move("managed", merge, merge)).toEqual(
    invalid(
      'index [managed] is not on current step [{"phase":"warm","action":"forcemerge","name":"forcemerge"}], currently: [{"phase":"new","action":"complete","name":"complete"}]',
    ),
  );
  expect(await move("managed", NEW, { phase: "invalid", action: "invalid", name: "invalid" })).toEqual(
    invalid(
      'step [{"phase":"invalid","action":"invalid","name":"invalid"}] for index [managed] with policy [moveable] does not exist',
    ),
  );
  expect(await move("plain", NEW, merge)).toEqual(
    invalid("index [plain] is not associated with an Index Lifecycle Policy"),
  );
  expect(await move("nowhere", NEW, merge)).toEqual(invalid("index [nowhere] does not exist"));
  expect(await ask("POST", "/managed/_ilm/retry")).toEqual(
    invalid(
      "cannot retry an action for an index [managed] that has not encountered an error when running a Lifecycle Policy",
    ),
  );
});

test("lifecycles are run on the server: rolled over, shrunk, and gone on with after a restart", async () => {
  const policy = {
    policy: {
      phases: {
        hot: { actions: { rollover: { max_docs: 1 }, set_priority: { priority: 7 } } },
        warm: { min_age: "0ms", actions: { shrink: { number_of_shards: 1 } } },
      },
    },
  };
  await server.call("PUT", "/_ilm/policy/logs", policy);
  await server.call("PUT", "/_index_template/logs", {
    index_patterns: ["logs-*"],
    template: {
      settings: {
        number_of_shards: 2,
        number_of_replicas: 0,
        "index.lifecycle.name": "logs",
        "index.lifecycle.rollover_alias": "logs",
      },
    },
  });
  await server.call("PUT", "/logs-1", { aliases: { logs: { is_write_index: true } } });
  await server.call("PUT", "/logs/_doc/1?refresh=true", { a: 1 });
  await untilSeen("/logs-1/_ilm/explain", ({ indices }) => indices["logs-1"].step === "check-rollover-ready");
  await server.stop();
  server = await startServer(["--data", folder]);
  expect(await ask("GET", "/logs-1/_ilm/explain")).toMatchObject({
    indices: { "logs-1": { phase: "hot", action: "rollover", step: "check-rollover-ready" } },
  });
  const settings = { persistent: { "indices.lifecycle.poll_interval": "1s" } };
  await server.call("PUT", "/_cluster/settings", settings);
  const current_step = { phase: "hot", action: "rollover", name: "check-rollover-ready" };
  await ask("POST", "/_ilm/move/logs-1", {
    current_step,
    next_step: { phase: "hot", action: "rollover", name: "attempt-rollover" },
  });
  const aliases = await untilSeen("/_alias/logs-1", (body) => body.error === undefined);
  expect(Object.keys(aliases)).toEqual([expect.stringMatching(/^shrink-[a-z0-9]{4}-logs-1$/)]);
  expect((await server.call("GET", "/logs/_count")).body.count).toBe(1);
  expect(await ask("GET", "/logs-000002/_settings/index.lifecycle.name")).toEqual({
    "logs-000002": { settings: { index: { lifecycle: { name: "logs" } } } },
  });
});

test("lifecycles are stopped and started", async () => {
  expect(await ask("GET", "/_ilm/status")).toEqual({ operation_mode: "RUNNING" });
  expect(await ask("POST", "/_ilm/stop")).toEqual({ acknowledged: true });
  await untilSeen("/_ilm/status", ({ operation_mode }) => operation_mode === "STOPPED");
  expect(await ask("POST", "/_ilm/start")).toEqual({ acknowledged: true });
  expect(await ask("GET", "/_ilm/status")).toEqual({ operation_mode: "RUNNING" });
});

test("an index is managed no longer when it is said so", async () => {
  expect(await ask("POST", "/managed/_ilm/remove")).toEqual({ has_failures: false, failed_indexes: [] });
  expect(await ask("GET", "/managed/_ilm/explain")).toEqual({
    indices: { managed: { index: "managed", managed: false } },
  });
  expect(await ask("DELETE", "/_ilm/policy/moveable")).toEqual({ acknowledged: true });
});
