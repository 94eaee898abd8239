/**
 * Every line of docs/limits.md at its edge: at the limit accepted, one over refused, in Elasticsearch's words where it
 * has the limit too.
 */
import { existsSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, type ServerProcess, startServer } from "./server-process.ts";

const MB = 1024 * 1024;

let server: ServerProcess;
/** A server that may take little memory: 64 MB. */
let small: ServerProcess;

const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> =>
  server.call(method, path, body, headers);
const search = (body: unknown, parameters = ""): Promise<Answer> => call("POST", `/i/_search${parameters}`, body);

beforeAll(async () => {
  [server, small] = await Promise.all([startServer(), startServer(["--memory", "64mb"])]);
  for (const each of [server, small]) {
    await each.call("PUT", "/i", {
      settings: { number_of_replicas: 0 },
      mappings: {
        properties: { k: { type: "keyword" }, n: { type: "integer" }, off: { type: "object", enabled: false } },
      },
    });
    await each.call("POST", "/i/_doc/1?refresh=true", { k: "a", n: 1 });
  }
});

/**
 * What a refused request answers: status, type of the error, and a text that stands in the reason of its root cause.
 */
type Refusal = readonly [status: number, type: string, reason: string];

const inShards = (reason: string): Refusal => [400, "search_phase_execution_exception", reason];

/** One line of the table. */
interface Edge {
  /** As in the first column. */
  readonly what: string;
  at(): Promise<Answer>;
  over(): Promise<Answer>;
  readonly refusal: Refusal;
}

const objects = (depth: number): string => '{"a":'.repeat(depth) + "1" + "}".repeat(depth);

function nested(depth: number, wrap: (inner: object) => object, innermost: object): object {
  let body = innermost;
  for (let level = 0; level < depth; level++) body = wrap(body);
  return body;
}

const bools = (depth: number): object => ({
  query: nested(depth, (inner) => ({ bool: { must: [inner] } }), { match_all: {} }),
});
const filters = (depth: number): object =>
  nested(depth, (inner) => ({ aggs: { a: { filter: { match_all: {} }, ...inner } } }), {});
const many = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, number) => make(number));
const clauses = (count: number): object => ({
  query: { bool: { should: many(count, (number) => ({ term: { k: `v${number}` } })) } },
});
const fields = (count: number): object => ({
  properties: Object.fromEntries(many(count, (number) => [`f${number}`, { type: "keyword" }])),
});
const deep = (depth: number): object =>
  nested(depth - 1, (inner) => ({ properties: { o: inner } }), { properties: { o: { type: "keyword" } } });
const buckets = (count: number): object => ({
  size: 0,
  aggs: { a: { histogram: { field: "n", interval: 1, extended_bounds: { min: 1, max: count } } } },
});

/** A body of exactly so many bytes. */
function bodyOf(bytes: number): string {
  const body = `{"index.refresh_interval":"1s"}`;
  return body + " ".repeat(bytes - body.length);
}

/** What the server says to a head of so many bytes, with nothing behind it. */
async function headOf(bytes: number, request = "GET / HTTP/1.1"): Promise<Answer> {
  const { hostname, port } = new URL(server.url);
  const start = `${request}\r\nHost: x\r\nConnection: close\r\nX-Long: `;
  const text = await new Promise<string>((resolve, reject) => {
    let received = "";
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${start}${"y".repeat(bytes - start.length - 4)}\r\n\r\n`),
    );
    socket.on("data", (piece) => (received += piece.toString()));
    socket.on("end", () => resolve(received));
    socket.on("error", reject);
  });
  const body = text.slice(text.indexOf("\r\n\r\n") + 4);
  return {
    status: Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1]),
    headers: new Headers(),
    text,
    body: body === "" ? undefined : JSON.parse(body),
  };
}

const created = (name: string, body: object): Promise<Answer> =>
  call("PUT", `/${name}`, { settings: { number_of_replicas: 0 }, ...body });

const edges: readonly Edge[] = [
  {
    what: "body of a request, as sent",
    at: () => call("PUT", "/i/_settings", bodyOf(100 * MB)),
    // Refused by its announcement: nobody waits for the bytes.
    over: () =>
      headOf(200, `PUT /i/_settings HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: ${100 * MB + 1}`),
    refusal: [
      413,
      "content_too_long_exception",
      "entity content is too long [104857601] for the configured buffer limit [104857600]",
    ],
  },
  {
    what: "body of a request, after gunzip",
    at: () => call("PUT", "/i/_settings", gzipSync(bodyOf(100 * MB)), { "content-encoding": "gzip" }),
    over: () => call("PUT", "/i/_settings", gzipSync(bodyOf(100 * MB + 1)), { "content-encoding": "gzip" }),
    refusal: [413, "content_too_long_exception", "for the configured buffer limit [104857600]"],
  },
  {
    what: "request line and headers",
    at: () => headOf(16 * 1024 - 64),
    over: () => headOf(16 * 1024 + 64),
    refusal: [400, "too_long_http_header_exception", "HTTP header is larger than the limit"],
  },
  {
    what: "nesting of JSON",
    at: () => call("PUT", "/i/_doc/2", `{"off":${objects(999)}}`),
    over: () => call("PUT", "/i/_doc/2", `{"off":${objects(1000)}}`),
    refusal: [400, "document_parsing_exception", "Document nesting depth (1001) exceeds the maximum allowed (1000"],
  },
  {
    what: "nesting of queries",
    at: () => search(bools(29)),
    over: () => search(bools(30)),
    refusal: [400, "x_content_parse_exception", "[bool] failed to parse field [must]"],
  },
  {
    what: "nesting of aggregations",
    at: () => search(filters(64)),
    over: () => search(filters(65)),
    refusal: [400, "illegal_argument_exception", "64"],
  },
  {
    what: "clauses of a query",
    at: () => search(clauses(16_384)),
    over: () => search(clauses(16_385)),
    refusal: inShards("failed to create query: maxClauseCount is set to 16384"),
  },
  {
    what: "terms of a terms query",
    at: () => search({ query: { terms: { k: many(65_536, String) } } }),
    over: () => search({ query: { terms: { k: many(65_537, String) } } }),
    refusal: inShards(
      "The number of terms [65537] used in the Terms Query request has exceeded the allowed maximum of [65536].",
    ),
  },
  {
    what: "length of a regular expression",
    at: () => search({ query: { regexp: { k: "a".repeat(1000) } } }),
    over: () => search({ query: { regexp: { k: "a".repeat(1001) } } }),
    refusal: inShards(
      "The length of regex [1001] used in the Regexp Query request has exceeded the allowed maximum of [1000].",
    ),
  },
  {
    what: "length of a prefix",
    at: () => search({ query: { prefix: { k: "a".repeat(1000) } } }),
    over: () => search({ query: { prefix: { k: "a".repeat(1001) } } }),
    refusal: inShards(
      "The length of prefix [1001] used in the Prefix Query request has exceeded the allowed maximum of [1000].",
    ),
  },
  {
    what: "length of `include` and `exclude`",
    at: () => search({ aggs: { a: { terms: { field: "k", include: "a".repeat(1000) } } } }),
    over: () => search({ aggs: { a: { terms: { field: "k", include: "a".repeat(1001) } } } }),
    refusal: inShards("The length of regex [1001] used in the request has exceeded the allowed maximum of [1000]."),
  },
  {
    what: "work of an automaton",
    at: () => search({ query: { wildcard: { k: "*?".repeat(315) } } }),
    over: () => search({ query: { wildcard: { k: "*?".repeat(316) } } }),
    refusal: inShards(
      "failed to create query: Determinizing automaton with 948 states and 1578 transitions would require more than 10000 effort.",
    ),
  },
  {
    what: "tokens of `_analyze`",
    at: () => call("POST", "/i/_analyze", { text: "a ".repeat(10_000) }),
    over: () => call("POST", "/i/_analyze", { text: "a ".repeat(10_001) }),
    refusal: [
      400,
      "status_exception",
      "The number of tokens produced by calling _analyze has exceeded the allowed maximum of [10000].",
    ],
  },
  {
    what: "`from` + `size`",
    at: () => search({ from: 9990, size: 10 }),
    over: () => search({ from: 9991, size: 10 }),
    refusal: inShards(
      "Result window is too large, from + size must be less than or equal to: [10000] but was [10001].",
    ),
  },
  {
    what: "docvalue_fields of a search",
    at: () => call("POST", "/wide/_search", { docvalue_fields: many(100, (number) => `f${number}`) }),
    over: () => call("POST", "/wide/_search", { docvalue_fields: many(101, (number) => `f${number}`) }),
    refusal: inShards(
      "Trying to retrieve too many docvalue_fields. Must be less than or equal to: [100] but was [101].",
    ),
  },
  {
    what: "buckets of a response",
    at: () => search(buckets(65_536)),
    over: () => search(buckets(65_537)),
    refusal: [400, "search_phase_execution_exception", ""],
  },
  {
    what: "text analysed for highlighting",
    at: () => highlighted(1_000_000),
    over: () => highlighted(1_000_001),
    refusal: inShards("The length [1000001] of field [text] in doc["),
  },
  {
    what: "fields of an index",
    at: () => created("wide", { mappings: fields(1000) }),
    over: () => created("wider", { mappings: fields(1001) }),
    refusal: [400, "illegal_argument_exception", "Limit of total fields [1000] has been exceeded"],
  },
  {
    what: "depth of a mapping",
    at: () => created("deep", { mappings: deep(20) }),
    over: () => created("deeper", { mappings: deep(21) }),
    refusal: [
      400,
      "illegal_argument_exception",
      `Limit of mapping depth [20] has been exceeded due to object field [${many(20, () => "o").join(".")}]`,
    ],
  },
  {
    what: "length of a field name",
    at: () => named(50),
    over: () => named(51),
    refusal: [
      400,
      "illegal_argument_exception",
      `Field name [${"f".repeat(51)}] is longer than the limit of [50] characters`,
    ],
  },
  {
    what: "bytes of an `_id`",
    at: () => call("PUT", `/i/_doc/${encodeURIComponent("é".repeat(256))}`, {}),
    over: () => call("PUT", `/i/_doc/${encodeURIComponent("é".repeat(256))}x`, {}),
    refusal: [
      400,
      "action_request_validation_exception",
      "is too long, must be no longer than 512 bytes but was: 513;",
    ],
  },
  {
    what: "bytes of a term",
    at: () => call("PUT", "/i/_doc/3", { k: "x".repeat(32_766) }),
    over: () => call("PUT", "/i/_doc/3", { k: "x".repeat(32_767) }),
    refusal: [
      400,
      "document_parsing_exception",
      "failed to parse field [k] of type [keyword] in document with id '3'.",
    ],
  },
  {
    what: "bytes of an index name",
    at: () => created("n".repeat(255), {}),
    over: () => created("n".repeat(256), {}),
    refusal: [400, "invalid_index_name_exception", "index name is too long, (256 > 255)"],
  },
  {
    // So many shards are not opened here: with 1,024 the request gets as far as to the wrong mapping.
    what: "shards of an index",
    at: async () => {
      const answer = await created("split", {
        settings: { number_of_shards: 1024 },
        mappings: { properties: { x: { type: "wrong" } } },
      });
      expect(answer.body.error.type).toBe("mapper_parsing_exception");
      return { ...answer, status: 200 };
    },
    over: () => created("split", { settings: { number_of_shards: 1025 } }),
    refusal: [
      400,
      "illegal_argument_exception",
      "Failed to parse value [1025] for setting [index.number_of_shards] must be <= 1024",
    ],
  },
  {
    // A tenth of 64 MB.
    what: "bytes of writes under way",
    at: () => small.call("POST", "/i/_bulk", bulkOf(6_710_886)),
    over: () => small.call("POST", "/i/_bulk", bulkOf(6_710_887)),
    refusal: [
      429,
      "es_rejected_execution_exception",
      "rejected execution of coordinating operation [coordinating_and_primary_bytes=0, replica_bytes=0, all_bytes=0, coordinating_operation_bytes=6710887, max_coordinating_bytes=6710886]",
    ],
  },
  {
    // Each byte counts twice.
    what: "memory of bodies under way",
    at: () =>
      withSettings({ "indices.breaker.total.limit": "100%" }, () =>
        small.call("POST", "/i/_search", bodyOfSearch(32 * MB)),
      ),
    over: () =>
      withSettings({ "indices.breaker.total.limit": "100%" }, () =>
        small.call("POST", "/i/_search", bodyOfSearch(32 * MB + 1)),
      ),
    refusal: [
      429,
      "circuit_breaking_exception",
      "[inflight_requests] Data too large, data for [<http_request>] would be [67108866/64mb], which is larger than the limit of [67108864/64mb]",
    ],
  },
  {
    what: "memory of all searches",
    at: () =>
      withSettings({ "indices.breaker.request.limit": "48kb" }, () => small.call("POST", "/i/_search", cardinality(1))),
    over: () =>
      withSettings({ "indices.breaker.request.limit": "47kb" }, () => small.call("POST", "/i/_search", cardinality(1))),
    refusal: [
      429,
      "search_phase_execution_exception",
      "[request] Data too large, data for [<reused_arrays>] would be [49152/48kb], which is larger than the limit of [48128/47kb]",
    ],
  },
  {
    what: "memory of all requests together",
    at: () =>
      withSettings({ "indices.breaker.total.limit": "1mb" }, () =>
        small.call("POST", "/i/_search", bodyOfSearch(512 * 1024)),
      ),
    over: () =>
      withSettings({ "indices.breaker.total.limit": "1mb" }, () =>
        small.call("POST", "/i/_search", bodyOfSearch(512 * 1024 + 1)),
      ),
    refusal: [
      429,
      "circuit_breaking_exception",
      "[parent] Data too large, data for [<http_request>] would be [1048578/1mb], which is larger than the limit of [1048576/1mb], real usage: [0/0b], new bytes reserved: [1048578/1mb], usages [inflight_requests=1048578/1mb, request=0/0b, fielddata=0/0b]",
    ],
  },
];

async function highlighted(length: number): Promise<Answer> {
  await call("PUT", "/texts/_doc/1?refresh=true", { text: "fox ".repeat(length / 4) + "x".repeat(length % 4) });
  return call("POST", "/texts/_search", {
    _source: false,
    query: { match: { text: "fox" } },
    highlight: { fields: { text: { type: "plain" } } },
  });
}

async function named(length: number): Promise<Answer> {
  await created("named", { settings: { "index.mapping.field_name_length.limit": 50 } });
  return call("PUT", "/named/_mapping", { properties: { ["f".repeat(length)]: { type: "keyword" } } });
}

function bulkOf(bytes: number): string {
  const line = (length: number): string => `{"index":{}}\n{"off":"${"y".repeat(length - 24)}"}\n`;
  return line(3 * MB) + line(bytes - 3 * MB);
}

function bodyOfSearch(bytes: number): string {
  const body = `{"size":0}`;
  return body + " ".repeat(bytes - body.length);
}

const cardinality = (size: number): object => ({
  size: 0,
  aggs: { a: { terms: { field: "n", size }, aggs: { b: { cardinality: { field: "k" } } } } },
});

async function withSettings(settings: Record<string, string>, run: () => Promise<Answer>): Promise<Answer> {
  await small.call("PUT", "/_cluster/settings", { transient: settings });
  try {
    return await run();
  } finally {
    await small.call("PUT", "/_cluster/settings", {
      transient: Object.fromEntries(Object.keys(settings).map((name) => [name, null])),
    });
  }
}

describe("at each limit", () => {
  test.each([...edges].sort((one, other) => order(one) - order(other)).map((edge) => [edge.what, edge] as const))(
    "%s",
    async (_, { at, over, refusal }) => {
      const accepted = await at();
      expect([
        accepted.status < 300,
        accepted.body?.errors ?? false,
        accepted.status < 300 ? "" : accepted.text.slice(0, 500),
      ]).toEqual([true, false, ""]);
      const [status, type, reason] = refusal;
      const refused = await over();
      expect([refused.status, refused.body?.error?.type]).toEqual([status, type]);
      const [root] = refused.body.error.root_cause;
      expect(root?.reason ?? refused.body.error.reason).toContain(reason);
    },
  );
});

/** The index with many fields is made by its own limit. */
function order({ what }: Edge): number {
  return what === "fields of an index" ? 0 : 1;
}

test("too many buckets are told as in Elasticsearch", async () => {
  const { body } = await search(buckets(65_537));
  expect(body.error).toEqual({
    root_cause: [],
    type: "search_phase_execution_exception",
    reason: "",
    phase: "fetch",
    grouped: true,
    failed_shards: [],
    caused_by: {
      type: "too_many_buckets_exception",
      reason:
        "Trying to create too many buckets. Must be less than or equal to: [65536] but this number of buckets was exceeded. This limit can be set by changing the [search.max_buckets] cluster level setting.",
      max_buckets: 65_536,
    },
  });
});

describe("the page", () => {
  const page = readFileSync(fileURLToPath(new URL("../docs/limits.md", import.meta.url)), "utf8");
  const rows = page.split("\n").flatMap((line) => {
    const cells = /^\| (.*) \|$/.exec(line)?.[1]?.split(" | ") ?? [];
    return cells.length < 4 || cells[0] === "what" || /^-+$/.test(cells[0] ?? "")
      ? []
      : [{ what: cells[0] ?? "", tested: cells.at(-1) ?? "" }];
  });

  test("has a line for each edge, and an edge or the file of its test for each line", () => {
    expect(rows.length).toBeGreaterThan(20);
    const here = rows.filter(({ tested }) => tested === "here").map(({ what }) => what);
    expect(here.toSorted()).toEqual(edges.map(({ what }) => what).toSorted());
    const elsewhere = rows.filter(({ tested }) => tested !== "here").map(({ tested }) => tested.replaceAll("`", ""));
    expect(elsewhere.filter((path) => !existsSync(fileURLToPath(new URL(`../${path}`, import.meta.url))))).toEqual([]);
  });
});
