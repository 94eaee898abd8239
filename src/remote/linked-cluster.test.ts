import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../core/clock.ts";
import { RequestError } from "../compat/errors.ts";
import { type HttpServer, startHttpServer } from "../http/front/http-server.ts";
import type { RefusedCall } from "../security/remote-gate.ts";
import { unsecuredPrincipal } from "../security/superuser.ts";
import { pipelineOf } from "../testing/http/pipeline.ts";
import { FaultProxy } from "../testing/remote/fault-proxy.ts";
import { type CallContext, callDialect, type HandledCall } from "./call-dialect.ts";
import { LinkedCluster } from "./linked-cluster.ts";
import { HANDSHAKE } from "./link-protocol.ts";
import type { PlainData } from "./plain-data.ts";

const settings = {
  alias: "there",
  mode: "sniff",
  connections: 3,
  serverName: "",
  skipUnavailable: true,
  pingMs: undefined,
  compress: true,
} as const;

describe("a link", () => {
  let server: HttpServer;
  let proxy: FaultProxy;
  let cluster: LinkedCluster;
  /** Those that the other side was told to stop. */
  let stopped: string[];
  let begun: (() => void) | undefined;
  let refusals: RefusedCall[];

  const calls: Readonly<Record<string, (body: PlainData, context: CallContext) => Promise<PlainData>>> = {
    [HANDSHAKE]: () => Promise.resolve({ clusterName: "there", clusterUuid: "u", version: "8" }),
    echo: (body) => Promise.resolve(body),
    fail: () => Promise.reject(new RequestError(404, "resource_not_found_exception", "nothing", { details: { a: 1 } })),
    break: () => Promise.reject(new TypeError("inside")),
    wait: (_body, { task }) =>
      new Promise((_resolve, reject) => {
        begun?.();
        task.onCancel(() => {
          stopped.push(task.action);
          reject(new RequestError(400, "task_cancelled_exception", "stopped"));
        });
      }),
  };

  beforeEach(async () => {
    stopped = [];
    begun = undefined;
    refusals = [];
    const dialect = callDialect({
      find: (action) => {
        const handle = Object.hasOwn(calls, action) ? calls[action] : undefined;
        return Promise.resolve(handle && ({ action, handle } satisfies HandledCall));
      },
      admit: () => unsecuredPrincipal,
      actingFor: (key) => Promise.resolve(key),
      refused: () => undefined,
      now: () => systemClock.monotonicMs(),
      log: () => undefined,
    });
    server = await startHttpServer(pipelineOf(dialect), { host: "127.0.0.1", port: 0 });
    proxy = await FaultProxy.before(`127.0.0.1:${server.port}`);
    cluster = new LinkedCluster(
      { ...settings, addresses: ["127.0.0.1:9", proxy.address] },
      {
        tls: { verification: "off", authorities: undefined },
        credentials: undefined,
        connectTimeoutMs: 5000,
        log: () => undefined,
        refused: (refusal) => refusals.push(refusal),
      },
    );
  });
  afterEach(async () => {
    cluster.close();
    await proxy.close();
    await server.close(0);
  });

  const failed = { type: "connect_transport_exception", status: 502 };

  it("brings bodies and answers over as they are, by the first address that answers", async () => {
    const body = new Map<PlainData, PlainData>([[1n, ["ä".repeat(5000), new Float64Array([1, NaN])]]]);
    expect(await cluster.call("echo", body)).toEqual(body);
    expect(cluster.state.connected).toBe(true);
  });

  it("tells errors of the other side as they are there, and nothing of its inside", async () => {
    await expect(cluster.call("fail", undefined)).rejects.toMatchObject({
      status: 404,
      type: "resource_not_found_exception",
      message: "nothing",
      details: { a: 1 },
    });
    const broken: unknown = await cluster.call("break", undefined).catch((error: unknown) => error);
    expect(broken).toMatchObject({ status: 500, type: "exception" });
    expect(String((broken as Error).stack)).not.toContain("linked-cluster.test.ts:3");
  });

  it.each(["refuse", "cut", "garbage"] as const)("fails when it is %s, and works again afterwards", async (fault) => {
    expect(await cluster.call("echo", 1)).toBe(1);
    proxy.fault = fault;
    proxy.cutAll();
    await expect(cluster.call("echo", 2)).rejects.toMatchObject(failed);
    expect(cluster.state.connected).toBe(false);
    proxy.fault = "none";
    proxy.cutAll();
    expect(await cluster.call("echo", 3)).toBe(3);
    expect(cluster.state.connected).toBe(true);
  });

  it("goes on by a new connection when all that were kept turn out to be closed", async () => {
    const numbers = [1, 2, 3, 4, 5];
    expect(await Promise.all(numbers.map((number) => cluster.call("echo", number)))).toEqual(numbers);
    expect(cluster.state.sockets).toBeGreaterThan(1);
    proxy.fault = "once";
    expect(await cluster.call("echo", 6)).toBe(6);
  });

  it("does not call for who may nothing there, and tells of it", async () => {
    const caller = { ...unsecuredPrincipal, username: "ann", remote: undefined, limitedBy: undefined };
    await expect(cluster.call("echo", 1, { caller })).rejects.toMatchObject({ status: 403 });
    const reason = expect.stringContaining("no remote indices privileges apply for the target cluster") as string;
    const towards = { cluster: "there", username: "ann" };
    expect(refusals).toEqual([{ action: "echo", reason, clientAddress: undefined, towards }]);
  });

  it("waits for what is slow, no longer than it is to, and stops the task there", async () => {
    proxy.fault = "slow";
    expect(await cluster.call("echo", 1)).toBe(1);
    await expect(cluster.call("wait", undefined, { timeoutMs: 100 })).rejects.toMatchObject({
      type: "receive_timeout_transport_exception",
    });
    await expect.poll(() => stopped).toEqual(["wait"]);
  });

  it("stops the task there when its caller does not want the answer any more", async () => {
    const ends = new AbortController();
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    const answer = cluster.call("wait", undefined, { signal: ends.signal });
    await isBegun;
    ends.abort(new RequestError(400, "task_cancelled_exception", "enough"));
    await expect(answer).rejects.toMatchObject({ message: "enough" });
    await expect.poll(() => stopped).toEqual(["wait"]);
  });

  it("knows that it is gone without being asked for anything", async () => {
    await cluster.lookAfter();
    expect(cluster.state).toMatchObject({ connected: true, other: { clusterName: "there" } });
    proxy.fault = "refuse";
    proxy.cutAll();
    await expect.poll(() => cluster.state.connected).toBe(false);
    proxy.fault = "none";
    await expect.poll(() => cluster.state.connected, { timeout: 5000 }).toBe(true);
  });
});
