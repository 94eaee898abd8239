/** A follower beside kills of both sides, each a process of its own, and a link that is cut, slow, and lies. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, connect, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServerProcess, startServer } from "./server-process.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- bodies of answers, looked into deeply
type Body = Record<string, any>;

const IS_DEEP = process.env["WARDEX_DEEP"] !== undefined;
const OPERATIONS = IS_DEEP ? 200_000 : 20_000;
const CUTS = IS_DEEP ? 20 : 2;
/** Of each side. */
const KILLS = IS_DEEP ? 10 : 1;
const BATCH = 500;
/** How long bytes take while the link is slow. */
const SLOW_MS = 40;
const INDICES = ["one", "two", "three"];
const REMOTE = { persistent: { "cluster.remote.leader.mode": "proxy", "cluster.remote.leader.proxy_address": "" } };

/** Between the follower and its leader: hands bytes on as long as nobody says otherwise. */
class FaultProxy {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  target = "";
  /** Bytes of answers that are changed, one in so many; 0: none. */
  liesEach = 0;
  #passed = 0;
  lies = 0;
  isSlow = false;
  delayed = 0;

  constructor() {
    this.#server = createServer((client) => this.#accept(client));
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => void this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    return typeof address === "object" && address ? `127.0.0.1:${address.port}` : "";
  }

  cut(): void {
    for (const socket of this.#open) socket.destroy();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #accept(client: Socket): void {
    const [host = "", port = "0"] = this.target.split(":");
    const server = connect(Number(port), host);
    for (const socket of [client, server]) {
      this.#open.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        this.#open.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    client.on("data", (bytes) => server.write(bytes));
    let before: Promise<unknown> = Promise.resolve();
    server.on("data", (bytes) => {
      const changed = this.#changed(bytes);
      const waited = this.isSlow ? new Promise((resolve) => setTimeout(resolve, SLOW_MS)) : undefined;
      if (waited) this.delayed++;
      // What was sent first comes first.
      before = Promise.all([before, waited]).then(() => client.write(changed));
    });
  }

  #changed(bytes: Buffer): Buffer {
    this.#passed += bytes.length;
    if (this.liesEach === 0 || this.#passed < this.liesEach) return bytes;
    this.#passed = 0;
    this.lies++;
    const at = bytes.length >>> 1;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0x55, at);
    return bytes;
  }
}

const folders: string[] = [];
const proxy = new FaultProxy();
let leader: ServerProcess;
let follower: ServerProcess;
let proxied = "";

const open = async (name: string): Promise<ServerProcess> =>
  startServer(["--data", folders[name === "leader" ? 0 : 1] ?? ""]);
const lead = async (method: string, path: string, body?: unknown): Promise<Body> =>
  (await leader.call(method, path, body)).body as Body;
const here = async (method: string, path: string, body?: unknown): Promise<Body> =>
  (await follower.call(method, path, body)).body as Body;

beforeAll(async () => {
  folders.push(mkdtempSync(join(tmpdir(), "wardex-leader-")), mkdtempSync(join(tmpdir(), "wardex-follower-")));
  proxied = await proxy.open();
  [leader, follower] = await Promise.all([open("leader"), open("follower")]);
  proxy.target = new URL(leader.url).host;
  REMOTE.persistent["cluster.remote.leader.proxy_address"] = proxied;
  await here("PUT", "/_cluster/settings", REMOTE);
});
afterAll(async () => {
  await follower.stop();
  proxy.close();
  await leader.stop();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

async function kill(name: "leader" | "follower"): Promise<void> {
  if (name === "leader") {
    await leader.kill();
    leader = await open(name);
    proxy.target = new URL(leader.url).host;
  } else {
    await follower.kill();
    follower = await open(name);
  }
}

/** Sends a bulk; where the leader is killed meanwhile, once more. */
async function bulk(lines: readonly string[], kills: "leader" | "follower" | undefined): Promise<void> {
  const send = async (): Promise<unknown> => lead("POST", "/_bulk", `${lines.join("\n")}\n`);
  const sent = send().catch(() => undefined);
  if (kills) await kill(kills);
  const answer = await sent;
  if (answer === undefined) await send();
}

/** Documents, their versions and places. */
async function digest(ask: typeof lead, index: string): Promise<string[]> {
  await ask("POST", `/${index}/_refresh`);
  const found: string[] = [];
  let after: unknown;
  for (;;) {
    const page = await ask("POST", `/${index}/_search`, {
      size: 5000,
      version: true,
      seq_no_primary_term: true,
      sort: [{ key: "asc" }],
      ...(after === undefined ? {} : { search_after: after }),
    });
    const hits = page["hits"].hits as Body[];
    if (hits.length === 0) return found;
    after = hits.at(-1)?.["sort"];
    for (const { _id, _version, _seq_no, _primary_term, _source } of hits)
      found.push([_id, _version, _seq_no, _primary_term, JSON.stringify(_source)].join(" "));
  }
}

const isBehind = async (index: string): Promise<boolean> => {
  const seqNo = async (ask: typeof lead): Promise<unknown> =>
    Object.values((await ask("GET", `/${index}/_stats?level=shards`))["indices"][index].shards as Body).map(
      (copies) => (copies as Body)[0].seq_no.max_seq_no,
    );
  return JSON.stringify(await seqNo(lead)) !== JSON.stringify(await seqNo(here));
};

test(
  "followers end as their leaders are, whatever happens to the link and to either side",
  { timeout: IS_DEEP ? 3_600_000 : 120_000 },
  async () => {
    for (const index of INDICES) {
      await lead("PUT", `/${index}`, {
        settings: { number_of_shards: index === "one" ? 2 : 1 },
        mappings: { properties: { key: { type: "keyword" } } },
      });
      const made = await here("PUT", `/${index}/_ccr/follow`, {
        remote_cluster: "leader",
        leader_index: index,
        read_poll_timeout: "2s",
        max_retry_delay: "100ms",
      });
      expect(made).toMatchObject({ follow_index_created: true });
    }
    const batches = OPERATIONS / BATCH;
    let kills = 0;
    const every = (count: number): number => Math.max(1, Math.floor(batches / (count + 1)));
    for (let batch = 0; batch < batches; batch++) {
      const lines: string[] = [];
      for (let at = 0; at < BATCH; at++) {
        const number = batch * BATCH + at;
        const key = String((number * 7919) % Math.floor(OPERATIONS / 3));
        const where = { _index: INDICES[number % 3], _id: key };
        if (number % 13 === 12) lines.push(JSON.stringify({ delete: where }));
        else lines.push(JSON.stringify({ index: where }), JSON.stringify({ key: key.padStart(8, "0"), n: number }));
      }
      const killed = batch % every(2 * KILLS) === every(2 * KILLS) - 1;
      await bulk(lines, killed ? (kills++ % 2 === 0 ? "leader" : "follower") : undefined);
      if (batch % every(CUTS) === 1) proxy.cut();
      proxy.liesEach = batch % 5 === 0 ? 20_000 : 0;
      proxy.isSlow = batch % 7 === 3;
    }
    expect(kills).toBeGreaterThanOrEqual(2 * KILLS);
    proxy.liesEach = 0;
    proxy.isSlow = false;
    for (const index of INDICES)
      for (let attempt = 0; await isBehind(index); attempt++) {
        if (attempt > 400) throw new Error(JSON.stringify(await here("GET", `/${index}/_ccr/stats`)));
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    expect(Math.min(proxy.lies, proxy.delayed)).toBeGreaterThan(0);
    for (const index of INDICES) {
      const expected = await digest(lead, index);
      expect(expected.length).toBeGreaterThan(OPERATIONS / 20);
      expect(await digest(here, index)).toEqual(expected);
    }
    const { indices } = await here("GET", "/_all/_ccr/stats");
    expect(
      (indices as Body[]).flatMap(({ shards }) => (shards as Body[]).map((shard) => shard["fatal_exception"])),
    ).toEqual([undefined, undefined, undefined, undefined]);
  },
);
