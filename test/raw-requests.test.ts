/**
 * Requests as bytes: what is malformed is refused and the connection ends, and nothing behind it is taken for a request
 * of its own.
 */
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServer } from "./server-process.ts";

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const WAIT_MS = 10_000;
/** Stands behind each request: an answer to it would mean that it was smuggled in, or that the connection went on. */
const NEXT = "GET /_smuggled HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

/** What came back until the server closed the connection; `ended`: whether it did. */
function send(bytes: string): Promise<{ text: string; ended: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    let text = "";
    const timer = setTimeout(() => {
      resolve({ text, ended: false });
      socket.destroy();
    }, WAIT_MS);
    socket.on("data", (piece: Buffer) => (text += piece.toString("latin1")));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearTimeout(timer);
      resolve({ text, ended: true });
    });
    socket.write(bytes, "latin1");
  });
}

const statusesOf = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
const post = (headers: string, body: string): string =>
  `POST /_bulk HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;

const malformed: [string, string][] = [
  ["a length beside chunks", post("Content-Length: 6\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")],
  ["chunks beside a length", post("Transfer-Encoding: chunked\r\nContent-Length: 6\r\n", "0\r\n\r\n")],
  ["two lengths that differ", post("Content-Length: 5\r\nContent-Length: 6\r\n", "hello!")],
  ["two lengths that agree", post("Content-Length: 5\r\nContent-Length: 5\r\n", "hello")],
  ["a list of lengths", post("Content-Length: 5, 5\r\n", "hello")],
  ["a negative length", post("Content-Length: -1\r\n", "")],
  ["a length with a sign", post("Content-Length: +5\r\n", "hello")],
  ["a length in hexadecimal digits", post("Content-Length: 0x5\r\n", "hello")],
  ["a length beyond all numbers", post("Content-Length: 99999999999999999999\r\n", "hello")],
  ["an empty length", post("Content-Length: \r\n", "")],
  ["chunks that are not the last coding", post("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n")],
  ["a coding that nobody knows", post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n")],
  ["a coding twice", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: xchunked\r\n", "0\r\n\r\n")],
  ["a coding behind a control character", post("Transfer-Encoding: \u000bchunked\r\n", "0\r\n\r\n")],
  ["a space before the colon", post("Transfer-Encoding : chunked\r\n", "0\r\n\r\n")],
  ["a folded header", post("X-One: a\r\n b\r\nTransfer-Encoding:\r\n chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n")],
  ["a header without a name", post(": value\r\n", "")],
  ["a header without a colon", post("nothing\r\n", "")],
  ["NUL in a header", post("X-One: a\u0000b\r\n", "")],
  ["a bare CR in a header", post("X-One: a\rb\r\n", "")],
  ["a bare LF behind a header", post("X-One: a\nContent-Length: 0\r\n", "")],
  ["a bare LF behind the request line", "GET / HTTP/1.1\nHost: a\r\n\r\n"],
  ["a chunk length with a sign", post("Transfer-Encoding: chunked\r\n", "+5\r\nhello\r\n0\r\n\r\n")],
  ["a chunk length of no number", post("Transfer-Encoding: chunked\r\n", "xyz\r\nhello\r\n0\r\n\r\n")],
  ["a chunk length with 0x", post("Transfer-Encoding: chunked\r\n", "0x5\r\nhello\r\n0\r\n\r\n")],
  [
    "a chunk length beyond all numbers",
    post("Transfer-Encoding: chunked\r\n", "ffffffffffffffffff\r\nhello\r\n0\r\n\r\n"),
  ],
  ["a chunk that is longer than it says", post("Transfer-Encoding: chunked\r\n", "2\r\nhello\r\n0\r\n\r\n")],
  ["chunks with bare LF", post("Transfer-Encoding: chunked\r\n", "5\nhello\n0\n\n")],
  ["two Host headers", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"],
  ["the same Host twice", "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n"],
  ["no Host", "GET / HTTP/1.1\r\nX-One: a\r\n\r\n"],
  ["a Host that is none", "GET / HTTP/1.1\r\nHost: a b/c\r\n\r\n"],
  ["a Host with a user", "GET / HTTP/1.1\r\nHost: me@a\r\n\r\n"],
  ["a version that nobody knows", "GET / HTTP/9.9\r\nHost: a\r\n\r\n"],
  ["a method that nobody knows", "SMUGGLE / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a header of 20 KB", `GET / HTTP/1.1\r\nHost: a\r\nX-One: ${"a".repeat(20_000)}\r\n\r\n`],
  ["an address of 20 KB", `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ["an expectation that nobody knows", post("Expect: more\r\nContent-Length: 2\r\n", "{}")],
  ["TLS", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n"],
];

describe("a request with", () => {
  test.concurrent.each(malformed)("%s is refused, and nothing behind it is read", async (_what, bytes) => {
    const { text, ended } = await send(bytes + NEXT);
    expect(ended).toBe(true);
    expect(statusesOf(text)).toHaveLength(1);
    const [status] = statusesOf(text);
    expect(status).toBe(bytes.includes("Expect:") ? 417 : 400);
    expect(text).not.toContain("_smuggled");
    expect(text).toContain("X-Content-Type-Options: nosniff");
    expect(JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4))).toMatchObject({ status });
  });
});

describe("what is well formed goes on:", () => {
  test.concurrent.each<[string, string, number[]]>([
    ["two requests one behind the other", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", [200, 400]],
    ["a whole address", "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", [200, 400]],
    ["no Host, of HTTP/1.0 that keeps the connection", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", [200, 400]],
    ["an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", [200, 400]],
    ["a Host of IPv6", "GET / HTTP/1.1\r\nHost: [::1]:9200\r\n\r\n", [200, 400]],
    [
      "chunks with an extension and a trailer",
      post("Transfer-Encoding: chunked\r\n", "2;a=b\r\n{}\r\n0\r\nX-One: a\r\n\r\n"),
      [400, 400],
    ],
  ])("%s", async (_what, bytes, statuses) => {
    const { text, ended } = await send(bytes + NEXT);
    expect([ended, statusesOf(text)]).toEqual([true, statuses]);
    // The last one says that the next request was read, as one of its own.
    expect(text).toContain("_smuggled");
  });
});
