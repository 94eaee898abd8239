/**
 * Three nodes under random work, with connections that break in the middle of it. Nothing that was acknowledged is lost,
 * nothing is there twice, and all copies are the same. `WARDEX_DEEP` tries many seeds, `WARDEX_NODES_SEED` repeats one.
 */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { CuttableNetwork, SeveralNodes, type TestNode } from "./several-nodes.ts";

const SEEDS = process.env["WARDEX_DEEP"] ? 200 : 5;
const STEPS = 40;
const IDS = 12;
const given = process.env["WARDEX_NODES_SEED"];

let network: CuttableNetwork | undefined;
let cluster: SeveralNodes | undefined;
let nodes: readonly TestNode[];

beforeAll(async () => {
  network = new CuttableNetwork();
  cluster = await SeveralNodes.begin(network);
  nodes = [await cluster.node("one"), await cluster.node("two"), await cluster.node("three")];
}, 60_000);
afterAll(async () => {
  await cluster?.end();
  await network?.close();
});

/** What a document may be: one of these values, or not there (undefined). */
type Possible = ReadonlySet<number | undefined>;

class World {
  readonly #random: () => number;
  readonly index: string;
  readonly known = new Map<string, Possible>();
  /** Sequence number and term of the last acknowledged write of each document. */
  readonly acknowledged = new Map<string, { readonly seqNo: number; readonly term: number }>();

  constructor(seed: number) {
    this.#random = mulberry(seed);
    this.index = `simulated-${seed}`;
  }

  below(most: number): number {
    return Math.floor(this.#random() * most);
  }

  node(): TestNode {
    return nodes[this.below(nodes.length)]!;
  }

  async step(value: number): Promise<void> {
    const id = String(this.below(IDS));
    const path = `/${this.index}/_doc/${id}`;
    switch (this.below(12)) {
      case 0:
        return void (await this.node().call("POST", `/${this.index}/_refresh`));
      case 1:
        return void (await this.node().call("POST", `/${this.index}/_flush`));
      case 2:
        return void (await this.node().call("POST", `/${this.index}/_forcemerge?max_num_segments=1`));
      case 3:
        return network?.cut(this.below(nodes.length));
      case 4:
        return this.#write(id, undefined, this.node().call("DELETE", path));
      case 5: {
        // In the middle of a write.
        const written = this.#write(id, value, this.node().call("PUT", path, { value }));
        network?.cut(this.below(nodes.length));
        return written;
      }
      case 6: {
        const found = await this.node().call("GET", path);
        if (found.status < 500) expect(this.#possible(id)).toContain(found.body._source?.value);
        return;
      }
      default:
        return this.#write(id, value, this.node().call("PUT", path, { value }));
    }
  }

  async #write(id: string, value: number | undefined, answer: ReturnType<TestNode["call"]>): Promise<void> {
    const before = this.#possible(id);
    const { status, body } = await answer;
    if (status >= 500) {
      // It may have been written, or not.
      this.known.set(id, new Set([...before, value]));
      return;
    }
    expect([200, 201, 404]).toContain(status);
    this.known.set(id, new Set([value]));
    const last = this.acknowledged.get(id);
    const { _seq_no: seqNo, _primary_term: term } = body;
    if (last) expect(term > last.term || (term === last.term && seqNo > last.seqNo)).toBe(true);
    this.acknowledged.set(id, { seqNo, term });
  }

  #possible(id: string): Possible {
    return this.known.get(id) ?? new Set([undefined]);
  }

  async check(): Promise<void> {
    const { body: health } = await nodes[0]!.call(
      "GET",
      `/_cluster/health/${this.index}?wait_for_status=green&timeout=20s`,
    );
    expect(health.status).toBe("green");
    expect((await nodes[0]!.call("POST", `/${this.index}/_refresh`)).status).toBe(200);
    const search = { size: 100, sort: ["_doc"], version: true, seq_no_primary_term: true };
    // Numbers of documents are the same where segments are; a merge that has just ended is on its way to the copies.
    const first = await vi.waitFor(
      async () => {
        const copies = await Promise.all(nodes.map((node) => node.call("POST", `/${this.index}/_search`, search)));
        const [one, ...others] = copies.map(({ body }) => body);
        for (const other of others) expect(other.hits).toEqual(one.hits);
        return one;
      },
      { timeout: 10_000, interval: 20 },
    );
    expect(first._shards).toMatchObject({ total: 2, successful: 2 });
    const found = new Map<string, number>();
    for (const { _id: id, _source: source } of first.hits.hits) {
      expect(found.has(id)).toBe(false);
      found.set(id, source.value);
    }
    for (let id = 0; id < IDS; id++) expect(this.#possible(String(id))).toContain(found.get(String(id)));
  }
}

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const seeds = given === undefined ? Array.from({ length: SEEDS }, (_, at) => at + 1) : [Number(given)];

test.each(seeds)("seed %i", { timeout: 60_000 }, async (seed) => {
  const world = new World(seed);
  const settings = { number_of_shards: 2, number_of_replicas: 2 };
  expect((await world.node().call("PUT", `/${world.index}`, { settings })).status).toBe(200);
  for (let step = 0; step < STEPS; step++) await world.step(step);
  await world.check();
  expect((await world.node().call("DELETE", `/${world.index}`)).status).toBe(200);
});
