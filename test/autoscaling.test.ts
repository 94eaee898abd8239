/** Policies of autoscaling and the capacity that they ask for, as operations. */
import { availableParallelism, totalmem } from "node:os";
import { beforeAll, expect, test } from "vitest";
import { type ServerProcess, startServer } from "./server-process.ts";

let server: ServerProcess;
const POLICY = "/_autoscaling/policy/p";

beforeAll(async () => {
  server = await startServer([]);
  return async () => void (await server.stop());
});

test("a policy is made, changed in part, shown and removed", async () => {
  const deciders = { fixed: { storage: "1tb", nested: undefined, nodes: 2 } };
  expect(await server.call("PUT", POLICY, { roles: ["data_hot", "data", "data"], deciders })).toMatchObject({
    status: 200,
    body: { acknowledged: true },
  });
  expect((await server.call("GET", POLICY)).body).toEqual({
    roles: ["data", "data_hot"],
    deciders: { fixed: { storage: "1tb", nodes: "2" } },
  });
  await server.call("PUT", POLICY, { roles: ["data_warm"] });
  expect((await server.call("GET", POLICY)).body).toMatchObject({
    roles: ["data_warm"],
    deciders: { fixed: { nodes: "2" } },
  });
  expect((await server.call("DELETE", POLICY)).status).toBe(200);
  expect(await server.call("GET", POLICY)).toMatchObject({
    status: 404,
    body: {
      error: { type: "resource_not_found_exception", reason: "autoscaling policy with name [p] does not exist" },
    },
  });
  expect((await server.call("DELETE", POLICY)).status).toBe(404);
  expect((await server.call("DELETE", "/_autoscaling/policy/p*")).status).toBe(200);
});

test("what is wrong with a policy is said, and nothing is changed", async () => {
  for (const body of [{ roles: ["foo"] }, { roles: ["data"], deciders: { foo: {} } }, {}, { roles: ["master"] }])
    expect((await server.call("PUT", POLICY, body)).status).toBe(400);
  expect((await server.call("GET", POLICY)).status).toBe(404);
});

test("capacity is that of this machine for policies with the roles of this node, and none for others", async () => {
  expect((await server.call("GET", "/_autoscaling/capacity")).body).toEqual({ policies: {} });
  const { nodes } = (await server.call("GET", "/_nodes")).body as { nodes: Record<string, { roles: string[] }> };
  const [{ roles }] = Object.values(nodes) as [{ roles: string[] }];
  await server.call("PUT", "/_autoscaling/policy/here", { roles });
  await server.call("PUT", "/_autoscaling/policy/elsewhere", { roles: ["data_frozen"] });
  const { policies } = (await server.call("GET", "/_autoscaling/capacity")).body as {
    policies: Record<string, unknown>;
  };
  expect(policies["here"]).toMatchObject({
    current_capacity: { total: { memory: totalmem(), processors: availableParallelism() } },
    current_nodes: [{ name: expect.any(String) as string }],
    deciders: {
      reactive_storage: { reason_summary: "storage ok" },
      proactive_storage: { reason_summary: "storage ok" },
    },
  });
  expect(policies["elsewhere"]).toMatchObject({
    required_capacity: { total: { storage: 0, memory: 0 } },
    current_capacity: { total: { storage: 0, memory: 0, processors: 0 } },
    current_nodes: [],
  });
});
