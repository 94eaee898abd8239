/**
 * Very many small segments: addresses, descriptors and threads stay few, and searches, merges and a restart find
 * everything.
 */
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

const deep = process.env["WARDEX_DEEP"] !== undefined;
const SEGMENTS = Number(process.env["WARDEX_SEGMENTS"] ?? (deep ? 50_000 : 2_000));
const SHARDS = 20;
/** Segments that a shard can have before the policy merges them. */
const ROUNDS = 9;
const INDICES = Math.ceil(SEGMENTS / SHARDS / ROUNDS);

// Before, each segment reserved 10 GiB: 20 TiB for two thousand of them.
const MOST_GIB = 150 + SEGMENTS / 100;
const MOST_DESCRIPTORS = 600;

function measured(pid: number): { gib: number; descriptors: number } {
  const status = readFileSync(`/proc/${pid}/status`, "latin1");
  return {
    gib: Number(/VmSize:\s+(\d+)/.exec(status)?.[1]) / 1024 ** 2,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  };
}

describe.runIf(process.platform === "linux")("a server with very many small segments", () => {
  let server: ServerProcess;
  afterAll(async () => void (await server.stop()));

  const found = async (): Promise<number> => {
    const { body } = await server.call("POST", "/_search", {
      size: 1,
      track_total_hits: true,
      query: { match: { text: "small" } },
    });
    expect(body._shards.failed).toBe(0);
    return body.hits.total.value;
  };
  const segments = async (): Promise<number> =>
    (await server.call("GET", "/_cat/segments?h=segment")).text.trim().split("\n").length;

  test(
    "has few addresses and descriptors, and finds all after a restart and after merges",
    { timeout: deep ? 3_600_000 : 120_000 },
    async () => {
      const folder = temporaryFolder();
      server = await startServer(["--data", folder, "--security", "off"]);
      for (let index = 0; index < INDICES; index++) {
        const settings = { number_of_shards: SHARDS, number_of_replicas: 0, refresh_interval: "-1" };
        await server.call("PUT", `/many-${index}`, { settings, mappings: { properties: { text: { type: "text" } } } });
      }
      let documents = 0;
      for (let round = 0; round < ROUNDS; round++) {
        for (let index = 0; index < INDICES; index++) {
          let body = "";
          for (let at = 0; at < SHARDS * 8; at++)
            body += `{"index":{"_id":"${round}-${at}"}}\n{"text":"a small document, number ${documents++}"}\n`;
          expect((await server.call("POST", `/many-${index}/_bulk?refresh=true`, body)).body.errors).toBe(false);
        }
      }
      const before = await segments();
      expect(before).toBeGreaterThan(SEGMENTS * 0.8);
      expect(await found()).toBe(documents);
      await server.call("POST", "/_flush");
      const full = measured(server.pid);
      expect(full.gib).toBeLessThan(MOST_GIB);
      expect(full.descriptors).toBeLessThan(MOST_DESCRIPTORS);

      expect(await server.stop()).toBe(0);
      server = await startServer(["--data", folder, "--security", "off"]);
      expect(await found()).toBe(documents);
      const restarted = measured(server.pid);
      expect(restarted.gib).toBeLessThan(MOST_GIB);
      expect(restarted.descriptors).toBeLessThan(MOST_DESCRIPTORS);

      expect((await server.call("POST", "/_forcemerge?max_num_segments=1")).body._shards.failed).toBe(0);
      expect(await segments()).toBe(SHARDS * INDICES);
      expect(await found()).toBe(documents);
      expect(measured(server.pid).gib).toBeLessThan(MOST_GIB);
    },
  );
});
