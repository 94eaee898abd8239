/** Three nodes of one cluster as processes: what each of them answers, what users may do, and who is let in. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { NatsServers, natsMissing } from "../src/testing/store/nats-servers.ts";
import { NodeProcesses } from "./nodes-as-processes.ts";
import type { ServerProcess } from "./server-process.ts";

if (natsMissing !== undefined) console.log(`tests of nodes as processes are skipped: ${natsMissing}`);

describe.skipIf(natsMissing !== undefined)("nodes over NATS", { timeout: 120_000 }, () => {
  let nats: NatsServers;
  let cluster: NodeProcesses | undefined;
  let count = 0;
  beforeAll(async () => void (nats = await NatsServers.start(1)));
  afterEach(() => cluster?.end());
  afterAll(() => nats.stop());

  const begin = async (common?: readonly string[]): Promise<NodeProcesses> =>
    (cluster = await NodeProcesses.begin(nats, `several-${++count}`, common));
  const three = async (from: NodeProcesses): Promise<[ServerProcess, ServerProcess, ServerProcess]> => [
    await from.node("one"),
    await from.node("two"),
    await from.node("three"),
  ];

  test("are one cluster: each writes and searches what all have", async () => {
    const nodes = await three(await begin());
    const [one, two, three_] = nodes;
    const settings = { number_of_shards: 3, number_of_replicas: 1 };
    expect((await one.call("PUT", "/things", { settings })).status).toBe(200);
    const health = await two.call("GET", "/_cluster/health?wait_for_status=green&timeout=20s");
    expect(health.body).toMatchObject({
      status: "green",
      number_of_nodes: 3,
      active_primary_shards: 3,
      active_shards: 6,
    });
    for (let id = 0; id < 30; id++) {
      const answer = await nodes[id % 3]!.call("PUT", `/things/_doc/${id}`, { n: id, text: `word ${id}` });
      expect([answer.status, answer.body._shards.failed]).toEqual([201, 0]);
    }
    for (const node of nodes) {
      expect((await node.call("GET", "/things/_doc/17")).body._source.n).toBe(17);
      await node.call("POST", "/things/_refresh");
      const { body } = await node.call("POST", "/things/_search", { query: { match: { text: "word" } }, sort: ["n"] });
      expect(body.hits.total.value).toBe(30);
      expect(body.hits.hits.map((hit: { _id: string }) => hit._id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(String));
    }
    const { text: table } = await three_.call("GET", "/_cat/nodes?h=name,master");
    expect(
      table
        .trim()
        .split("\n")
        .map((line) => line.trim().replace(/ +/, " "))
        .sort(),
    ).toEqual(["one *", "three -", "two -"]);
  });
});
