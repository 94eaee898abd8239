/**
 * Nodes under random work, of which some are cut off in the middle of it, wake up later, or stop; others take their
 * shards over. Nothing that was acknowledged is lost, nothing is there twice, terms and sequence numbers only ascend.
 * `WARDEX_DEEP` runs many seeds, `WARDEX_TAKEOVER_SEED` repeats one.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BlobChunkLogs } from "../src/store/chunks/blob-chunk-logs.ts";
import { MemoryBlobs } from "../src/testing/store/memory-blobs.ts";
import { StreamChunkLogs } from "../src/testing/store/stream-chunk-logs.ts";
import { CuttableNetwork, SeveralNodes, type TestNode } from "./several-nodes.ts";

const given = process.env["WARDEX_TAKEOVER_SEED"];
const SEEDS = process.env["WARDEX_DEEP"] ? 60 : 2;
const seeds = given === undefined ? Array.from({ length: SEEDS }, (_, at) => at + 1) : [Number(given)];
const STEPS = 60;
const IDS = 16;
/** Nodes that are cut off in a run: each takes two seconds to be missed. */
const CUTS = 3;

/** What a document may be: one of these values, or not there. */
type Possible = ReadonlySet<number | undefined>;

class World {
  readonly #random: () => number;
  readonly #cluster: SeveralNodes;
  alive: TestNode[] = [];
  asleep: TestNode[] = [];
  #cuts = 0;
  #nodes = 0;
  readonly #known = new Map<string, Possible>();
  readonly #acknowledged = new Map<string, { readonly seqNo: number; readonly term: number }>();

  constructor(cluster: SeveralNodes, seed: number) {
    this.#cluster = cluster;
    this.#random = mulberry(seed);
  }

  async begin(): Promise<void> {
    for (let node = 0; node < 3; node++) await this.join();
    const settings = {
      number_of_shards: 3,
      number_of_replicas: this.#below(2),
      "unassigned.node_left.delayed_timeout": "0s",
    };
    expect((await this.#node().call("PUT", "/i", { settings })).status).toBe(200);
  }

  async join(): Promise<void> {
    this.alive.push(await this.#cluster.node(`node-${++this.#nodes}`));
  }

  async step(value: number): Promise<void> {
    const id = String(this.#below(IDS));
    const path = `/i/_doc/${id}`;
    switch (this.#below(16)) {
      case 0:
        return void (await this.#node().call("POST", "/i/_refresh"));
      case 1:
        return void (await this.#node().call("POST", "/i/_flush"));
      case 2:
        return this.#write(id, undefined, this.#node().call("DELETE", path));
      case 3: {
        if (this.#cuts >= CUTS || this.alive.length < 2) return;
        this.#cuts++;
        const [cut] = this.alive.splice(this.#below(this.alive.length), 1);
        // In the middle of a write, of which nobody knows what becomes.
        const written = this.#write(id, value, this.#node().call("PUT", path, { value }));
        this.asleep.push(cut!);
        await this.#cluster.cutOff(cut!);
        await written;
        return this.#whole();
      }
      case 4: {
        const [woken] = this.asleep.splice(0, 1);
        if (!woken) return;
        this.#cluster.wake(woken);
        // Of what it took itself for the primary of it acknowledges nothing; the rest goes to others, and counts.
        for (let late = 0; late < IDS; late++)
          await this.#write(String(late), value, woken.call("PUT", `/i/_doc/${late}`, { value }));
        await this.#cluster.close(woken);
        return this.join();
      }
      default:
        return this.#write(id, value, this.#node().call("PUT", path, { value }));
    }
  }

  async check(): Promise<void> {
    await this.#whole();
    const [node] = this.alive;
    expect((await node!.call("POST", "/i/_refresh")).status).toBe(200);
    const { body } = await node!.call("POST", "/i/_search", { size: 100 });
    expect(body._shards).toMatchObject({ total: 3, successful: 3 });
    const found = new Map<string, number>();
    for (const { _id: id, _source: source } of body.hits.hits) {
      expect(found.has(id)).toBe(false);
      found.set(id, source.value);
    }
    for (let id = 0; id < IDS; id++) expect(this.#possible(String(id))).toContain(found.get(String(id)));
  }

  #whole(): Promise<void> {
    const isWhole = async (): Promise<void> => {
      const { body } = await this.alive[0]!.call("GET", "/_cluster/health/i");
      expect(body).toMatchObject({ number_of_nodes: this.alive.length, active_primary_shards: 3 });
    };
    return vi.waitFor(isWhole, { timeout: 40_000, interval: 20 });
  }

  async #write(id: string, value: number | undefined, answer: ReturnType<TestNode["call"]>): Promise<void> {
    const before = this.#possible(id);
    const { status, body } = await answer;
    if (status >= 500) return void this.#known.set(id, new Set([...before, value]));
    expect([200, 201, 404]).toContain(status);
    this.#known.set(id, new Set([value]));
    const last = this.#acknowledged.get(id);
    const { _seq_no: seqNo, _primary_term: term } = body;
    if (last) expect(term >= last.term && seqNo > last.seqNo).toBe(true);
    this.#acknowledged.set(id, { seqNo, term });
  }

  #possible(id: string): Possible {
    return this.#known.get(id) ?? new Set([undefined]);
  }

  #node(): TestNode {
    return this.alive[this.#below(this.alive.length)]!;
  }

  #below(most: number): number {
    return Math.floor(this.#random() * most);
  }
}

let network: CuttableNetwork;
let cluster: SeveralNodes;
beforeEach(() => void (network = new CuttableNetwork()));
afterEach(async () => {
  await cluster.end();
  await network.close();
});

test.each(seeds)("seed %i", { timeout: 180_000 }, async (seed) => {
  const logs = seed % 2 === 0 ? new StreamChunkLogs() : new BlobChunkLogs(new MemoryBlobs());
  cluster = await SeveralNodes.begin(network, { logs, blobs: new MemoryBlobs() });
  const world = new World(cluster, seed);
  await world.begin();
  for (let step = 0; step < STEPS; step++) await world.step(step);
  await world.check();
});

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
