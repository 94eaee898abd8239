import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { gunzipSync, gzipSync } from "node:zlib";
import { encode as encodeCbor } from "cborg";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RequestError } from "../../compat/errors.ts";
import { encodeSmile } from "../../core/smile-encoder.ts";
import { neededRights } from "../../security/authorizer.ts";
import type { Principal } from "../../security/principal.ts";
import type { HttpRequest, HttpResponse } from "../exchange.ts";
import { type HttpServer, startHttpServer } from "./http-server.ts";
import { RequestCounts } from "../request-counts.ts";
import { ElasticsearchDialect, type HandledOperation } from "../elasticsearch-dialect.ts";
import { pipelineOf } from "../../testing/http/pipeline.ts";

const LIMIT_BYTES = 10_000;

const somebody: Principal = {
  username: "somebody",
  userId: 1,
  superuser: true,
  roles: [],
  authentication: "off",
  credentialId: undefined,
  clusterPrivileges: ["all"],
  indices: { all: true, user: "somebody", rules: [] },
  applications: [],
  runAs: [],
  permissions: [],
  email: "",
  fullName: "",
};

let waiting: Promise<void> | undefined;

function operation(
  name: string,
  handle: (request: HttpRequest) => HttpResponse | Promise<HttpResponse>,
): HandledOperation {
  const rights = neededRights({ name, actions: [] });
  const deprecated = name === "cluster.health" ? { local: null } : undefined;
  const { action } = rights;
  const traits = { action, cancellable: false, isAlwaysServed: false, isAudited: false, rights, deprecated };
  return { name, ...traits, handle: async (request) => handle(request) };
}

const operations: readonly HandledOperation[] = [
  operation("search", async (request) => ({
    status: 200,
    body: { parameters: request.parameters, json: await request.json() },
  })),
  operation("get", (request) => ({
    status: 200,
    body: { _index: request.parameters["index"], _id: request.parameters["id"], found: true, __proto: null },
  })),
  operation("exists", () => ({ status: 404, text: "" })),
  operation("bulk", async (request) => {
    let length = 0;
    for await (const chunk of request.chunks()) length += chunk.length;
    return { status: 200, body: { length } };
  }),
  operation("cluster.health", (request) => {
    request.warn('old "thing"');
    return { status: 200, body: { status: "green", path: "x".repeat(Number(request.parameters["timeout"] ?? 1)) } };
  }),
  operation("cluster.stats", () => {
    throw new TypeError("a secret at /home/somewhere");
  }),
  operation("cluster.state", async (request) => {
    waiting = new Promise((resolve) => request.onGone(resolve));
    await waiting;
    return { status: 200, body: {} };
  }),
  operation("info", () => ({ status: 200, body: { tagline: "You Know, for Search" } })),
  operation("ping", () => ({ status: 200, text: "" })),
  operation("cat.count", () => ({
    status: 200,
    table: {
      columns: [
        { name: "epoch", aliases: ["t"], help: "seconds", shown: true },
        { name: "count", aliases: ["dc"], help: "documents", shown: true, right: true },
      ],
      rows: [
        [1, 22],
        [333, 4],
      ],
    },
  })),
];

const logged: string[] = [];
let server: HttpServer;

beforeAll(async () => {
  const root = new ElasticsearchDialect({
    operations,
    maxContentLengthBytes: LIMIT_BYTES,
    counts: new RequestCounts(),
    authorize: ({ head }, rights) => {
      if (head.headers["authorization"] === "no") {
        const details = { header: { "WWW-Authenticate": ['Basic realm="security"'] } };
        throw new RequestError(401, "security_exception", `who asks for [${rights?.action}]?`, { details });
      }
      return somebody;
    },
    log: (_, message) => logged.push(message),
  });
  server = await startHttpServer(pipelineOf(root), { host: "127.0.0.1", port: 0 }, { maxHeaderBytes: 8192 });
});

afterAll(() => server.close(100));

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  text: string;
  json(): unknown;
}

function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Uint8Array | string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length =
      body === undefined || headers["transfer-encoding"] ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const request = httpRequest(
      { host: "127.0.0.1", port: server.port, method, path, headers: { ...length, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const bytes = Buffer.concat(chunks);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            text: bytes.toString(),
            json: () => JSON.parse(bytes.toString()),
          });
        });
        response.on("error", reject);
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

const JSON_TYPE = { "content-type": "application/json" };

test("an operation is found by path and method, and gets decoded parameters", async () => {
  const answer = await ask("GET", "/%3Clogs-%7Bnow%2Fd%7D%3E/_doc/a%2Fb+c%25?routing=x+y%26z&realtime");
  expect(answer.json()).toMatchObject({ _index: "<logs-{now/d}>", _id: "a/b+c%" });
  expect(answer.headers["x-elastic-product"]).toBe("Elasticsearch");
  const search = await ask("GET", "/_search?q=a%20b+c&preference=");
  expect(search.json()).toEqual({ parameters: { q: "a b c", preference: "" } });
});

test.each([
  ["GET", "/foo/bar", 400, { error: "no handler found for uri [/foo/bar] and method [GET]" }],
  ["POST", "/_pit?x", 400, { error: "no handler found for uri [/_pit?x] and method [POST]" }],
  [
    "PUT",
    "/_cluster/health",
    405,
    { error: "Incorrect HTTP method for uri [/_cluster/health] and method [PUT], allowed: [GET]", status: 405 },
  ],
  [
    "DELETE",
    "/_search",
    405,
    { error: "Incorrect HTTP method for uri [/_search] and method [DELETE], allowed: [GET, POST]", status: 405 },
  ],
])("%s %s is refused with %i as Elasticsearch does", async (method, path, status, body) => {
  const answer = await ask(method, path);
  expect(answer.status).toBe(status);
  expect(answer.json()).toEqual(body);
  if (status === 405)
    expect(answer.headers["allow"]).toBe(/allowed: \[(.*)\]/.exec(body.error)?.[1]?.replaceAll(", ", ","));
});

test("OPTIONS names the methods and has no body", async () => {
  const answer = await ask("OPTIONS", "/_search");
  expect([answer.status, answer.headers["allow"], answer.text]).toEqual([200, "GET,POST", ""]);
});

test("HEAD answers without a body, with the length it would have", async () => {
  const root = await ask("HEAD", "/");
  expect([root.status, root.text]).toEqual([200, ""]);
  expect((await ask("HEAD", "/i/_doc/1")).status).toBe(404);
});

test("unknown parameters are named with the nearest known one", async () => {
  const reason = async (path: string): Promise<unknown> =>
    ((await ask("GET", path)).json() as { error?: { reason?: string } }).error?.reason;
  expect(await reason("/_cluster/health?levl=1")).toBe(
    "request [/_cluster/health] contains unrecognized parameter: [levl] -> did you mean [level]?",
  );
  expect(await reason("/_cluster/health?zzzz=1&aaaa=2")).toBe(
    "request [/_cluster/health] contains unrecognized parameters: [aaaa], [zzzz]",
  );
  expect(await reason("/_cluster/health?pretty=x")).toBe(
    "Failed to parse value [x] as only [true] or [false] are allowed.",
  );
  expect(await reason("/_search?__proto__=1")).toContain("[__proto__]");
});

test.each([
  ["/%zz/_search", "illegal_argument_exception", "invalid escape sequence `%zz' at index 1 of: /%zz/_search"],
  [
    "/_search?q=%zz",
    "bad_parameter_exception",
    "java.lang.IllegalArgumentException: invalid escape sequence `%zz' at index 0 of: %zz",
  ],
  [
    "/_search?q=%",
    "bad_parameter_exception",
    "java.lang.IllegalArgumentException: unterminated escape sequence at end of string: %",
  ],
])("%s is a 400 of type %s", async (path, type, reason) => {
  const answer = await ask("GET", path);
  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({ error: { type, reason, root_cause: [{ type, reason }] }, status: 400 });
});

test("bodies are read in every media type, and the answer has the one that is asked for", async () => {
  const query = { size: 9007199254740993n, query: { match_all: {} } };
  const bodies: [string, Uint8Array | string][] = [
    ["application/json", '{"size":9007199254740993,"query":{"match_all":{}}}'],
    ["application/vnd.elasticsearch+json", '{"size":9007199254740993,"query":{"match_all":{}}}'],
    ["application/x-ndjson; charset=utf-8", '{"size":9007199254740993,"query":{"match_all":{}}}'],
    ["application/yaml", "size: 9007199254740993\nquery:\n  match_all: {}\n"],
    ["application/cbor", encodeCbor(query)],
    ["application/smile", encodeSmile(query)],
  ];
  for (const [type, body] of bodies) {
    const answer = await ask("POST", "/_search", { "content-type": type, accept: "application/json" }, body);
    expect([type, answer.status, answer.text]).toEqual([
      type,
      200,
      '{"parameters":{},"json":{"size":9007199254740993,"query":{"match_all":{}}}}',
    ]);
  }
});

test("the answer's media type follows format, Accept and Content-Type", async () => {
  const typeOf = async (path: string, headers: Record<string, string> = {}): Promise<unknown> =>
    (await ask("GET", path, headers)).headers["content-type"];
  for (const version of [7, 8, 9]) {
    const type = `application/vnd.elasticsearch+json;compatible-with=${version}`;
    expect(await typeOf("/_cluster/health", { accept: type.replace(";", "; ") })).toBe(type);
  }
  expect(await typeOf("/_cluster/health", { accept: "application/json, text/plain, */*" })).toBe("application/json");
  expect(await typeOf("/_cluster/health", { accept: "application/yaml" })).toBe("application/yaml");
  expect(await typeOf("/_cluster/health?format=CBOR", { accept: "application/yaml" })).toBe("application/cbor");
  expect(await typeOf("/_cat/count")).toBe("text/plain; charset=UTF-8");
  expect(await typeOf("/_cat/count?format=yaml")).toBe("application/yaml");
  expect(await typeOf("/_cat/count", { accept: "*/*" })).toBe("text/plain; charset=UTF-8");
  expect(await typeOf("/_cat/count", { accept: "application/json" })).toBe("application/json");
  expect(
    (await ask("POST", "/_search", { "content-type": "application/yaml" }, "size: 1")).headers["content-type"],
  ).toBe("application/yaml");
});

test.each([
  [{ accept: "a/b/c" }, 400, "media_type_header_exception"],
  [{ accept: "application/vnd.elasticsearch+json;compatible-with=6" }, 400, "media_type_header_exception"],
  [{ "content-type": "foo" }, 400, "media_type_header_exception"],
  [{ "content-type": "application/vnd.elasticsearch+json;compatible-with=8" }, 400, "media_type_header_exception"],
  [
    { "content-type": "application/json", accept: "application/vnd.elasticsearch+json;compatible-with=7" },
    400,
    "media_type_header_exception",
  ],
  [
    {
      "content-type": "application/vnd.elasticsearch+json;compatible-with=7",
      accept: "application/vnd.elasticsearch+json;compatible-with=8",
    },
    400,
    "media_type_header_exception",
  ],
])("headers %j are refused with %i", async (headers, status, type) => {
  const answer = await ask("POST", "/_search", headers, "{}");
  expect([answer.status, (answer.json() as { error: { type: string } }).error.type]).toEqual([status, type]);
});

test("without a body, the version of a content type says nothing, as clients of version 9 expect", async () => {
  const type = "application/vnd.elasticsearch+json; compatible-with=9";
  expect((await ask("GET", "/_cluster/health", { "content-type": type, accept: `${type},text/plain` })).status).toBe(
    200,
  );
  const answer = await ask("GET", "/_cluster/health", { "content-type": type });
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, "application/vnd.elasticsearch+json"]);
  expect((await ask("GET", "/_cluster/health", { "content-type": "foo" })).status).toBe(400);
});

test("a body needs a supported content type, and an operation that takes one", async () => {
  expect((await ask("POST", "/_search", {}, "{}")).json()).toEqual({
    error: "Content-Type header is missing",
    status: 406,
  });
  expect((await ask("POST", "/_search", { "content-type": "text/plain" }, "{}")).json()).toEqual({
    error: "Content-Type header [text/plain] is not supported",
    status: 406,
  });
  const answer = await ask("GET", "/_cluster/health", JSON_TYPE, "{}");
  expect(answer.json()).toMatchObject({
    error: { reason: "request [GET /_cluster/health] does not support having a body" },
    status: 400,
  });
});

test("a body may come as the parameter source", async () => {
  expect(
    (await ask("GET", "/_search?source=%7B%22size%22:1%7D&source_content_type=application/json")).json(),
  ).toMatchObject({ json: { size: 1 } });
  expect((await ask("GET", "/_search?source=%7B%7D")).json()).toMatchObject({
    error: { type: "validation_exception" },
  });
});

test("a broken body is a 400 that says where", async () => {
  for (const [type, body] of [
    ["application/json", '{"a":'],
    ["application/yaml", "a: [1"],
    ["application/cbor", "\xff\xff"],
    ["application/smile", "x"],
  ] as const) {
    const answer = await ask("POST", "/_search", { "content-type": type, accept: "application/json" }, body);
    expect([type, answer.status]).toEqual([type, 400]);
    expect((answer.json() as { error: { type: string } }).error.type).toMatch(/^x_content_/);
  }
});

test("gzip works both ways", async () => {
  const sent = await ask("POST", "/_search", { ...JSON_TYPE, "content-encoding": "gzip" }, gzipSync('{"size":3}'));
  expect(sent.json()).toMatchObject({ json: { size: 3 } });
  const received = await ask("GET", "/_cluster/health?timeout=5000", { "accept-encoding": "gzip, deflate" });
  expect(received.headers["content-encoding"]).toBe("gzip");
  expect(JSON.parse(gunzipSync(received.bytes).toString()).path.length).toBe(5000);
  expect(
    (await ask("GET", "/_cluster/health?timeout=5000", { "accept-encoding": "gzip;q=0" })).headers["content-encoding"],
  ).toBeUndefined();
  const broken = await ask("POST", "/_search", { ...JSON_TYPE, "content-encoding": "gzip" }, "no gzip at all");
  expect(broken.status).toBe(400);
  expect((await ask("POST", "/_search", { ...JSON_TYPE, "content-encoding": "br" }, "x")).status).toBe(415);
});

test("the content length has a limit, as sent, chunked and inflated", async () => {
  const ndjson = { "content-type": "application/x-ndjson" };
  const at = (length: number): string => "x".repeat(length);
  expect((await ask("POST", "/_bulk", ndjson, at(LIMIT_BYTES))).json()).toEqual({ length: LIMIT_BYTES });
  expect((await ask("POST", "/_bulk", ndjson, at(LIMIT_BYTES + 1))).status).toBe(413);
  expect((await ask("POST", "/_bulk", { ...ndjson, "transfer-encoding": "chunked" }, at(LIMIT_BYTES))).json()).toEqual({
    length: LIMIT_BYTES,
  });
  expect((await ask("POST", "/_bulk", { ...ndjson, "transfer-encoding": "chunked" }, at(LIMIT_BYTES + 1))).status).toBe(
    413,
  );
  const zipped = { ...ndjson, "content-encoding": "gzip" };
  expect((await ask("POST", "/_bulk", zipped, gzipSync(at(LIMIT_BYTES)))).json()).toEqual({ length: LIMIT_BYTES });
  expect((await ask("POST", "/_bulk", zipped, gzipSync(at(LIMIT_BYTES + 1)))).status).toBe(413);
  expect(
    (await ask("POST", "/_search", { ...JSON_TYPE, "content-encoding": "gzip" }, gzipSync(at(LIMIT_BYTES * 50))))
      .status,
  ).toBe(413);
});

test("deprecations, the client's id, errors with headers, traces without frames", async () => {
  const answer = await ask("GET", "/_cluster/health?filter_path=status&pretty", { "x-opaque-id": "job-7" });
  expect(answer.text).toBe('{\n  "status" : "green"\n}\n');
  expect(answer.headers["warning"]).toMatch(/^299 Elasticsearch-8\.19\.0-[0-9a-f]{40} "old \\"thing\\""$/);
  expect(answer.headers["x-opaque-id"]).toBe("job-7");
  expect((await ask("GET", "/_search?ignore_throttled=true")).headers["warning"]).toContain(
    "[ignore_throttled] parameter is deprecated",
  );
  const denied = await ask("GET", "/nothing/here/at/all", { authorization: "no" });
  expect([denied.status, denied.headers["www-authenticate"]]).toEqual([401, 'Basic realm="security"']);
  const failed = await ask("GET", "/_cluster/stats?error_trace");
  expect(failed.status).toBe(500);
  expect(failed.text).not.toMatch(/at .*\.ts/);
  expect(logged.some((line) => line.includes("TypeError"))).toBe(true);
});

test("paths of 7.x work where they hide nothing, and first when asked for", async () => {
  expect((await ask("GET", "/i/_doc/_search")).json()).toMatchObject({ _id: "_search" });
  const older = await ask("GET", "/i/_doc/_search", { accept: "application/vnd.elasticsearch+json;compatible-with=7" });
  expect(older.json()).toMatchObject({ parameters: { index: "i" } });
  expect(older.headers["warning"]).toContain("[types removal]");
});

test("cat tables are text, or objects when asked for", async () => {
  expect((await ask("GET", "/_cat/count?v&s=count")).text).toBe("epoch count\n333       4\n1        22\n");
  expect((await ask("GET", "/_cat/count?format=json&h=dc")).json()).toEqual([{ dc: "22" }, { dc: "4" }]);
});

test("a client that goes away cancels its request", async () => {
  const socket = connect(server.port, "127.0.0.1");
  socket.write("GET /_cluster/state HTTP/1.1\r\nHost: x\r\n\r\n");
  while (!waiting) await new Promise((resolve) => setImmediate(resolve));
  const before = await Promise.race([
    waiting.then(() => "gone"),
    new Promise((resolve) => setTimeout(resolve, 20, "there")),
  ]);
  expect(before).toBe("there");
  socket.destroy();
  await waiting;
});

function sendRaw(text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(server.port, "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk.toString("latin1")));
    socket.on("error", () => resolve(answer));
    socket.on("close", () => resolve(answer));
    // Half-closed: the server answers what it has and closes.
    socket.end(text, "latin1");
  });
}

test("what the parser refuses is answered in JSON", async () => {
  const overflow = await sendRaw(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"y".repeat(9000)}\r\n\r\n`);
  expect(overflow).toContain("too_long_http_header_exception");
  const garbage = await sendRaw("NOT HTTP AT ALL\r\n\r\n");
  expect(garbage).toMatch(/^HTTP\/1\.1 400 /);
  expect(garbage).toContain('"status":400');
});

test("whatever bytes come, the server answers or closes, and goes on", async () => {
  const piece = fc.constantFrom(
    "GET ",
    "POST ",
    "/",
    "/_search",
    "?",
    "%",
    "%2f",
    "&",
    "=",
    "q",
    " HTTP/1.1",
    "\r\n",
    "Host: x",
    "Content-Length: 3",
    "Accept: ",
    "Content-Type: ",
    "application/json",
    ";",
    ",",
    "{}",
    "\0",
    "\xff",
    "..",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 25 }).map((pieces) => `${pieces.join("")}\r\n\r\n`),
      async (text) => {
        const answer = await sendRaw(text);
        expect(answer === "" || /^HTTP\/1\.1 [2-4]\d\d /.test(answer)).toBe(true);
      },
    ),
    { numRuns: 150 },
  );
  expect((await ask("GET", "/")).status).toBe(200);
});

test("any path and header get an answer of the interface", async () => {
  const part = fc.oneof(
    fc.constantFrom("_search", "_doc", "_cat", "count", "i", "..", "%2F", "%00", "*", "{x}", ":p1"),
    fc.string({ maxLength: 5 }).map(encodeURIComponent),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"),
      fc.array(part, { maxLength: 5 }),
      fc.stringMatching(/^[a-z/;=*+., "-]{0,20}$/),
      async (method, parts, accept) => {
        const answer = await ask(method, `/${parts.join("/")}`, { accept });
        expect(answer.status).toBeLessThan(500);
        expect(answer.headers["x-elastic-product"]).toBe("Elasticsearch");
      },
    ),
    { numRuns: 200 },
  );
});

test("closing lets what is under way finish, and waits for nobody else", async () => {
  let answer = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (answer = resolve));
  const root = new ElasticsearchDialect({
    operations: [operation("info", async () => waiting.then(() => ({ status: 200, body: { late: true } })))],
    authorize: () => somebody,
    counts: new RequestCounts(),
    log: () => undefined,
  });
  const closing = await startHttpServer(pipelineOf(root), { host: "127.0.0.1", port: 0 });
  const silent = connect(closing.port, closing.host);
  const busy = connect(closing.port, closing.host);
  let received = "";
  busy.on("data", (piece: Buffer) => (received += piece.toString()));
  await Promise.all([silent, busy].map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
  const gone = Promise.all([silent, busy].map((socket) => new Promise((resolve) => socket.once("close", resolve))));
  busy.write("GET / HTTP/1.1\r\nHost: here\r\n\r\n");
  await expect.poll(() => closing.openRequests).toBe(1);
  const startedMs = performance.now();
  const closed = closing.close();
  answer();
  await closed;
  await gone;
  expect(performance.now() - startedMs).toBeLessThan(5000);
  expect(received).toContain("Connection: close");
  expect(received).toContain('{"late":true}');
});
