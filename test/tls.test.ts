/** HTTPS of a running server: who trusts it and how, what is refused, and a certificate that is replaced. */
import { X509Certificate } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { connect as connectPlain } from "node:net";
import { join } from "node:path";
import { connect, type ConnectionOptions, type TLSSocket } from "node:tls";
import { Client as Client8 } from "@elastic/elasticsearch";
import { Client as OpenSearchClient } from "@opensearch-project/opensearch";
import { Client as Client7 } from "es7";
import { Client as Client9 } from "es9";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { open } from "../dist/server/wardex.js";
import { runCommand, type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

const PASSWORD = "correct horse battery";
const auth = { username: "admin", password: PASSWORD };
const folder = temporaryFolder();
const files = { certificate: join(folder, "wardex.crt"), key: join(folder, "wardex.key") };
let server: ServerProcess;
let ca: string;
let fingerprint: string;

beforeAll(async () => {
  const made = await runCommand(["certificate", "search.example.org", "192.0.2.7", "--folder", folder]);
  expect([made.code, made.errors]).toEqual([0, ""]);
  for (const path of Object.values(files)) expect(made.output).toContain(path);
  ca = readFileSync(files.certificate, "utf8");
  fingerprint = /fingerprint {2}((?:[0-9A-F]{2}:){31}[0-9A-F]{2}) /.exec(made.output)?.[1] ?? "";
  server = await startServer(["--security", "on", "--tls-certificate", files.certificate, "--tls-key", files.key], {
    WARDEX_ADMIN_PASSWORD: PASSWORD,
  });
});
afterAll(() => server.stop());

const portOf = (url: string): number => Number(new URL(url).port);

/** A handshake; the socket, or why there is none. */
function shake(options: ConnectionOptions = {}): Promise<TLSSocket | string> {
  return new Promise((resolve) => {
    const socket = connect({ port: portOf(server.url), host: "127.0.0.1", ca, ...options }, () => resolve(socket));
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    onTestFinished(() => void socket.destroy());
  });
}

async function shownFingerprint(): Promise<string> {
  const socket = await shake({ rejectUnauthorized: false });
  return typeof socket === "string" ? socket : socket.getPeerCertificate().fingerprint256;
}

/** One request over TLS, checked by the certificate. */
function ask(
  path: string,
  { method = "GET", headers = {}, body = "" } = {},
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}${path}`, { method, ca, headers, agent: false, servername: "" }, (answer) => {
      let text = "";
      answer.on("data", (piece: Buffer) => (text += piece.toString()));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    sent.on("error", reject).end(body);
  });
}

describe("the command `certificate`", () => {
  test("makes one for the names that were given and this machine, and says its fingerprint", () => {
    const made = new X509Certificate(ca);
    expect(made.fingerprint256).toBe(fingerprint);
    for (const name of ["search.example.org", "localhost"]) expect(made.checkHost(name)).toBe(name);
    for (const address of ["192.0.2.7", "127.0.0.1", "::1"]) expect(made.checkIP(address)).toBe(address);
    expect(made.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
  });

  test("replaces nothing, and refuses what is no name", async () => {
    expect(await runCommand(["certificate", "--folder", folder])).toMatchObject({
      code: 2,
      errors: expect.stringContaining("is there already"),
    });
    expect(readFileSync(files.certificate, "utf8")).toBe(ca);
    expect(await runCommand(["certificate", "a b", "--folder", join(folder, "other")])).toMatchObject({
      code: 2,
      errors: expect.stringContaining("[a b]"),
    });
    expect(await runCommand(["certificate", "--days", "0"])).toMatchObject({
      code: 2,
      errors: expect.stringContaining("--days must be"),
    });
  });
});

describe("official clients", () => {
  /** As their documentation says to be used with a fingerprint: it is looked at instead of the chain. */
  const unchecked = { rejectUnauthorized: false };
  // oxlint-disable no-explicit-any
  const flavours: readonly [string, (trust: { ca?: string; caFingerprint?: string }) => any][] = [
    [
      "@elastic/elasticsearch 7",
      (trust) =>
        new Client7({
          node: server.url,
          auth,
          maxRetries: 0,
          ...(trust.caFingerprint ? { ...trust, ssl: unchecked } : { ssl: trust }),
        }),
    ],
    [
      "@elastic/elasticsearch 8",
      (trust) =>
        new Client8({
          node: server.url,
          auth,
          maxRetries: 0,
          ...(trust.caFingerprint ? { ...trust, tls: unchecked } : { tls: trust }),
        }),
    ],
    [
      "@elastic/elasticsearch 9",
      (trust) =>
        new Client9({
          node: server.url,
          auth,
          maxRetries: 0,
          ...(trust.caFingerprint ? { ...trust, tls: unchecked } : { tls: trust }),
        }),
    ],
    [
      "@opensearch-project/opensearch 3",
      (trust) => new OpenSearchClient({ node: server.url, auth, maxRetries: 0, ssl: trust }),
    ],
  ];

  const statusOf = (health: { status?: string; body?: { status: string } }): string | undefined =>
    health.body?.status ?? health.status;

  test.each(flavours)("%s trusts it by the file, and not without", async (_name, connectTo) => {
    const client = connectTo({ ca });
    expect(statusOf(await client.cluster.health())).toBe("green");
    await client.close();
    const stranger = connectTo({});
    await expect(stranger.cluster.health()).rejects.toThrow(/self.signed/);
    await stranger.close();
  });

  // OpenSearch's client knows no fingerprints.
  test.each(flavours.slice(0, 3))("%s trusts it by the fingerprint, and by no other", async (_name, connectTo) => {
    const client = connectTo({ caFingerprint: fingerprint });
    expect(statusOf(await client.cluster.health())).toBe("green");
    await client.close();
    const stranger = connectTo({ caFingerprint: fingerprint.replace(/^../, (two) => (two === "00" ? "01" : "00")) });
    await expect(stranger.cluster.health()).rejects.toThrow(/fingerprint/i);
    await stranger.close();
  });
});

describe("HTTPS", () => {
  test("is 1.2 and 1.3, with keys that cannot be had afterwards", async () => {
    const seen = await Promise.all(
      (["TLSv1.2", "TLSv1.3"] as const).map(async (version) => {
        const socket = await shake({ minVersion: version, maxVersion: version });
        return typeof socket === "string" ? socket : socket.getProtocol();
      }),
    );
    expect(seen).toEqual(["TLSv1.2", "TLSv1.3"]);
    const ciphers = "DEFAULT@SECLEVEL=0";
    for (const version of ["TLSv1", "TLSv1.1"] as const)
      expect(await shake({ minVersion: version, maxVersion: version, ciphers })).toMatch(
        /ERR_SSL_.*PROTOCOL_VERSION|ECONNRESET/,
      );
    expect(
      await shake({ maxVersion: "TLSv1.2", ciphers: "AES256-SHA:AES128-GCM-SHA256:ECDHE-RSA-AES128-SHA" }),
    ).toMatch(/ERR_SSL_.*HANDSHAKE_FAILURE|ECONNRESET/);
  });

  test("keeps the cookies of a session to itself", async () => {
    const answer = await ask("/api/v2beta/auth/sign_in/", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(auth),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers["set-cookie"]).toHaveLength(2);
    for (const cookie of answer.headers["set-cookie"] ?? []) expect(cookie).toContain("; Secure");
  });

  test("stands in links", async () => {
    const authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString("base64")}`;
    const { text } = await ask("/api/v2beta/core/users/1/recovery/", {
      headers: { authorization, host: "evil.example" },
    });
    expect(JSON.parse(text).link).toMatch(
      new RegExp(`^https://127\\.0\\.0\\.1:${portOf(server.url)}/api/v2beta/auth/recovery/`),
    );
  });

  test("is not left for plain HTTP, and what speaks it disturbs nobody", async () => {
    const socket = connectPlain(portOf(server.url), "127.0.0.1");
    let answer = "";
    socket.on("data", (piece: Buffer) => (answer += piece.toString("latin1")));
    const closed = new Promise((resolve) => socket.once("close", resolve).on("error", () => undefined));
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await closed;
    expect(answer).not.toContain("HTTP/1.1 2");
    expect((await ask("/")).status).toBe(401);
  });

  test("ends at once with SIGTERM, whatever connections idle", async () => {
    const other = await startServer(["--tls-certificate", files.certificate, "--tls-key", files.key]);
    const socket = connect({ port: portOf(other.url), host: "127.0.0.1", ca });
    onTestFinished(() => void socket.destroy());
    await new Promise((resolve) => socket.once("secureConnect", resolve));
    const startedMs = performance.now();
    expect(await other.stop()).toBe(0);
    expect(performance.now() - startedMs).toBeLessThan(8000);
  });

  test("is there for the library, too", async () => {
    const engine = await open({
      security: false,
      listen: { port: 0, tls: { certificate: files.certificate, key: files.key } },
    });
    onTestFinished(() => engine.close());
    expect(engine.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const client = new Client8({ node: engine.url, tls: { ca } });
    expect((await client.info()).tagline).toBe("You Know, for Search");
    await client.close();
  });
});

describe("a start", () => {
  test("beyond loopback without TLS is refused in words that help, unless it is meant", async () => {
    const { code, errors } = await runCommand(["--data", ":memory:", "--host", "0.0.0.0", "--port", "0"]);
    expect([code, errors]).toEqual([
      2,
      expect.stringMatching(/plain HTTP is refused on 0\.0\.0\.0.*wardex certificate.*--allow-plain-http/),
    ]);
    const meant = await startServer(["--host", "0.0.0.0", "--allow-plain-http", "on", "--security", "on"]);
    expect(meant.url).toMatch(/^http:/);
    await meant.stop();
    const secured = await startServer([
      "--host",
      "0.0.0.0",
      "--security",
      "on",
      "--tls-certificate",
      files.certificate,
      "--tls-key",
      files.key,
    ]);
    expect(secured.url).toMatch(/^https:/);
    await secured.stop();
  });

  test("with a certificate that cannot be served ends in a sentence", async () => {
    const { code, errors } = await runCommand([
      "--data",
      ":memory:",
      "--port",
      "0",
      "--tls-certificate",
      files.key,
      "--tls-key",
      files.key,
    ]);
    expect([code, errors]).toEqual([2, expect.stringContaining("holds no certificate")]);
  });
});

test("a certificate that is replaced is shown without a restart; a bad one is not", async () => {
  const open = await shake();
  const fresh = join(folder, "fresh");
  expect((await runCommand(["certificate", "--folder", fresh])).code).toBe(0);
  const next = new X509Certificate(readFileSync(join(fresh, "wardex.crt"))).fingerprint256;
  writeFileSync(files.key, "nothing");
  await expect.poll(() => server.log(), { timeout: 20_000 }).toContain("was not renewed");
  expect(await shownFingerprint()).toBe(fingerprint);
  for (const name of ["wardex.key", "wardex.crt"]) renameSync(join(fresh, name), join(folder, name));
  await expect.poll(shownFingerprint, { timeout: 20_000 }).toBe(next);
  expect(typeof open === "string" || open.destroyed).toBe(false);
});
