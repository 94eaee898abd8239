/** Three nodes of one cluster as processes: what each of them answers, what users may do, and who is let in. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { NatsServers, natsMissing } from "../src/testing/store/nats-servers.ts";
import { type NodeStart, NodeProcesses, secretKeyFile } from "./nodes-as-processes.ts";
import { runCommand, type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

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

  test("each answer for themselves, asked by any: figures, tasks, tables; one that does not is told of as a failure", async () => {
    const from = await begin();
    const one = await from.node("one");
    const two = await from.node("two", { more: ["--node-attributes", "rack=r2"] });
    await one.call("PUT", "/x", { settings: { number_of_shards: 2, number_of_replicas: 1 } });
    for (let id = 0; id < 8; id++) await one.call("PUT", `/x/_doc/${id}?refresh=true`, { id });
    await one.call("GET", "/_cluster/health?wait_for_status=green&timeout=20s");
    const names = (body: { nodes: Record<string, { name: string }> }): string[] =>
      Object.values(body.nodes)
        .map(({ name }) => name)
        .sort();
    for (const path of ["_nodes", "_nodes/stats", "_nodes/http", "_nodes/stats/indices"]) {
      const { body } = await two.call("GET", `/${path}`);
      expect([path, body._nodes, names(body)]).toEqual([path, { total: 2, successful: 2, failed: 0 }, ["one", "two"]]);
    }
    const { body: stats } = await two.call("GET", "/_nodes/stats/indices");
    const counts = Object.values<{ indices: { docs: { count: number } } }>(stats.nodes).map(
      ({ indices }) => indices.docs.count,
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(8);
    expect(names((await one.call("GET", "/_nodes/_local/stats/os")).body)).toEqual(["one"]);
    expect(names((await one.call("GET", "/_nodes/t*")).body)).toEqual(["two"]);
    expect(names((await two.call("GET", "/_nodes/_master")).body)).toEqual(["one"]);
    expect((await two.call("GET", "/_nodes/nobody")).body._nodes).toEqual({ total: 0, successful: 0, failed: 0 });
    expect((await one.call("GET", "/_cat/nodeattrs?h=node,attr,value")).text).toMatch(/two +rack +r2/);
    const { body: table } = await two.call("GET", "/_cat/nodes?format=json&h=name,pid,heap.percent,master");
    expect(table.map(({ name, pid }: { name: string; pid: string }) => [name, Number(pid)])).toEqual([
      ["one", one.pid],
      ["two", two.pid],
    ]);
    const { body: allocation } = await two.call("GET", "/_cat/allocation?format=json&h=node,shards");
    expect(allocation.map(({ node, shards }: { node: string; shards: string }) => `${node} ${shards}`).sort()).toEqual([
      "one 2",
      "two 2",
    ]);
    // A task of one node is found, told and ended by way of the other.
    const { body: ids } = await one.call("GET", "/_cat/nodes?format=json&full_id=true&h=id,name");
    const idOf = (name: string): string => ids.find((node: { name: string }) => node.name === name).id;
    for (let at = 0; at < 2_000; at += 500) {
      const lines = Array.from({ length: 500 }, (_, n) => `{"index":{"_id":"b${at + n}"}}\n{"n":${n}}\n`);
      await one.call("POST", "/x/_bulk", lines.join(""));
    }
    await one.call("POST", "/x/_refresh");
    const begun = await one.call(
      "POST",
      "/x/_update_by_query?wait_for_completion=false&requests_per_second=10&scroll_size=10",
      {},
    );
    expect([begun.status, begun.body.task]).toEqual([200, expect.stringContaining(idOf("one"))]);
    const { body: listed } = await two.call("GET", "/_tasks?actions=*byquery&group_by=none");
    expect(listed.tasks.map(({ node, id }: { node: string; id: number }) => `${node}:${id}`)).toContain(
      begun.body.task,
    );
    expect((await two.call("GET", `/_tasks/${begun.body.task}`)).body).toMatchObject({ completed: false });
    expect(names((await two.call("POST", `/_tasks/${begun.body.task}/_cancel?wait_for_completion=true`)).body)).toEqual(
      ["one"],
    );
    await expect
      .poll(async () => (await two.call("GET", `/_tasks/${begun.body.task}`)).body.completed, { timeout: 10_000 })
      .toBe(true);
    process.kill(one.pid, "SIGSTOP");
    try {
      const { body } = await two.call("GET", "/_nodes/stats/os?timeout=1s");
      expect(body._nodes).toMatchObject({ total: 2, successful: 1, failed: 1 });
      expect(body._nodes.failures[0]).toMatchObject({ type: "failed_node_exception", node_id: idOf("one") });
    } finally {
      process.kill(one.pid, "SIGCONT");
    }
  });

  test("know the same users and keys at once: a key that was revoked is refused by each when that is answered", async () => {
    const password = "a-password-of-the-administrator-1";
    const nodes = await three(await begin(["--security", "on", "--admin-password", password]));
    const basic = (user: string, secret: string): Record<string, string> => ({
      authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString("base64")}`,
    });
    const admin = basic("admin", password);
    const [one, two, three_] = nodes;
    for (let round = 0; round < 3; round++) {
      const made = await nodes[round]!.call("POST", "/_security/api_key", { name: `key-${round}` }, admin);
      expect(made.status).toBe(200);
      const key = { authorization: `ApiKey ${made.body.encoded}` };
      for (const node of nodes) {
        const { status, body } = await node.call("GET", "/_security/_authenticate", undefined, key);
        expect([status, body?.username]).toEqual([200, "admin"]);
      }
      const revoked = await nodes[(round + 1) % 3]!.call(
        "DELETE",
        "/_security/api_key",
        { ids: [made.body.id] },
        admin,
      );
      expect([revoked.status, revoked.body.error_count]).toEqual([200, 0]);
      const statuses = await Promise.all(
        nodes.map(async (node) => (await node.call("GET", "/_security/_authenticate", undefined, key)).status),
      );
      expect(statuses).toEqual([401, 401, 401]);
    }
    // Numbers of users are given once, whoever gives them.
    const users = await Promise.all(
      Array.from({ length: 9 }, (_, at) =>
        nodes[at % 3]!.call(
          "PUT",
          `/_security/user/user-${at}`,
          { password: "a-password-of-nobody-1", roles: ["superuser"] },
          admin,
        ),
      ),
    );
    expect(users.map(({ status }) => status)).toEqual(users.map(() => 200));
    const listed = await two.call("GET", "/api/v2beta/core/users/?page_size=100", undefined, admin);
    expect(
      listed.body.results.filter(({ username }: { username: string }) => username.startsWith("user-")),
    ).toHaveLength(9);
    expect((await three_.call("GET", "/", undefined, basic("user-4", "a-password-of-nobody-1"))).status).toBe(200);
    const disabled = await one.call("PUT", "/_security/user/user-4/_disable", undefined, admin);
    expect(disabled.status).toBe(200);
    expect((await three_.call("GET", "/", undefined, basic("user-4", "a-password-of-nobody-1"))).status).toBe(401);
  });

  test("tell of a node that leaves and comes back, and of shards that wait for it", async () => {
    const from = await begin();
    const one = await from.node("one");
    const data = temporaryFolder();
    const two = await from.node("two", { data });
    await one.call("PUT", "/both", { settings: { number_of_shards: 2, number_of_replicas: 1 } });
    expect((await one.call("GET", "/_cluster/health?wait_for_status=green&timeout=20s")).body.status).toBe("green");
    for (let id = 0; id < 10; id++) await two.call("PUT", `/both/_doc/${id}?refresh=true`, { id });
    expect(await two.stop()).toBe(0);
    const { body: left } = await one.call("GET", "/_cluster/health");
    expect([left.number_of_nodes, left.active_shards]).toEqual([1, 2]);
    expect(["red", "yellow"]).toContain(left.status);
    expect((await one.call("GET", "/both/_search")).body.hits.total.value).toBe(10);
    const { text: unassigned } = await one.call("GET", "/_cat/allocation?h=node,shards");
    expect(unassigned).toMatch(/UNASSIGNED +2/);
    const again = await from.node("two", { data });
    expect((await again.call("GET", "/_cluster/health?wait_for_status=green&timeout=20s")).body).toMatchObject({
      status: "green",
      number_of_nodes: 2,
    });
    for (const node of [one, again]) {
      expect((await node.call("GET", "/both/_doc/3")).body.found).toBe(true);
      expect((await node.call("GET", "/both/_count")).body.count).toBe(10);
      const { text: shards } = await node.call("GET", "/_cat/shards/both?h=prirep,state,node&s=prirep,node");
      expect(
        shards
          .trim()
          .split("\n")
          .map((line) => line.trim().replaceAll(/ +/g, " ")),
      ).toEqual(["p STARTED one", "p STARTED two", "r STARTED one", "r STARTED two"]);
    }
  });

  test("take out a node that is killed, and have another master when it was that one", async () => {
    const from = await begin();
    const [one, two, three_] = await three(from);
    await two.call("PUT", "/kept", { settings: { number_of_shards: 3, number_of_replicas: 1 } });
    await two.call("GET", "/_cluster/health?wait_for_status=green&timeout=20s");
    const killedMs = performance.now();
    await one.kill();
    await expect
      .poll(async () => (await two.call("GET", "/_cluster/health")).body.number_of_nodes, { timeout: 20_000 })
      .toBe(2);
    console.log(`a killed master was taken out after ${Math.round(performance.now() - killedMs)} ms`);
    const { text: masters } = await three_.call("GET", "/_cat/master?h=node");
    expect(["two", "three"]).toContain(masters.trim());
    // Changes go on.
    expect((await three_.call("PUT", "/after", { settings: { number_of_replicas: 1 } })).status).toBe(200);
    expect((await two.call("PUT", "/after/_doc/1?refresh=true", {})).status).toBe(201);
  });

  test("begin with a node that was alone, whose data is that of the cluster then", async () => {
    const from = await begin();
    const data = temporaryFolder();
    const alone = await startServer(await from.placeOf("one", data));
    await alone.call("PUT", "/old", { settings: { number_of_shards: 2, number_of_replicas: 1 } });
    for (let id = 0; id < 5; id++) await alone.call("PUT", `/old/_doc/${id}`, { id });
    expect(await alone.stop()).toBe(0);
    expect((await from.refused("two")).errors).toContain("start that one with --node-listen first");
    await from.node("one", { data });
    const two = await from.node("two");
    const { body } = await two.call("GET", "/_cluster/health?wait_for_status=green&timeout=20s");
    expect(body).toMatchObject({ status: "green", number_of_nodes: 2, active_shards: 4 });
    expect((await two.call("GET", "/old/_count")).body.count).toBe(5);
    expect((await runCommand(await from.placeOf("one", temporaryFolder()))).errors).toContain(
      "consists of several nodes",
    );
  });

  test("refuse who does not belong to them, in words", async () => {
    const from = await begin();
    await from.node("one");
    const other = await NodeProcesses.begin(nats, "other");
    const refused = async (name: string, start: NodeStart): Promise<string> => {
      const { code, errors } = await from.refused(name, start);
      expect([code, errors]).toEqual([1, expect.stringMatching(/^wardex: .*\n$/m)]);
      return errors;
    };
    expect(await refused("two", { authority: other.authority })).toMatch(
      /node \[one\] is not met: .*(certificate|CA)/i,
    );
    expect(await refused("two", { more: ["--secret-key-file", secretKeyFile()] })).toContain(
      "the secret key is not that of the cluster",
    );
    expect(await refused("one", {})).toContain("there are two nodes of the name [one]");
    expect((await from.refused("two", { more: ["--node-name", "three"] })).errors).toContain(
      "--node-certificate is that of the node [two], and --node-name is [three]",
    );
  });

  test("answer 503 to changes while what holds the state is gone, in time, and go on when it is back", async () => {
    const from = await begin();
    const [one, two] = [await from.node("one"), await from.node("two")];
    await one.call("PUT", "/seen", { settings: { number_of_replicas: 1 } });
    await one.call("PUT", "/seen/_doc/1?refresh=true", {});
    await nats.kill(0);
    const begunMs = performance.now();
    const answers = await Promise.all(
      [one, two].map((node) => node.call("PUT", "/unseen?master_timeout=2s", { settings: { number_of_replicas: 1 } })),
    );
    expect(performance.now() - begunMs).toBeLessThan(10_000);
    for (const { status, body } of answers)
      expect([status, body.error.type]).toEqual([503, "master_not_discovered_exception"]);
    expect((await two.call("GET", "/seen/_search")).body.hits.total.value).toBe(1);
    nats.run(0);
    await expect
      .poll(async () => (await two.call("PUT", "/later?master_timeout=5s", {})).status, { timeout: 40_000 })
      .toBe(200);
    expect((await one.call("PUT", "/seen/_doc/2", {})).status).toBe(201);
  });
});
