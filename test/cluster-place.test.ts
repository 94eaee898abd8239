/**
 * A node whose log and cluster state are held by NATS, or a bucket, as a process: kills, lost disks, and two that are
 * the same node.
 */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NatsServers, natsMissing } from "../src/testing/store/nats-servers.ts";
import { gatewayMissing, S3Gateway } from "../src/testing/store/s3-gateway.ts";
import { runCommand, type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

/** Settings of a cluster of its own for each name. */
interface Place {
  settings(name: string): string[];
  stop(): Promise<void>;
}

async function nats(storeOf: (name: string) => string[]): Promise<Place> {
  const servers = await NatsServers.start(1);
  const one = ["--log-replicas", "1", "--cluster-allow-single", "on"];
  return {
    settings: (name) => [
      ...["--cluster", "nats", "--nats", servers.urls.join(","), "--nats-prefix", name],
      ...[...one, ...storeOf(name)],
    ],
    stop: () => servers.stop(),
  };
}

/** NATS, and files of shards in a folder. */
function natsAndFolder(): Promise<Place> {
  const folder = temporaryFolder();
  return nats((name) => ["--blob-store", `file://${folder}/${name}`]);
}

async function bucket(): Promise<Place> {
  const gateway = await S3Gateway.start();
  return {
    settings(name) {
      const { endpoint, bucket: of, accessKey, secretKey } = gateway.place("");
      const store = ["--blob-store", `s3://${of}/${name}?endpoint=${endpoint}`, "--log-window", "5ms"];
      const keys = ["--blob-store-access-key", accessKey, "--blob-store-secret-key", secretKey];
      return ["--cluster", "objects", ...store, ...keys];
    },
    stop: () => gateway.stop(),
  };
}

const places: [string, string | undefined, () => Promise<Place>][] = [
  ["NATS", natsMissing, () => nats(() => [])],
  ["NATS and a folder", natsMissing, natsAndFolder],
  ["a bucket", gatewayMissing, bucket],
];

for (const [name, missing] of places)
  if (missing !== undefined) console.log(`tests of a node on ${name} are skipped: ${missing}`);

describe.each(places.filter(([, missing]) => missing === undefined))("a node on %s", (name, _missing, start) => {
  let place: Place;
  beforeAll(async () => void (place = await start()));
  afterAll(() => place.stop());

  const settings = (data: string, name: string): string[] => ["--data", data, ...place.settings(name)];
  const search = async (server: ServerProcess, index: string): Promise<string[]> => {
    const body = { size: 1000, sort: ["n"], query: { match: { text: "word" } } };
    const answer = await server.call("POST", `/${index}/_search`, body);
    return answer.body.hits.hits.map(({ _id }: { _id: string }) => _id);
  };

  test("loses nothing when it is killed, nor when its disk is lost", async () => {
    const data = temporaryFolder();
    let server = await startServer(settings(data, "lost"));
    await server.call("PUT", "/things", {
      settings: { number_of_shards: 2 },
      mappings: { properties: { text: { type: "text" }, n: { type: "integer" } } },
      aliases: { all: {} },
    });
    const acked: string[] = [];
    const write = async (count: number): Promise<void> => {
      for (let at = 0; at < count; at++) {
        const id = `d${String(acked.length).padStart(4, "0")}`;
        const answer = await server.call("PUT", `/things/_doc/${id}`, {
          text: `word ${id}`,
          n: acked.length,
        });
        expect(answer.status).toBe(201);
        acked.push(id);
      }
    };
    await write(8);
    await server.call("POST", "/_flush");
    await write(8);
    await server.call("DELETE", `/things/_doc/${acked[3]}`);
    acked.splice(3, 1);
    await server.kill();

    server = await startServer(settings(data, "lost"));
    await server.call("POST", "/_refresh");
    expect(await search(server, "all")).toEqual(acked);
    acked.splice(3, 0, "gone");
    await write(3);
    acked.splice(3, 1);
    await server.kill();
    rmSync(data, { recursive: true });

    server = await startServer(settings(data, "lost"));
    await server.call("POST", "/_refresh");
    expect(await search(server, "all")).toEqual(acked);
    acked.splice(3, 0, "gone");
    await write(3);
    acked.splice(3, 1);
    expect(await server.stop()).toBe(0);
    rmSync(data, { recursive: true });

    server = await startServer(settings(data, "lost"));
    await server.call("POST", "/_refresh");
    expect(await search(server, "all")).toEqual(acked);
    expect((await server.call("GET", "/_cat/health?h=status")).text.trim()).not.toBe("red");
    expect(await server.stop()).toBe(0);
  });

  test.skipIf(name === "NATS")("keeps what came without the log, and a folder that was a node by itself", async () => {
    const data = temporaryFolder();
    let server = await startServer(["--data", data, "--security", "off"]);
    const write = async (from: number, to: number): Promise<void> => {
      for (let n = from; n < to; n++)
        expect((await server.call("PUT", `/own/_doc/${n}`, { text: `word ${n}`, n })).status).toBe(201);
    };
    const ids = (count: number): string[] => Array.from({ length: count }, (_, n) => String(n));
    await write(0, 5);
    await server.call("POST", "/own/_flush");
    await write(5, 8);
    await server.kill();
    server = await startServer(settings(data, "adopted"));
    await write(8, 10);
    await server.call("POST", "/own/_refresh");
    expect(await search(server, "own")).toEqual(ids(10));
    await server.call("PUT", "/own/_settings", { "index.blocks.write": true });
    expect((await server.call("POST", "/own/_clone/copied")).status).toBe(200);
    expect(await server.stop()).toBe(0);
    rmSync(data, { recursive: true });

    server = await startServer(settings(data, "adopted"));
    for (const index of ["own", "copied"]) expect(await search(server, index)).toEqual(ids(10));
    await server.call("PUT", "/copied/_settings", { "index.blocks.write": false });
    expect((await server.call("PUT", "/copied/_doc/10?refresh=true", { text: "word", n: 10 })).status).toBe(201);
    await server.kill();
    rmSync(data, { recursive: true });
    server = await startServer(settings(data, "adopted"));
    expect(await search(server, "copied")).toEqual(ids(11));
    expect(await server.stop()).toBe(0);
  });

  test("is refused a folder of another cluster, and a folder of a cluster is refused without one", async () => {
    const data = temporaryFolder();
    const server = await startServer(settings(data, "one"));
    expect(await server.stop()).toBe(0);
    const other = await runCommand(settings(data, "other"));
    expect(other.code).toBe(1);
    expect(other.errors).toContain("belongs to another cluster than the one that the settings name");
    const alone = await runCommand(["--data", data, "--security", "off"]);
    expect(alone.errors).toContain("belongs to a cluster: start with --cluster");
  });

  test("ends when another process takes itself for the same node, and has acknowledged nothing that this one lacks", async () => {
    const [first, second] = [temporaryFolder(), temporaryFolder()];
    const one = await startServer(settings(first, "same"));
    expect((await one.call("PUT", "/i/_doc/1", { n: 1 })).status).toBe(201);
    const other = await startServer(settings(second, "same"));
    const late = await one.call("PUT", "/i/_doc/2", { n: 2 }).catch(() => undefined);
    expect(late?.status ?? 503).toBe(503);
    expect(await one.gone).toBe(1);
    expect(one.log()).toMatch(/\[single\.1\] was (ended|taken) by another node/);
    expect((await other.call("GET", "/i/_doc/1")).status).toBe(200);
    expect((await other.call("GET", "/i/_doc/2")).status).toBe(404);
    // One that has nothing to write learns it as well.
    const third = await startServer(settings(temporaryFolder(), "same"));
    expect(await other.gone).toBe(1);
    expect(await third.stop()).toBe(0);
  });
});
