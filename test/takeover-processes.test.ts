/** Nodes as processes whose logs NATS holds, and a folder their files: one is killed, the others have its shards. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { NatsServers, natsMissing } from "../src/testing/store/nats-servers.ts";
import { NodeProcesses } from "./nodes-as-processes.ts";
import { type ServerProcess, temporaryFolder } from "./server-process.ts";

if (natsMissing !== undefined) console.log(`tests of takeovers between processes are skipped: ${natsMissing}`);

/** Operations that no flush has sealed when the node is killed. */
const OPERATIONS = process.env["WARDEX_DEEP"] ? 49_000 : 2_000;

describe.skipIf(natsMissing !== undefined)("nodes over NATS and a folder", { timeout: 240_000 }, () => {
  let nats: NatsServers;
  let cluster: NodeProcesses | undefined;
  beforeAll(async () => void (nats = await NatsServers.start(1)));
  afterEach(() => cluster?.end());
  afterAll(() => nats.stop());

  test("the shards of one that is killed are written and found on the others", async () => {
    cluster = await NodeProcesses.begin(nats, "taken", ["--blob-store", `file://${temporaryFolder()}`]);
    const one = await cluster.node("one");
    const two = await cluster.node("two");
    const settings = { number_of_shards: 1, number_of_replicas: 0, "routing.allocation.require._name": "two" };
    expect((await one.call("PUT", "/taken", { settings })).status).toBe(200);
    await one.call("PUT", "/taken/_settings", { "index.routing.allocation.require._name": null });
    await write(one, 0, 1000);
    await one.call("POST", "/taken/_flush");
    await write(one, 1000, 1000 + OPERATIONS);
    const before = await counted(one);
    expect(before).toBe(1000 + OPERATIONS);
    await two.kill();
    const killedMs = performance.now();
    let status = 0;
    while (status !== 201) {
      ({ status } = await one.call("PUT", `/taken/_doc/after?timeout=1s`, { n: -1 }));
      if (status !== 201) await new Promise((go) => setTimeout(go, 50));
    }
    const took = Math.round(performance.now() - killedMs);
    const taken = one.log().match(/was taken over in .*/g) ?? [];
    console.log(`writes again ${took} ms after the kill; ${taken.join("; ")}`);
    expect(await counted(one)).toBe(1001 + OPERATIONS);
  });
});

async function write(node: ServerProcess, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += 1000) {
    const lines = Array.from({ length: Math.min(1000, to - at) }, (_, n) => {
      const id = at + n;
      return `{"index":{"_id":"${id}"}}\n{"n":${id},"text":"some words of document ${id}, of which there are many"}\n`;
    });
    const { body } = await node.call("POST", "/taken/_bulk", lines.join(""));
    expect(body.errors).toBe(false);
  }
}

async function counted(node: ServerProcess): Promise<number> {
  await node.call("POST", "/taken/_refresh");
  return (await node.call("GET", "/taken/_count")).body.count;
}
