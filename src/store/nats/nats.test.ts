/** The contracts on a real server of NATS; on three with `WARDEX_DEEP`. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NatsServers, natsMissing } from "../../testing/store/nats-servers.ts";
import { chunkLogContract } from "../chunks/chunk-log.contract.ts";
import { registersContract } from "../registers/registers.contract.ts";
import { connectNats } from "./connect-nats.ts";
import { NatsChunkLogs } from "./nats-chunk-logs.ts";
import type { NatsPlace } from "./nats-client.ts";
import { NatsRegisters } from "./nats-registers.ts";

const count = process.env["WARDEX_DEEP"] === undefined ? 1 : 3;
let servers: NatsServers;
let opened = 0;

if (natsMissing !== undefined) console.log(`tests of NATS are skipped: ${natsMissing}`);

describe.skipIf(natsMissing !== undefined)("NATS", () => {
  beforeAll(async () => void (servers = await NatsServers.start(count)));
  afterAll(() => servers.stop());

  const place = (changes: Partial<NatsPlace> = {}): NatsPlace => {
    const { urls } = servers;
    const prefix = `t${++opened}`;
    return {
      servers: urls,
      credentialsFile: "",
      authorityFile: "",
      prefix,
      replicas: count,
      allowSingle: true,
      ...changes,
    };
  };

  chunkLogContract("NATS", async () => {
    const shared = place();
    return async () => new NatsChunkLogs(await connectNats(shared, "test"));
  });

  registersContract("NATS", async () => {
    const shared = place();
    return async () => NatsRegisters.open(await connectNats(shared, "test"));
  });

  test("a server that is not fit is refused with a plain text", async () => {
    await expect(connectNats(place({ allowSingle: false, replicas: 1 }), "test")).rejects.toThrow(
      "NATS: streams with [1] replica lose what was acknowledged with one machine",
    );
    const client = await connectNats(place(), "test");
    await client.stream("other", ["other"], { max_age: 1_000_000_000 });
    await expect(client.stream("other", ["other"], { max_age: 0 })).rejects.toThrow(
      "NATS: the stream [other] has [max_age] 1000000000, not 0",
    );
    await client.close();
  });
});

test.skipIf(process.env["WARDEX_DEEP"] === undefined)("a server that cannot be reached is named", async () => {
  const nowhere = { servers: ["nats://127.0.0.1:1"], credentialsFile: "", authorityFile: "", prefix: "t", replicas: 1 };
  await expect(connectNats({ ...nowhere, allowSingle: true }, "test")).rejects.toThrow("NATS: [127.0.0.1:1]");
});

describe.skipIf(natsMissing !== undefined)("NATS with other settings", () => {
  test("needs few permissions of a user", async () => {
    const users =
      'authorization { users: [{ user: w, password: "p@ss", permissions: { publish: ["t.>", "$JS.API.STREAM.>"], ' +
      'subscribe: ["_INBOX.>", "t.changed.>"] } }] }';
    const guarded = await NatsServers.start(1, { more: users });
    try {
      const [url = ""] = guarded.urls;
      const at = { credentialsFile: "", authorityFile: "", prefix: "t", replicas: 1, allowSingle: true };
      const client = await connectNats({ ...at, servers: [url.replace("//", "//w:p%40ss@")] }, "test");
      const registers = await NatsRegisters.open(client);
      expect(await registers.compareAndSet("a", 0, Buffer.from("1"))).toBe(1);
      expect(await registers.list("")).toEqual(["a"]);
      const logs = new NatsChunkLogs(client);
      expect(await (await logs.open("n.1")).append(1, Buffer.from("1"))).toBe(true);
      expect(await logs.writers()).toEqual(["n.1"]);
      await logs.close();
    } finally {
      await guarded.stop();
    }
  });

  test("is refused when its messages are too small for chunks", async () => {
    const small = await NatsServers.start(1, { maximumPayload: "64KB" });
    try {
      const at = { servers: small.urls, credentialsFile: "", authorityFile: "", prefix: "t", replicas: 1 };
      await expect(connectNats({ ...at, allowSingle: true }, "test")).rejects.toThrow("NATS: max_payload is 65536");
    } finally {
      await small.stop();
    }
  });
});
