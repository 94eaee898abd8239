/**
 * Streams of requests with faults, read by this front and by node:http with its strict parser: the same requests are
 * found in them, and the same streams are refused. Where this front is stricter stands in a list, with the reason.
 * More streams under WARDEX_DEEP; WARDEX_STREAM_SEED repeats one.
 */
import { afterAll, expect, test } from "vitest";
import { draws, mutatedStream, pieces } from "../../testing/http/mutated-requests.ts";
import { NodeReader, readByFront, type Reading, type ReadRequest } from "../../testing/http/read-streams.ts";

const STREAMS = process.env["WARDEX_DEEP"] === undefined ? 3000 : 100_000;
const SEED = Number(process.env["WARDEX_STREAM_SEED"] ?? 1);
const TOGETHER = 100;

const node = new NodeReader();
afterAll(() => node.close());

/** What is refused here, and what node:http made of it: the next request, where it read one. */
interface Refusal {
  readonly why: string;
  readonly next: ReadRequest | undefined;
  /** The request before it. */
  readonly last: ReadRequest | undefined;
  readonly text: string;
}

/** Where this front is stricter. */
const stricter: Readonly<Record<string, (refusal: Refusal) => boolean>> = {
  "the request line has single spaces (RFC 9112, section 3: what is lenient here splits requests differently)": ({
    why,
    text,
  }) => why === "malformed request line" && /[A-Z] {2,}\S|\S {2,}HTTP\//.test(text),
  "no bare CR or LF stands ahead of a request (RFC 9112, section 2.2)": ({ why, text, last }) =>
    why === "malformed request line" &&
    // Half of a line may be the end of a body.
    (/(?:^|[^\r])\n[\r\n]*[A-Z]|\r(?!\n)/.test(text) || last?.body.endsWith("\r") === true),
  "HTTP/1.0 and HTTP/1.1 are spoken, and nothing else": ({ why, next, text }) =>
    why === "malformed request line" &&
    (next === undefined || text.includes("ICE/") || !/^1\.[01]$/.test(next.version ?? "")),
  "a request has one Host that is one (RFC 9112, section 3.2; node:http looks for its absence only)": ({ why }) =>
    why === "no Host header" || why === "several Host headers" || why === "invalid Host header",
  "the address of a target has one user at most, without brackets (RFC 3986, section 3.2)": ({ why, text }) =>
    why === "malformed target" && /:\/\/[^/?]*[@[\]][^/?]*@/.test(text),
  "the only coding is chunked (RFC 9112, section 6.1: others are not understood)": ({ why, next }) =>
    why === "invalid Transfer-Encoding" && next?.headers["transfer-encoding"] !== "chunked",
  "HTTP/1.0 knows no chunks (RFC 9112, section 6.1: faulty framing)": ({ why }) =>
    why === "Transfer-Encoding in HTTP/1.0",
  "extensions of chunks have names (RFC 9112, section 7.1.1)": ({ why, text }) =>
    why === "invalid chunk size" && text.includes(";"),
  "no trailer says whose a message is, how long it is, or what becomes of its connection": ({ why }) =>
    why.startsWith("trailer "),
  "nobody gets a tunnel, and is told so (node:http closes without a word)": ({ why, next, text }) =>
    why === "unknown method" && next === undefined && text.includes("CONNECT "),
  "a connection of HTTP/1.0 that is to be kept and to be closed is closed": ({ why, text }) =>
    why === "" && text.includes("HTTP/1.0\r\n") && /keep-alive/i.test(text) && /close/i.test(text),
};

const GET = "GET / HTTP/1.1\r\nHost: a\r\n";
const CHUNKED = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
const NEXT = "GET /next HTTP/1.1\r\nHost: a\r\n\r\n";
/** Without chance: what people tried on parsers, each with a request behind it. */
const known: readonly string[] = [
  ...["\n", "\r\n\r\n", "\r", " ", "\0"].map((ahead) => `${ahead}${GET}\r\n`),
  ...[
    "GET  /", "GET /  ", "GET\t/", "GET /a\tb", "GET /\u00e9", "GET /\u007f", "GET *", "GET http://a", "GET h2ttp://a/",
    "GET http://u@a", "GET http://u@b@c/", "GET http://u@@c/", "GET http://[:@:1]/", "GET a:80",
    'GET /"<>\\^`{|}', "CONNECT a:80", "get /",
    "SMUGGLE /", "PRI *", "GET",
  ].map((line) => `${line} HTTP/1.1\r\nHost: a\r\n\r\n`), // prettier-ignore
  ...["HTTP/0.9", "HTTP/1.2", "HTTP/2.0", "http/1.1", "HTTP/1.1 ", "HTTP/11", "ICE/1.0", ""].map(
    (version) => `GET / ${version}\r\nHost: a\r\n\r\n`,
  ),
  "SOURCE / ICE/1.0\r\nHost: a\r\n\r\n",
  "GET /\r\n\r\n",
  ...[
    "X: a\r\n b", "X:\r\n b", " X: a", "X : a", "X(: a", ": a", "X", "X: \0", "X: \u0001", "X: \u007f", "X: \u0080\u00ff",
    "X: a\rb", "X: a\nY: b", "X: \ta\t ", "Host: a", "host: b", "__proto__: a", "constructor: a", "Connection: close",
    "Connection: keep-alive, close", "Connection: closed", "Connection: close;x", "Proxy-Connection: close",
    "Expect: 100-continue", "Expect: more", "Content-Length: 0", "Content-Length:", "Content-Length: -1",
    "Content-Length: +1", "Content-Length: 0x1", "Content-Length: 1,1", "Content-Length: 0\r\nContent-Length: 0",
    "Content-Length: 99999999999999999999", "Content-Length: 0\t", "Content-Length:\t0", "Content-Length: 0 ",
    "Content-Length: 00", "Transfer-Encoding: chunked\r\nContent-Length: 5", "Transfer-Encoding: gzip",
    "Transfer-Encoding: identity", "Transfer-Encoding: xchunked", "Transfer-Encoding: chunkedx",
    "Transfer-Encoding:", "Transfer-Encoding: \u000bchunked",
  ].map((field) => `${GET}${field}\r\n\r\n`), // prettier-ignore
  ...["chunked", "Chunked", "gzip, chunked", "chunked, chunked", ",chunked", "chunked,", "chunked ", "chunked\t"].map(
    (coding) => `${GET}Transfer-Encoding: ${coding}\r\n\r\n1\r\na\r\n0\r\n\r\n`,
  ),
  "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
  "GET / HTTP/1.0\r\n\r\n",
  "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
  "GET / HTTP/1.0\r\nConnection: keep-alive, close\r\n\r\n",
  "GET / HTTP/1.1\r\n\r\n",
  "GET / HTTP/1.1\nHost: a\n\n",
  `${GET}\n`,
  `${GET}\rx`,
  ...[
    "1", "01", "0000000000000001", "1;a", "1;a=b", '1;a="b;\\"c"', "1;", "1;a=", "1;;a", "1; a", "1 ", " 1", "+1", "-1",
    "0x1", "", "g", "ffffffffffffffffff", "1\n", "1\r", "2",
  ].map((line) => `${CHUNKED}${line}\r\na\r\n0\r\n\r\n`), // prettier-ignore
  ...[
    "X: a",
    "X",
    "X: a\r b",
    "Content-Length: 1",
    "Transfer-Encoding: chunked",
    "Transfer-Encoding:",
    "Host: b",
    " X: a",
    "Connection: close",
  ].map((trailer) => `${CHUNKED}0\r\n${trailer}\r\n\r\n`),
  ...["1\r\nab\r\n0\r\n\r\n", "1\na\n0\n\n", "1\r\na\n0\r\n\r\n", "0\r\n\n", "0\r\n\rx"].map((body) => CHUNKED + body),
];

const used = new Map<string, number>();
const counted = { read: 0, refused: 0 };

test("what is known to divide parsers is read, or refused, as by node:http, but for what the list says", async () => {
  for (const text of known) {
    for (const stream of [`${text}${NEXT}`, text]) await compare(stream, [Buffer.from(stream, "latin1")]);
    await compare(
      text,
      [...Buffer.from(text, "latin1")].map((byte) => Buffer.of(byte)),
    );
  }
  // No rule stands there in vain; later parsers of Node share some of them.
  if (process.versions.node.startsWith("20.")) expect([...used.keys()].sort()).toEqual(Object.keys(stricter).sort());
});

test(`the same requests are found as by node:http, and the same is refused (${STREAMS} streams)`, async () => {
  counted.read = counted.refused = 0;
  for (let from = 0; from < STREAMS; from += TOGETHER) {
    const seeds = Array.from({ length: TOGETHER }, (_, at) => SEED * 1_000_000 + from + at);
    await Promise.all(
      seeds.map((seed) => {
        const draw = draws(seed);
        const text = mutatedStream(draw);
        return compare(text, pieces(text, draw));
      }),
    );
  }
  // It looked at something: most streams hold requests, many are refused.
  expect(counted.read).toBeGreaterThan(STREAMS / 2);
  expect(counted.refused).toBeGreaterThan(STREAMS / 4);
}, 600_000);

async function compare(text: string, stream: readonly Buffer[]): Promise<void> {
  const [ours, theirs] = await Promise.all([readByFront(stream), node.read(stream)]);
  counted.read += ours.requests.length;
  if (ours.refused !== undefined) counted.refused++;
  const rule = difference(ours, theirs, text);
  if (rule === undefined) return;
  if (rule in stricter) used.set(rule, (used.get(rule) ?? 0) + 1);
  else expect({ rule, text, ours, theirs }).toBeUndefined();
}

/** Undefined where both say the same; the rule by which they need not; or what is wrong. */
function difference(ours: Reading, theirs: Reading, text: string): string | undefined {
  const shared = Math.min(ours.requests.length, theirs.requests.length);
  for (let at = 0; at < shared; at++) {
    const { version: _version, ...their } = theirs.requests[at] as ReadRequest;
    if (!sameRequest(ours.requests[at] as ReadRequest, their)) return `request ${at} differs`;
  }
  const isSame = ours.requests.length === theirs.requests.length && !ours.refused === !theirs.refused;
  if (isSame || ours.refused === "HEAD") return undefined;
  if (ours.requests.length > theirs.requests.length) return "more requests than node:http finds";
  const refusal = { why: ours.refused ?? "", next: theirs.requests[shared], last: ours.requests.at(-1), text };
  return (
    Object.keys(stricter).find((rule) => stricter[rule]?.(refusal)) ??
    (ours.refused === undefined ? "refused by node:http only" : "refused here only")
  );
}

function sameRequest(ours: ReadRequest, theirs: ReadRequest): boolean {
  return JSON.stringify(plain(ours)) === JSON.stringify(plain(theirs));
}

/** `__proto__` is a header like others here, and none for node:http. */
function plain({ method, url, headers, body }: ReadRequest): unknown[] {
  return [method, url, Object.entries(headers).filter(([name]) => name !== "__proto__"), body];
}
