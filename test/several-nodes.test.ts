import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SeveralNodes, type TestNode } from "./several-nodes.ts";

let cluster: SeveralNodes;
let one: TestNode;
let two: TestNode;

beforeEach(async () => {
  cluster = await SeveralNodes.begin();
  one = await cluster.node("one");
  two = await cluster.node("two");
});
afterEach(() => cluster.end());

const settings = (shards: number, replicas: number): object => ({
  settings: { number_of_shards: shards, number_of_replicas: replicas },
});

describe("two nodes", () => {
  test("are one cluster: an index with a replica is green, and its documents are found from both", async () => {
    expect((await one.call("PUT", "/logs", settings(2, 1))).status).toBe(200);
    const { body: health } = await two.call("GET", "/_cluster/health?wait_for_status=green&timeout=10s");
    expect(health).toMatchObject({ status: "green", number_of_nodes: 2, active_primary_shards: 2, active_shards: 4 });
    for (let id = 0; id < 20; id++) {
      const node = id % 2 === 0 ? one : two;
      const { status, body } = await node.call("PUT", `/logs/_doc/${id}`, { n: id, text: `a text of ${id}` });
      expect([status, body.result, body._seq_no >= 0]).toEqual([201, "created", true]);
    }
    for (const node of [one, two]) {
      expect((await node.call("GET", "/logs/_doc/7")).body).toMatchObject({ found: true, _source: { n: 7 } });
      await node.call("POST", "/logs/_refresh");
      const { body } = await node.call("POST", "/logs/_search", {
        sort: ["n"],
        size: 3,
        aggs: { s: { sum: { field: "n" } } },
      });
      expect(body.hits.total.value).toBe(20);
      expect(body.hits.hits.map((hit: { _source: { n: number } }) => hit._source.n)).toEqual([0, 1, 2]);
      expect(body.aggregations.s.value).toBe(190);
      expect(body._shards).toEqual({ total: 2, successful: 2, skipped: 0, failed: 0 });
    }
    expect(cluster.logged.filter((line) => / (warn|error) /.test(line))).toEqual([]);
  });

  test("share what has no replica: writes find their node, searches are put together", async () => {
    expect((await one.call("PUT", "/spread", settings(4, 0))).status).toBe(200);
    const lines = Array.from({ length: 40 }, (_, n) => [
      JSON.stringify({ index: { _id: String(n) } }),
      JSON.stringify({ n, kind: n % 2 === 0 ? "even" : "odd", text: `number ${n}` }),
    ]);
    const { body: written } = await two.call("POST", "/spread/_bulk?refresh=true", `${lines.flat().join("\n")}\n`);
    expect([written.errors, written.items.length]).toEqual([false, 40]);
    expect(written.items.map(({ index }: { index: { _id: string } }) => index._id)).toEqual(
      lines.map((_, n) => String(n)),
    );
    const { body: counted } = await one.call("GET", "/_cat/shards/spread?format=json");
    expect(new Set(counted.map(({ node }: { node: string }) => node))).toEqual(new Set(["one", "two"]));
    const search = {
      query: { match: { text: "number" } },
      sort: [{ n: "desc" }],
      size: 5,
      aggs: { kinds: { terms: { field: "kind.keyword" }, aggs: { most: { max: { field: "n" } } } } },
    };
    for (const node of [one, two]) {
      const { body } = await node.call("POST", "/spread/_search", search);
      expect(body.hits.hits.map(({ _id }: { _id: string }) => _id)).toEqual(["39", "38", "37", "36", "35"]);
      expect(body.aggregations.kinds.buckets).toEqual([
        { key: "even", doc_count: 20, most: { value: 38 } },
        { key: "odd", doc_count: 20, most: { value: 39 } },
      ]);
      expect(body).toMatchObject({ timed_out: false, _shards: { total: 4, successful: 4, failed: 0 } });
      expect(Object.keys(body)).toEqual(["took", "timed_out", "_shards", "hits", "aggregations"]);
      expect((await node.call("GET", "/spread/_count?q=kind:odd")).body).toMatchObject({ count: 20 });
      expect((await node.call("POST", "/spread/_search", { query: { nonsense: {} } })).status).toBe(400);
    }
    const updated = await one.call("POST", "/spread/_update/3?refresh=true", { doc: { n: 300 } });
    expect(updated.body).toMatchObject({ result: "updated", _version: 2, _shards: { total: 1, failed: 0 } });
    const conflict = await two.told("PUT", "/spread/_doc/3?if_seq_no=0&if_primary_term=1", {});
    expect(conflict).toContain("version_conflict_engine_exception");
    expect((await two.call("DELETE", "/spread/_doc/4?refresh=wait_for")).body).toMatchObject({ result: "deleted" });
    expect((await one.call("GET", "/spread/_count")).body.count).toBe(39);
    const { body: many } = await one.call("POST", "/spread/_mget", { ids: ["1", "2", "3", "4"] });
    expect(many.docs.map(({ found }: { found: boolean }) => found)).toEqual([true, true, true, false]);
    expect((await two.call("GET", "/spread/_stats/docs")).body._all.primaries.docs).toEqual({
      count: 39,
      deleted: 2,
      total_size_in_bytes: expect.any(Number),
    });
  });

  test("see a mapping and an alias that the other one was told of, and the end of an index", async () => {
    await one.call("PUT", "/a", { ...settings(2, 1), aliases: { both: {} } });
    await two.call("PUT", "/both/_doc/1", { added: "by a document" });
    const { body } = await one.call("GET", "/a/_mapping");
    expect(body.a.mappings.properties.added.type).toBe("text");
    expect((await two.call("DELETE", "/a")).status).toBe(200);
    expect((await one.call("GET", "/a")).status).toBe(404);
    expect((await one.call("GET", "/_cluster/health")).body).toMatchObject({ status: "green", active_shards: 0 });
  });

  test("copies follow what is deleted, updated and merged; a node that comes later gets them", async () => {
    await one.call("PUT", "/c", settings(1, 2));
    expect((await one.call("GET", "/_cluster/health")).body).toMatchObject({ status: "yellow", unassigned_shards: 1 });
    for (let round = 0; round < 5; round++) {
      for (let id = 0; id < 10; id++) await one.call("PUT", `/c/_doc/${id}`, { round, id });
      await one.call("DELETE", `/c/_doc/${round}?refresh=true`);
      if (round === 2) await one.call("POST", "/c/_flush");
    }
    const three = await cluster.node("three");
    const { body: health } = await three.call("GET", "/_cluster/health?wait_for_status=green&timeout=10s");
    expect(health).toMatchObject({ status: "green", number_of_nodes: 3, active_shards: 3 });
    const look = async (): Promise<unknown[]> =>
      Promise.all(
        [one, two, three].map(async (node) => {
          const { body } = await node.call("POST", "/c/_search?version=true&seq_no_primary_term=true", {
            sort: ["id"],
          });
          return body.hits.hits;
        }),
      );
    const [first, ...others] = await look();
    expect(first).toHaveLength(9);
    for (const other of others) expect(other).toEqual(first);
    await two.call("POST", "/c/_forcemerge?max_num_segments=1");
    await two.call("PUT", "/c/_doc/100?refresh=true", { round: 9, id: 100 });
    const [merged, ...copies] = await look();
    expect(merged).toHaveLength(10);
    for (const copy of copies) expect(copy).toEqual(merged);
  });

  test("when one leaves, what it had alone is red, what had a copy is still found", async () => {
    await one.call("PUT", "/kept", settings(2, 1));
    for (let id = 1; id <= 6; id++) await one.call("PUT", `/kept/_doc/${id}?refresh=true`, { n: id });
    await one.call("GET", "/_cluster/health?wait_for_status=green&timeout=10s");
    await cluster.close(two);
    const { body: health } = await one.call("GET", "/_cluster/health");
    expect(health).toMatchObject({ status: "red", number_of_nodes: 1, active_primary_shards: 1, active_shards: 2 });
    const { body } = await one.call("GET", "/kept/_search");
    expect(body.hits.total.value).toBe(6);
    const statuses = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (id) => (await one.call("PUT", `/kept/_doc/${id}`, { n: id })).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
  });

  test("explain where copies are, and what waits for a node", async () => {
    await one.call("PUT", "/x", { settings: { number_of_replicas: 2, "routing.allocation.exclude._name": "three" } });
    await one.call("GET", "/_cluster/health/x?wait_for_active_shards=2&timeout=10s");
    const asked = { index: "x", shard: 0, primary: false };
    const { body } = await two.call("GET", "/_cluster/allocation/explain", asked);
    expect(body).toMatchObject({ current_state: "unassigned", can_allocate: "no" });
    expect(body.node_allocation_decisions.map((node: { node_name: string }) => node.node_name).sort()).toEqual([
      "one",
      "two",
    ]);
    for (const { deciders } of body.node_allocation_decisions)
      expect(deciders.map(({ decider }: { decider: string }) => decider)).toEqual(["same_shard"]);
    const three = await cluster.node("three");
    const { body: filtered } = await three.call(
      "GET",
      "/_cluster/allocation/explain?include_yes_decisions=true",
      asked,
    );
    const other = filtered.node_allocation_decisions.find((node: { node_name: string }) => node.node_name === "three");
    expect(other.deciders.filter(({ decision }: { decision: string }) => decision === "NO")).toEqual([
      {
        decider: "filter",
        decision: "NO",
        explanation: 'node matches index setting [index.routing.allocation.exclude] filters [_name:"three"]',
      },
    ]);
    await one.call("PUT", "/x/_settings", { "index.routing.allocation.exclude._name": null });
    const { body: health } = await one.call("GET", "/_cluster/health/x?wait_for_status=green&timeout=10s");
    expect(health).toMatchObject({ status: "green", active_shards: 3 });
    const { body: placed } = await one.call("GET", "/_cluster/allocation/explain", asked);
    expect(placed).toMatchObject({ current_state: "started", can_remain_on_current_node: "yes" });
    await cluster.close(three);
    const { body: delayed } = await one.call("GET", "/_cluster/allocation/explain", asked);
    expect(delayed).toMatchObject({
      unassigned_info: { reason: "NODE_LEFT" },
      can_allocate: "allocation_delayed",
      configured_delay_in_millis: 60_000,
    });
    expect((await one.call("GET", "/_cluster/health")).body.delayed_unassigned_shards).toBe(1);
  });

  test("tell of each other: nodes, shards, the table of routes", async () => {
    await one.call("PUT", "/t", settings(1, 1));
    await two.call("GET", "/_cluster/health?wait_for_status=green&timeout=10s");
    const { body: nodes } = await two.call("GET", "/_cat/nodes?format=json&h=name,master,node.role");
    expect(nodes).toEqual([
      { name: "one", master: "*", "node.role": "dims" },
      { name: "two", master: "-", "node.role": "dims" },
    ]);
    const { body: shards } = await one.call("GET", "/_cat/shards/t?format=json&h=prirep,state,node,docs");
    expect(shards).toEqual([
      { prirep: "p", state: "STARTED", node: "one", docs: "0" },
      { prirep: "r", state: "STARTED", node: "two", docs: "0" },
    ]);
    const states = await Promise.all(
      [one, two].map((node) => node.call("GET", "/_cluster/state/nodes,routing_table,master_node")),
    );
    const [first, second] = states.map(({ body }) => body);
    expect(second).toEqual(first);
    expect(Object.values(first.nodes).map((node) => (node as { name: string }).name)).toEqual(["one", "two"]);
    const [copies] = Object.values<{ node: string; state: string }[]>(first.routing_table.indices.t.shards);
    expect(copies?.map(({ state }) => state)).toEqual(["STARTED", "STARTED"]);
    expect(copies?.map(({ node }) => first.nodes[node].name)).toEqual(["one", "two"]);
    const { body: searched } = await two.call("GET", "/t/_search_shards");
    expect(searched.shards[0]).toHaveLength(2);
  });
});
