/** Several nodes whose logs and files are held elsewhere: when one is gone, others take its shards over. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BlobChunkLogs } from "../src/store/chunks/blob-chunk-logs.ts";
import { MemoryBlobs } from "../src/testing/store/memory-blobs.ts";
import { StreamChunkLogs } from "../src/testing/store/stream-chunk-logs.ts";
import { CuttableNetwork, type Held, SeveralNodes, type TestNode } from "./several-nodes.ts";

const places: [string, () => Held][] = [
  ["streams", () => ({ logs: new StreamChunkLogs(), blobs: new MemoryBlobs() })],
  ["a bucket", () => ({ logs: new BlobChunkLogs(new MemoryBlobs()), blobs: new MemoryBlobs() })],
];

describe.each(places)("nodes that hold their logs by %s", (_name, held) => {
  let network: CuttableNetwork;
  let cluster: SeveralNodes;
  let one: TestNode;
  let two: TestNode;
  beforeEach(async () => {
    network = new CuttableNetwork();
    cluster = await SeveralNodes.begin(network, held());
    one = await cluster.node("one");
    two = await cluster.node("two");
  });
  afterEach(async () => {
    await cluster.end();
    await network.close();
  });

  const index = (number_of_shards: number, number_of_replicas: number): object => ({
    settings: { number_of_shards, number_of_replicas },
  });
  const write = async (node: TestNode, from: number, to: number): Promise<void> => {
    for (let n = from; n < to; n++) {
      const { status } = await node.call("PUT", `/i/_doc/${n}`, { n });
      expect([200, 201]).toContain(status);
    }
  };
  const found = async (node: TestNode): Promise<number[]> => {
    expect((await node.call("POST", "/i/_refresh")).status).toBe(200);
    const { body } = await node.call("POST", "/i/_search", { size: 1000, sort: ["n"] });
    expect(body._shards.failed).toBe(0);
    return body.hits.hits.map(({ _source }: { _source: { n: number } }) => _source.n);
  };
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
  /** The cluster has so many nodes, and all copies of the index. */
  const whole = async (node: TestNode, nodes: number): Promise<void> => {
    const isWhole = async (): Promise<void> => {
      const { body } = await node.call("GET", "/_cluster/health/i");
      expect(body).toMatchObject({ status: "green", number_of_nodes: nodes });
    };
    await vi.waitFor(isWhole, { timeout: 40_000, interval: 20 });
  };

  test("what a node had that is gone is written and found on the other one, and it acknowledges nothing any more", async () => {
    await one.call("PUT", "/i", index(4, 0));
    await write(one, 0, 30);
    await one.call("POST", "/i/_flush");
    await write(two, 30, 40);
    await cluster.cutOff(two);
    await whole(one, 1);
    expect(await found(one)).toEqual(upTo(40));
    await write(one, 40, 60);
    expect(await found(one)).toEqual(upTo(60));
    const { body: state } = await one.call("GET", "/_cluster/state/metadata/i");
    const terms = Object.values<number>(state.metadata.indices.i.primary_terms);
    expect(terms.filter((term) => term === 2)).toHaveLength(2);
    // It wakes up, and still takes itself for the primary; what others have goes to them.
    cluster.wake(two);
    const late = await Promise.all(upTo(16).map((n) => two.told("PUT", `/i/_doc/${n}`, { n })));
    expect(late.join()).toMatch(/was ended by another node/);
    expect((await two.ended).message).toMatch(/^the log \[two\.1\] was ended by another node/);
    // Its next life begins anew, and takes what it is given.
    await cluster.close(two);
    const again = await cluster.node("two");
    expect(await found(again)).toEqual(upTo(60));
    await write(again, 60, 70);
    expect(await found(one)).toEqual(upTo(70));
  });

  test("a copy becomes the primary, and a new copy follows it", async () => {
    await one.call("PUT", "/i", {
      settings: { ...Object(index(1, 1)).settings, "unassigned.node_left.delayed_timeout": "0s" },
    });
    await whole(one, 2);
    await write(one, 0, 20);
    const { body } = await one.call("GET", "/_cat/shards/i?format=json&h=prirep,node");
    const primary = body.find(({ prirep }: { prirep: string }) => prirep === "p").node;
    const [gone, left] = primary === "one" ? [one, two] : [two, one];
    const three = await cluster.node("three");
    await cluster.cutOff(gone);
    await whole(left, 2);
    for (const node of [left, three]) expect(await found(node)).toEqual(upTo(20));
    await write(three, 20, 30);
    for (const node of [left, three]) expect(await found(node)).toEqual(upTo(30));
    expect((await left.call("GET", "/i/_doc/3")).body._source).toEqual({ n: 3 });
  });

  test("a node that stops in order hands over what it has", async () => {
    await one.call("PUT", "/i", index(2, 0));
    await write(one, 0, 20);
    await cluster.close(two);
    await whole(one, 1);
    expect(await found(one)).toEqual(upTo(20));
    const three = await cluster.node("three");
    await cluster.close(one);
    await whole(three, 1);
    expect(await found(three)).toEqual(upTo(20));
  });

  test("one node after the other may be gone", async () => {
    await one.call("PUT", "/i", index(3, 0));
    let count = 0;
    let nodes = [one, two];
    for (const name of ["three", "four", "five"]) {
      await write(nodes[0]!, count, (count += 10));
      nodes.push(await cluster.node(name));
      const [gone, ...left] = nodes;
      nodes = left;
      await cluster.cutOff(gone!);
      await whole(nodes[0]!, 2);
      expect(await found(nodes[0]!)).toEqual(upTo(count));
    }
  });
});
