import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { serialize } from "node:v8";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { RequestError } from "../../compat/errors.ts";
import { TestAuthority } from "../../testing/nodes/certificates.ts";
import { FrameReader, framed } from "./frames.ts";
import { cloneVersion, type Hello, helloBytes, PROTOCOL } from "./hello.ts";
import type { CallScope, NodeMethods } from "./node-connection.ts";
import { type NodeCertificates, NodePort } from "./node-port.ts";

let authority: TestAuthority;
let one: NodeCertificates;
let two: NodeCertificates;
let stranger: NodeCertificates;
const opened: NodePort[] = [];
const told: string[] = [];

beforeAll(async () => {
  authority = await TestAuthority.make();
  [one, two] = await Promise.all([authority.node("one"), authority.node("two")]);
  stranger = await (await TestAuthority.make()).node("two");
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((port) => port.close()));
  told.length = 0;
});

function hello(name: string, more: Partial<Hello> = {}): Hello {
  return {
    protocol: PROTOCOL,
    clone: cloneVersion(),
    cluster: "c",
    node: `id-${name}`,
    name,
    life: `life-${name}`,
    ...more,
  };
}

async function open(
  own: Hello,
  certificates: NodeCertificates,
  methods: NodeMethods = {},
  refuse?: (other: Hello) => string | undefined,
): Promise<NodePort> {
  const log = (_level: string, message: string): void => void told.push(message);
  const listen = { host: "127.0.0.1", port: 0 };
  const more = refuse ? { refuse } : {};
  const port = await NodePort.open({ listen, certificates, hello: own, methods, log, ...more });
  opened.push(port);
  return port;
}

describe("a call between nodes", () => {
  test("brings plain data in both directions, with errors as they were and who asked", async () => {
    const echo = (args: readonly unknown[], { from }: CallScope): unknown => [from.name, ...args];
    const refuse = (): never => {
      throw new RequestError(404, "index_not_found_exception", "no such index [a]", { details: { index: "a" } });
    };
    const server = await open(hello("one"), one, { echo, refuse });
    const client = await open(hello("two"), two);
    const connection = await client.connect(server.address);
    expect(connection.peer).toEqual(hello("one"));
    const values = [new Float64Array([1.5, Number.NaN]), new Map([["a", 1n]]), undefined, "x".repeat(300_000)];
    expect(await connection.call("echo", values)).toEqual(["two", ...values]);
    await expect(connection.call("refuse", [])).rejects.toMatchObject({ status: 404, details: { index: "a" } });
    await expect(connection.call("toString", [])).rejects.toThrow("No handler for action [toString]");
    await expect(connection.call("echo", [() => 1])).rejects.toThrow("could not be cloned");
    expect(await connection.call("echo", [1])).toEqual(["two", 1]);
  });

  test("is stopped where it runs when nobody waits any more: cancelled, out of time, or gone", async () => {
    const aborted: string[] = [];
    const begun: (() => void)[] = [];
    const wait = ([name]: readonly unknown[], { signal }: CallScope): Promise<string> =>
      new Promise((resolve) => {
        begun.shift()?.();
        signal.addEventListener("abort", () => resolve(String(aborted.push(String(name)))));
      });
    const server = await open(hello("one"), one, { wait, aborted: () => aborted });
    const client = await open(hello("two"), two);
    const connection = await client.connect(server.address);
    const controller = new AbortController();
    begun.push(() => controller.abort());
    await expect(connection.call("wait", ["cancelled"], { signal: controller.signal })).rejects.toThrow(
      "was cancelled",
    );
    await expect(connection.call("wait", ["late"], { timeoutMs: 20 })).rejects.toThrow("not answered within 20ms");
    expect(await connection.call("aborted", [])).toEqual(["cancelled", "late"]);
    begun.push(() => connection.close());
    await expect(connection.call("wait", ["gone"])).rejects.toMatchObject({ status: 503 });
    await expect(connection.call("wait", [])).rejects.toThrow("[one] the connection was closed");
    const other = await client.connect(server.address);
    expect(await other.call("aborted", [])).toEqual(["cancelled", "late", "gone"]);
  });

  test("works in the direction of whoever was called, and fails when the other node ends", async () => {
    const server = await open(hello("one"), one, { name: () => "one" });
    const client = await open(hello("two"), two, { name: () => "two" });
    const [there, back] = await Promise.all([client.connect(server.address), server.connect(client.address)]);
    expect(await Promise.all([there.call("name", []), back.call("name", [])])).toEqual(["one", "two"]);
    const ended = new Promise<void>((resolve) => there.onClosed(resolve));
    const { address } = server;
    await server.close();
    await ended;
    await expect(there.call("name", [])).rejects.toMatchObject({ type: "node_disconnected_exception" });
    await expect(client.connect(address)).rejects.toMatchObject({ status: 503 });
  });
});

describe("a node is refused, with the reason on both sides", () => {
  const cases: readonly [string, Hello, string][] = [
    ["another protocol", hello("two", { protocol: 99 }), "speaks version 99 of the protocol"],
    ["another form of values", hello("two", { clone: 14 }), "whose values have another form (14"],
    ["another cluster", hello("two", { cluster: "other" }), "belongs to the cluster [other], this one to [c]"],
    ["the certificate of another node", hello("three"), "the certificate of node [three] is that of [two]"],
  ];
  test.each(cases)("of %s", async (_what, own, reason) => {
    const server = await open(hello("one"), one);
    const client = await open(own, two);
    await expect(client.connect(server.address)).rejects.toThrow(reason);
    expect(told.join()).toContain(reason);
  });

  test("of a name that there is already", async () => {
    const server = await open(hello("one"), one);
    const first = await open(hello("two"), two);
    const second = await open(hello("two", { node: "id-other" }), two);
    const twin = await open(hello("one", { node: "id-twin" }), one);
    await first.connect(server.address);
    await expect(second.connect(server.address)).rejects.toThrow("there are two nodes of the name [two]");
    await expect(twin.connect(server.address)).rejects.toThrow("there are two nodes of the name [one]");
  });

  test("that its owner does not want", async () => {
    const server = await open(hello("one"), one, {}, ({ name }) => `[${name}] is not wanted`);
    const client = await open(hello("two"), two);
    await expect(client.connect(server.address)).rejects.toThrow("it refused: [two] is not wanted");
  });

  test("whose certificate another authority signed", async () => {
    const server = await open(hello("one"), one, {});
    const client = await open(hello("two"), stranger);
    await expect(client.connect(server.address)).rejects.toMatchObject({ status: 503 });
    await expect(server.connect(client.address)).rejects.toThrow(/certificate/);
  });
});

describe("what is no node", () => {
  test("is refused before TLS: garbage, and a frame of 2 GB", async () => {
    const server = await open(hello("one"), one);
    for (const bytes of [Buffer.from("GET / HTTP/1.1\r\n\r\n"), Buffer.concat([Buffer.of(0x7f, 0xff, 0xff, 0xff)])]) {
      const socket = connectTcp(server.address.port, "127.0.0.1").on("error", () => undefined);
      socket.write(bytes);
      // A record that never comes is waited for, but not for long; whoever closes first is told.
      socket.end();
      await once(socket.resume(), "close");
    }
    const client = await open(hello("two"), two);
    expect((await client.connect(server.address)).isClosed).toBe(false);
  });

  test("is refused without a certificate", async () => {
    const server = await open(hello("one"), one, { name: () => "one" });
    const socket = connectTls({ host: "127.0.0.1", port: server.address.port, ca: one.authority, checkServerIdentity });
    const [error] = (await once(socket, "error")) as [Error];
    expect(error.message).toMatch(/certificate required/);
  });

  test("is refused behind TLS, where a hello is to come: garbage, a frame of 2 GB, values of V8", async () => {
    const server = await open(hello("one"), one);
    const garbage = framed(Buffer.from("no hello"));
    for (const pieces of [garbage, [Buffer.of(0x80, 0, 0, 0)], framed(serialize({ protocol: 1 }))]) {
      const socket = await secured(server);
      for (const piece of pieces) socket.write(piece);
      await once(socket.resume(), "close");
    }
    expect(told.join("\n")).toContain("a frame of 2147483648 bytes is longer than the 16384 that are allowed");
    expect(told.join("\n")).toContain("its first frame is no hello");
  });

  test("ends its connection, and nothing else, behind the hello: garbage, 2 GB, messages that are none", async () => {
    const server = await open(hello("one"), one, { name: () => "one" });
    const bad = [
      [Buffer.of(0x80, 0, 0, 0)],
      framed(Buffer.from("garbage")),
      framed(serialize(7)),
      framed(serialize(["text"])),
      framed(serialize([[0, 1, "toString", []]])),
      framed(serialize([[3, "call", [1, undefined, "name", []]]])),
      framed(serialize([[2, 1, null]])),
    ];
    for (const pieces of bad) {
      const socket = await greeted(server);
      for (const piece of pieces) socket.write(piece);
      await once(socket.resume(), "close");
    }
    const client = await open(hello("two"), two);
    expect(await (await client.connect(server.address)).call("name", [])).toBe("one");
  });
});

const checkServerIdentity = (): undefined => undefined;

/** A connection with the certificate of node two, on which nothing was said. */
async function secured(server: NodePort): Promise<TLSSocket> {
  const { certificate: cert, key, authority: ca } = two;
  const socket = connectTls({ host: "127.0.0.1", port: server.address.port, cert, key, ca, checkServerIdentity });
  socket.on("error", () => undefined);
  await once(socket, "secureConnect");
  return socket;
}

/** The same behind the hellos. */
async function greeted(server: NodePort): Promise<TLSSocket> {
  const socket = await secured(server);
  for (const piece of framed(helloBytes(hello("two")))) socket.write(piece);
  const reader = new FrameReader(100_000);
  while (!reader.next()) reader.push(((await once(socket, "data")) as [Buffer])[0]);
  return socket;
}
