import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { joinNode, removeNodes } from "../changes/join-node.ts";
import { startCopies } from "../changes/start-copies.ts";
import type { ClusterChange } from "../cluster-change.ts";
import type { ClusterNode, ClusterState, IndexMetadata, ShardRouting } from "../cluster-state.ts";
import { newIndex } from "../new-index.ts";
import { allocated, delayedUntil, placementOf } from "./allocate.ts";
import { verdicts } from "./deciders.ts";

const NOW = 1_000_000;

function node(id: string, attributes: Record<string, string> = {}): Omit<ClusterNode, "joined"> {
  const address = { host: "127.0.0.1", port: 1 };
  const common = { host: `host-${id}`, ip: "127.0.0.1", version: "8.19.0", roles: ["data", "master"] };
  return { id, name: `node-${id}`, ephemeralId: `life-${id}`, address, attributes, ...common };
}

function index(name: string, settings: Record<string, string | number> = {}): IndexMetadata {
  const request = { name, settings: { index: settings }, mappings: {}, aliases: {} };
  return newIndex(name, request, { nowMs: NOW, uuid: `uuid-${name}` });
}

/** A cluster whose changes are made as nodes make them. */
class World {
  state: ClusterState = {
    clusterUuid: "u",
    clusterName: "c",
    version: 1,
    indices: {},
    persistentSettings: {},
    transientSettings: {},
    customs: {},
    nodes: {},
  };
  nowMs = NOW;

  change(change: ClusterChange): void {
    const inputs = { nowMs: this.nowMs, uuid: "", isFlooded: false, analysisOf: () => undefined as never };
    this.state = allocated(change.apply(this.state, inputs).state, this.nowMs);
  }

  join(...ids: readonly string[]): this {
    for (const id of ids) this.change(joinNode(node(id)));
    return this;
  }

  leave(id: string): void {
    this.change(removeNodes([node(id)]));
  }

  add(...indices: readonly IndexMetadata[]): this {
    for (const each of indices) this.state = { ...this.state, indices: { ...this.state.indices, [each.name]: each } };
    this.pass(0);
    return this;
  }

  settings(persistentSettings: ClusterState["persistentSettings"]): this {
    this.state = { ...this.state, persistentSettings };
    return this;
  }

  pass(milliseconds: number): void {
    this.nowMs += milliseconds;
    this.state = allocated(this.state, this.nowMs);
  }

  /** What is initializing has come so far, again and again. */
  start(): this {
    for (;;) {
      const before = this.state;
      for (const id of Object.keys(this.state.nodes ?? {}))
        for (const [uuid, shards] of Object.entries(this.state.routing ?? {}))
          this.change(
            startCopies(
              id,
              shards.map((_, shard) => ({ uuid, shard })),
              "STARTED",
            ),
          );
      if (this.state === before) return this;
    }
  }

  shards(name: string): readonly ShardRouting[] {
    return this.state.routing?.[`uuid-${name}`] ?? [];
  }

  /** Nodes of the copies of each shard, the primary first; `-`: none. */
  places(name: string): string[] {
    return this.shards(name).map(({ primary, replicas }) =>
      [primary, ...replicas].map(({ node: id = "-" }) => id).join(" "),
    );
  }

  verdict(name: string, on: string, primary = false): Record<string, string> {
    const all = Object.values(this.state.nodes ?? {});
    const copy = { index: this.state.indices[name]!, shard: 0, primary, isNew: false };
    const found = verdicts(
      copy,
      all.find(({ id }) => id === on)!,
      placementOf(this.state),
    );
    return Object.fromEntries(
      found.filter(({ decision }) => decision === "NO").map(({ decider, explanation }) => [decider, explanation]),
    );
  }
}

describe("copies", () => {
  test("are spread over the nodes; replicas come when their primary has started", () => {
    const world = new World().join("a", "b").add(index("x", { number_of_shards: 4, number_of_replicas: 1 }));
    expect(world.places("x")).toEqual(["a -", "b -", "a -", "b -"]);
    expect(world.start().places("x")).toEqual(["a b", "b a", "a b", "b a"]);
    expect(world.shards("x").every(({ replicas: [copy] }) => copy?.state === "STARTED")).toBe(true);
    const { state } = world;
    world.pass(60_000);
    expect(world.state).toBe(state);
  });

  test("of a node that left wait for it; replicas for a minute, the only data for as long as it takes", () => {
    const world = new World()
      .join("a", "b", "c")
      .add(index("x", { number_of_shards: 1, number_of_replicas: 1 }))
      .start();
    expect(world.places("x")).toEqual(["a b"]);
    world.leave("b");
    expect(world.places("x")).toEqual(["a -"]);
    expect(delayedUntil(world.state.indices["x"]!, world.shards("x")[0]!.replicas[0]!)).toBe(NOW + 60_000);
    world.pass(59_999);
    expect(world.places("x")).toEqual(["a -"]);
    world.pass(1);
    expect(world.places("x")).toEqual(["a c"]);
    world.start().leave("a");
    world.pass(10 * 60_000);
    expect(world.places("x")).toEqual(["- c"]);
    expect(world.shards("x")[0]?.primary.unassigned).toMatchObject({ reason: "NODE_LEFT", lastNode: "a" });
    world.join("b");
    expect(world.places("x")).toEqual(["- c"]);
    world.join("a");
    expect(world.places("x")).toEqual(["a c"]);
  });

  test("come back to the node that had them, within the delay that the index says", () => {
    const world = new World()
      .join("a", "b", "c")
      .add(index("x", { number_of_replicas: 1, "unassigned.node_left.delayed_timeout": "0ms" }))
      .add(index("y", { number_of_replicas: 1 }))
      .start();
    world.leave("b");
    expect(world.places("x")).toEqual(["a c"]);
    const before = world.places("y");
    world.join("b");
    expect(world.places("y")).not.toEqual(before);
    expect(world.places("y").join()).toContain("b");
  });

  test("follow the number of replicas, and go with their index", () => {
    const world = new World()
      .join("a", "b", "c")
      .add(index("x", { number_of_replicas: 2 }))
      .start();
    expect(world.places("x")).toEqual(["a b c"]);
    world.add({ ...world.state.indices["x"]!, numberOfReplicas: 1 });
    expect(world.places("x")).toEqual(["a b"]);
    world.add({ ...world.state.indices["x"]!, numberOfReplicas: 2 });
    expect(world.places("x")).toEqual(["a b c"]);
    world.state = { ...world.state, indices: {} };
    world.pass(0);
    expect(world.state.routing).toEqual({});
  });

  test("begin anew with the life of their node", () => {
    const world = new World()
      .join("a", "b")
      .add(index("x", { number_of_replicas: 1 }))
      .start()
      .join("a");
    expect(world.shards("x")[0]).toMatchObject({ primary: { state: "INITIALIZING", node: "a" } });
    world.change(removeNodes([{ id: "b", ephemeralId: "another life" }]));
    expect(world.places("x")).toEqual(["a b"]);
  });

  test("never share a node, and a primary is nowhere but with its data, whatever happens", () => {
    const step = fc.record({ join: fc.boolean(), id: fc.constantFrom("a", "b", "c", "d"), ms: fc.nat(90_000) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), fc.integer({ min: 0, max: 3 }), (steps, replicas) => {
        const world = new World().join("a");
        world.add(index("x", { number_of_shards: 3, number_of_replicas: replicas })).start();
        for (const { join, id, ms } of steps) {
          if (join) world.join(id);
          else world.leave(id);
          world.pass(ms);
          if (ms % 2 === 0) world.start();
          for (const { primary, replicas: copies } of world.shards("x")) {
            const nodes = [primary, ...copies].flatMap(({ node: on }) => on ?? []);
            expect(new Set(nodes).size).toBe(nodes.length);
            for (const on of nodes) expect(world.state.nodes).toHaveProperty(on);
            expect(copies).toHaveLength(replicas);
            // The data of a primary is on the first node alone.
            expect(["a", undefined]).toContain(primary.node);
          }
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe("a decider", () => {
  test("filter: names, addresses and attributes of nodes, by the index and by the cluster", () => {
    const world = new World()
      .join("a")
      .add(index("x", { number_of_replicas: 0 }))
      .start();
    world.change(joinNode(node("b", { rack: "r1" })));
    const filtered = (settings: Record<string, string>): Record<string, string> => {
      const { x } = { x: index("x", { number_of_replicas: 1 }) };
      world.state = { ...world.state, indices: { x: { ...x, settings: { ...x.settings, ...settings } } } };
      return world.verdict("x", "b");
    };
    const name = "index.routing.allocation";
    expect(filtered({ [`${name}.exclude._name`]: "node-a,node-b*" })).toEqual({
      filter: `node matches index setting [${name}.exclude] filters [_name:"node-a OR node-b*"]`,
    });
    expect(filtered({ [`${name}.include._id`]: "c" })).toEqual({
      filter: `node does not match index setting [${name}.include] filters [_id:"c"]`,
    });
    expect(filtered({ [`${name}.require.rack`]: "r2" })).toEqual({
      filter: `node does not match index setting [${name}.require] filters [rack:"r2"]`,
    });
    expect(filtered({ [`${name}.require.rack`]: "r*", [`${name}.include._ip`]: "127.0.0.1" })).toEqual({});
    expect(filtered({ [`${name}.include._tier_preference`]: "data_hot" })).toEqual({});
    world.settings({ "cluster.routing.allocation.exclude._host": "host-b" });
    expect(filtered({})).toEqual({
      filter: 'node matches cluster setting [cluster.routing.allocation.exclude] filters [_host:"host-b"]',
    });
  });

  test("shards_limit: so many of an index, and so many in all", () => {
    const limit = "routing.allocation.total_shards_per_node";
    const world = new World().join("a", "b").add(index("x", { number_of_shards: 4, [limit]: 1 }));
    expect(world.places("x").map((places) => places[0])).toEqual(["a", "b", "-", "-"]);
    expect(world.verdict("x", "a", true)["shards_limit"]).toBe(
      `too many shards [1] allocated to this node for index [x], index setting [index.${limit}=1]`,
    );
    world.settings({ [`cluster.${limit}`]: "1" }).add(index("y"));
    expect(world.places("y")).toEqual(["- -"]);
    expect(world.verdict("y", "a", true)["shards_limit"]).toBe(
      `too many shards [1] allocated to this node, cluster setting [cluster.${limit}=1]`,
    );
  });

  test("enable: nothing, primaries, new primaries; what the index says comes first", () => {
    const world = new World().join("a", "b").settings({ "cluster.routing.allocation.enable": "primaries" });
    world.add(
      index("x", { number_of_replicas: 1 }),
      index("y", { number_of_replicas: 1, "routing.allocation.enable": "all" }),
    );
    world.start();
    expect([world.places("x"), world.places("y")]).toEqual([["a -"], ["b a"]]);
    expect(world.verdict("x", "b")).toEqual({
      enable: "replica allocations are forbidden due to cluster setting [cluster.routing.allocation.enable=primaries]",
    });
    world.settings({ "cluster.routing.allocation.enable": "none" }).add(index("z"));
    expect(world.places("z")).toEqual(["- -"]);
    expect(world.verdict("z", "b", true)["enable"]).toBe(
      "no allocations are allowed due to cluster setting [cluster.routing.allocation.enable=none]",
    );
  });

  test("awareness: copies are spread over values of an attribute, also over those that no node has", () => {
    const world = new World().settings({ "cluster.routing.allocation.awareness.attributes": "zone" });
    for (const [id, zone] of [
      ["a", "1"],
      ["b", "1"],
      ["c", "2"],
    ] as const)
      world.change(joinNode(node(id, { zone })));
    world.add(index("x", { number_of_replicas: 1 })).start();
    expect(world.places("x")).toEqual(["a c"]);
    expect(world.verdict("x", "b")["awareness"]).toBe(
      "there are [2] copies of this shard and [2] values for attribute [zone] ([1, 2] from nodes in the cluster and no forced awareness) so there may be at most [1] copies of this shard allocated to nodes with each value, but (including this copy) there would be [2] copies allocated to nodes with [node.attr.zone: 1]",
    );
    world.change(joinNode(node("d")));
    expect(world.verdict("x", "d")["awareness"]).toMatch(/^node does not contain the awareness attribute \[zone\]/);
    const forced = { "cluster.routing.allocation.awareness.force.zone.values": "1,2,3" };
    world.settings({ ...world.state.persistentSettings, ...forced });
    world.add({ ...index("y", { number_of_replicas: 2 }) }).start();
    expect(world.places("y").join().split(" ").sort()).toEqual(["-", expect.stringMatching(/a|b/), "c"]);
  });

  test("same_shard and replica_after_primary_active say where, and why not yet", () => {
    const world = new World().join("a", "b").add(index("x", { number_of_replicas: 1 }));
    expect(world.verdict("x", "b")).toEqual({
      replica_after_primary_active: "primary shard for this replica is not yet active",
    });
    world.start();
    expect(world.verdict("x", "a")).toEqual({
      same_shard:
        "a copy of this shard is already allocated to this node [[x][0], node[a], [P], s[STARTED], a[id=uuid-x-0], failed_attempts[0]]",
    });
  });
});

test("indices that want it have as many replicas as there are nodes for", () => {
  const all = index("all", { auto_expand_replicas: "0-all" });
  const one = index("one", { auto_expand_replicas: "0-1" });
  const world = new World().join("a").add(all, one);
  const counts = (): number[] => Object.values(world.state.indices).map(({ numberOfReplicas }) => numberOfReplicas);
  expect(counts()).toEqual([0, 0]);
  world.join("b", "c").start();
  expect(counts()).toEqual([2, 1]);
  expect(world.state.indices["all"]?.settings["index.number_of_replicas"]).toBe("2");
  expect(world.state.routing?.["uuid-all"]?.[0]?.replicas.map(({ state }) => state)).toEqual(["STARTED", "STARTED"]);
  world.leave("c");
  expect(counts()).toEqual([1, 1]);
});
