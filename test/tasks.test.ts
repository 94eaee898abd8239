import { beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServer } from "./server-process.ts";

describe("tasks", () => {
  let server: ServerProcess;
  let node = "";

  beforeAll(async () => {
    server = await startServer();
    node = Object.keys((await server.call("GET", "/_nodes")).body.nodes)[0] ?? "";
    return async () => void (await server.stop());
  });

  test("a list shows itself, with the name that the caller gave it", async () => {
    const { body } = await server.call("GET", "/_tasks?group_by=none&actions=cluster:monitor/tasks/lists", undefined, {
      "X-Opaque-Id": "That is me",
    });
    expect(body.tasks).toMatchObject([
      {
        node,
        type: "transport",
        action: "cluster:monitor/tasks/lists",
        cancelled: false,
        headers: { "X-Opaque-Id": "That is me" },
      },
    ]);
    const byNode = (await server.call("GET", "/_tasks?detailed")).body.nodes[node];
    expect(Object.values(byNode.tasks)).toMatchObject([{ action: "cluster:monitor/tasks/lists", description: "" }]);
    expect((await server.call("GET", "/_tasks?actions=unknown*")).body).toEqual({ nodes: {} });
    expect((await server.call("GET", "/_tasks?group_by=zork")).text).toContain(
      "[group_by] must be one of [nodes], [parents] or [none] but was [zork]",
    );
    expect((await server.call("GET", "/_cat/tasks?h=ac,ty,pti")).text).toBe(
      "cluster:monitor/tasks/lists transport -\n",
    );
  });

  test("tasks that are not there are told apart from those of other nodes", async () => {
    const other = await server.call("GET", "/_tasks/foo:1");
    expect(other.status).toBe(404);
    expect(other.body.error).toMatchObject({
      type: "resource_not_found_exception",
      reason:
        "task [foo:1] belongs to the node [foo] which isn't part of the cluster and there is no record of the task",
      caused_by: { reason: "task [foo:1] isn't running and hasn't stored its results" },
      root_cause: [{ type: "index_not_found_exception", reason: "no such index [.tasks]" }],
    });
    expect((await server.call("GET", `/_tasks/${node}:1`)).body.error.reason).toBe(
      `task [${node}:1] isn't running and hasn't stored its results`,
    );
    expect((await server.call("GET", "/_tasks/foo")).text).toContain("malformed task id foo");
    expect((await server.call("POST", "/_tasks/foo:1/_cancel")).body).toEqual({
      node_failures: [
        {
          type: "failed_node_exception",
          reason: "Failed node [foo]",
          node_id: "foo",
          caused_by: { type: "no_such_node_exception", reason: "No such node [foo]", node_id: "foo" },
        },
      ],
      nodes: {},
    });
  });

  test("a running search is listed, and stops when it is told to", async () => {
    await server.call("PUT", "/tasks-long", {
      settings: { number_of_replicas: 0 },
      mappings: { properties: { n: { type: "long" } } },
    });
    const lines = Array.from({ length: 20_000 }, (_, n) => `{"index":{}}\n${JSON.stringify({ n })}\n`).join("");
    await server.call("POST", "/tasks-long/_bulk?refresh=true", lines);
    // A bucket for each document, three levels deep, and one search after another: some wait when the first are
    // stopped.
    const level = (aggs: object | undefined): object => ({
      t: { terms: { field: "n", size: 1 }, ...(aggs ? { aggs } : {}) },
    });
    const searches = Array.from({ length: 8 }, () =>
      server.call("POST", "/tasks-long/_search?size=0", { aggs: level(level(level(undefined))) }),
    );
    const cancelled = await (async () => {
      for (;;) {
        const { body } = await server.call("POST", "/_tasks/_cancel?actions=*search");
        if (body.nodes[node]) return Object.values(body.nodes[node].tasks);
        if (
          await Promise.race([
            Promise.all(searches).then(() => true),
            new Promise((resolve) => setImmediate(resolve, false)),
          ])
        )
          return [];
      }
    })();
    expect(cancelled).toMatchObject(
      cancelled.map(() => ({ action: "indices:data/read/search", cancellable: true, cancelled: true })),
    );
    const answers = await Promise.all(searches);
    const stopped = answers.filter(({ text }) => text.includes("task_cancelled_exception"));
    expect(cancelled.length === 0 || stopped.length > 0).toBe(true);
  });
});
