/** The front on real sockets: TLS, limits of time as they pass, and the end. */
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { describe, expect, onTestFinished, test } from "vitest";
import { authority, signedCertificate, signedKey, signedKeyPassphrase } from "../../testing/server/tls.ts";
import type { RawResponse } from "../exchange.ts";
import type { Front } from "./connection.ts";
import { type HttpServer, type HttpServerOptions, startHttpServer } from "./http-server.ts";

const ok: RawResponse = { status: 200, headers: { "Content-Length": "2" }, body: Buffer.from("ok") };
const GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
const tls = { certificate: signedCertificate, key: signedKey, passphrase: signedKeyPassphrase };

async function started(
  options: HttpServerOptions = {},
  answer: Front["pipeline"]["answer"] = () => ok,
): Promise<HttpServer> {
  const pipeline = { answer, refusesLength: () => false };
  const server = await startHttpServer(pipeline, { host: "127.0.0.1", port: 0 }, options);
  onTestFinished(() => server.close(0));
  return server;
}

/** What came back over a connection, and whether it was closed. */
function client(socket: Socket): { readonly socket: Socket; text: string; closed: boolean } {
  const seen = { socket, text: "", closed: false };
  socket.on("data", (piece: Buffer) => (seen.text += piece.toString("latin1")));
  socket.on("error", () => undefined);
  socket.on("close", () => (seen.closed = true));
  onTestFinished(() => void socket.destroy());
  return seen;
}

const plainClient = (server: HttpServer): ReturnType<typeof client> => client(connect(server.port, server.host));
const tlsClient = (server: HttpServer): ReturnType<typeof client> =>
  client(connectTls({ port: server.port, host: server.host, ca: authority, checkServerIdentity: () => undefined }));

describe("TLS", () => {
  test("carries requests, pipelined too, and says so", async () => {
    const secure: (boolean | undefined)[] = [];
    const server = await started({ tls }, (raw) => {
      secure.push(raw.secure);
      expect(raw.reachedAt).toBe(server.url);
      return { ...ok, headers: {}, body: Buffer.alloc(200_000, "x") };
    });
    const seen = tlsClient(server);
    seen.socket.write(GET + GET);
    await expect.poll(() => seen.text.length).toBeGreaterThan(400_000);
    expect(secure).toEqual([true, true]);
    seen.socket.end();
    await expect.poll(() => seen.closed).toBe(true);
  });

  test("is spoken soon, or not at all", async () => {
    const server = await started({ tls, headersTimeoutMs: 200 });
    const silent = plainClient(server);
    const other = plainClient(server);
    other.socket.write(GET);
    await expect.poll(() => [silent.closed, other.closed]).toEqual([true, true]);
    expect([silent.text, other.text.includes("HTTP")]).toEqual(["", false]);
    const seen = tlsClient(server);
    seen.socket.write(GET);
    await expect.poll(() => seen.text).toContain("ok");
  });

  test("ends with the server, also for those who have not shaken hands", async () => {
    const server = await started({ tls });
    const silent = plainClient(server);
    const idle = tlsClient(server);
    idle.socket.write(GET);
    await expect.poll(() => idle.text).toContain("ok");
    const startedMs = performance.now();
    await server.close();
    expect(performance.now() - startedMs).toBeLessThan(5000);
    await expect.poll(() => [silent.closed, idle.closed]).toEqual([true, true]);
  });
});

test("limits of time pass by themselves", async () => {
  const server = await started({ headersTimeoutMs: 200, requestTimeoutMs: 300, keepAliveTimeoutMs: 100 });
  const all = ["", "GET / HT", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf", GET].map((text) => {
    const seen = plainClient(server);
    seen.socket.write(text);
    return seen;
  });
  const startedMs = performance.now();
  await expect.poll(() => all.map(({ closed }) => closed)).toEqual([true, true, true, true]);
  expect(performance.now() - startedMs).toBeGreaterThan(290);
  expect(all.map(({ text }) => /^HTTP\/1.1 (\d+)/.exec(text)?.[1])).toEqual(["408", "408", "408", "200"]);
  expect(JSON.parse(all[2]?.text.split("\r\n\r\n")[1] ?? "")).toMatchObject({
    error: { type: "request_timeout_exception" },
    status: 408,
  });
});

test("the end of the server waits for requests that are under way, but not longer than it was told", async () => {
  const server = await started({}, () => new Promise(() => undefined));
  const busy = plainClient(server);
  busy.socket.write(GET);
  const half = plainClient(server);
  half.socket.write("GET / HT");
  const idle = plainClient(server);
  await expect.poll(() => server.openRequests).toBe(1);
  const startedMs = performance.now();
  const closed = server.close(300);
  await expect.poll(() => idle.closed).toBe(true);
  expect([busy.closed, half.closed]).toEqual([false, false]);
  await closed;
  expect(performance.now() - startedMs).toBeGreaterThan(290);
  await expect.poll(() => server.openRequests).toBe(0);
  await expect.poll(() => [busy.closed, half.closed, busy.text]).toEqual([true, true, ""]);
});

test("clients that come and go at any moment leave nothing behind", async () => {
  const answer: Front["pipeline"]["answer"] = ({ body }) => {
    if (body === undefined || body instanceof Uint8Array) return Promise.resolve(ok);
    return new Promise((resolve) => body.resume().once("close", () => resolve(ok)));
  };
  const server = await started({}, answer);
  const upload = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n${"x".repeat(300_000)}`;
  const visits = Array.from({ length: 100 }, (_, at) => {
    const seen = plainClient(server);
    seen.socket.write((at % 2 === 0 ? GET.repeat(20) : upload).slice(0, (at * 7919) % 200_000));
    setTimeout(() => (at % 3 === 0 ? seen.socket.resetAndDestroy() : seen.socket.destroy()), at % 17);
    return seen;
  });
  await expect.poll(() => visits.every(({ closed }) => closed), { timeout: 10_000 }).toBe(true);
  await expect.poll(() => server.openRequests, { timeout: 10_000 }).toBe(0);
  const last = plainClient(server);
  last.socket.write(GET);
  await expect.poll(() => last.text).toContain("ok");
});
