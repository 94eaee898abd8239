/**
 * Mappings and documents that are too large by far are refused quickly, in Elasticsearch's words, and not by running
 * out of memory.
 */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, type ServerProcess, startServer } from "./server-process.ts";

const MB = 1024 * 1024;
const MANY = 100_000;
/** Generous: a tenth of it on an idle machine. */
const PATIENCE_MS = 20_000;
/** What requests of a few megabytes may leave behind at most. */
const GROWTH_BYTES = 500 * MB;

let server: ServerProcess;
let index = 0;

beforeAll(async () => {
  server = await startServer();
});

/** Resident memory of the server; 0 where the system does not tell. */
function residentBytes(): number {
  try {
    const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}

const many = <T>(count: number, value: T): Record<string, T> =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`f${number}`, value]));
const objects = (depth: number): string => '{"a":'.repeat(depth) + "1" + "}".repeat(depth);
const arrays = (depth: number): string => `{"a":${"[".repeat(depth)}1${"]".repeat(depth)}}`;
const dots = (levels: number): string => Array(levels).fill("a").join(".");
/** A mapping of objects within each other. */
function levels(depth: number): object {
  let body: object = { type: "long" };
  for (let level = 0; level < depth; level++) body = { properties: { o: body } };
  return body;
}
const bulk = Array.from(
  { length: 100 },
  (_, number) => `{"index":{}}\n${JSON.stringify(many(1000, number)).replaceAll('"f', `"f${number}_`)}\n`,
).join("");

interface Case {
  readonly what: string;
  readonly mapping?: object;
  readonly settings?: object;
  readonly ask: (name: string) => Promise<Answer>;
  /** Status, type and reason of the error; status alone where the request is taken. */
  readonly answer: readonly [status: number, type?: string, reason?: string | RegExp];
}

const document = (body: unknown) => (name: string) => server.call("PUT", `/${name}/_doc/1`, body);
const mapping = (body: unknown) => (name: string) => server.call("PUT", `/${name}/_mapping`, body);
const longValue = { x: "y".repeat(MB) };
const deepest = dots(20);

// Answers of Elasticsearch 8.19, but for the name with 100,000 dots, at which it stops working.
const cases: readonly Case[] = [
  {
    what: "100,000 fields in a document",
    ask: (name) => document(many(MANY, 1))(name),
    answer: [
      400,
      "document_parsing_exception",
      "[1:8900] failed to parse: Limit of total fields [1000] has been exceeded while adding new fields [1001]",
    ],
  },
  {
    what: "100,000 fields in a mapping",
    ask: (name) => mapping({ properties: many(MANY, { type: "long" }) })(name),
    answer: [400, "illegal_argument_exception", "Limit of total fields [1000] has been exceeded"],
  },
  {
    what: "a keyword of 1 MB",
    mapping: { x: { type: "keyword" } },
    ask: (name) => document(longValue)(name),
    answer: [
      400,
      "document_parsing_exception",
      /^\[1:6\] failed to parse field \[x\] of type \[keyword\] in document with id '1'\./,
    ],
  },
  {
    what: "a keyword of 1 MB that is ignored",
    mapping: { x: { type: "keyword", ignore_above: 10 } },
    ask: (name) => document(longValue)(name),
    answer: [201],
  },
  { what: "a word of 1 MB", mapping: { x: { type: "text" } }, ask: (name) => document(longValue)(name), answer: [201] },
  {
    what: "a token of 1 MB",
    mapping: { x: { type: "text", analyzer: "keyword" } },
    ask: (name) => document(longValue)(name),
    answer: [
      400,
      "illegal_argument_exception",
      /^Document contains at least one immense term in field="x" .*, original message: bytes can be at most 32766 in length; got 1048576$/,
    ],
  },
  { what: "a name of 1 MB", ask: (name) => document({ ["n".repeat(MB)]: 1 })(name), answer: [201] },
  {
    what: "100 levels of a document",
    ask: (name) => document(objects(100))(name),
    answer: [
      400,
      "document_parsing_exception",
      `[1:101] failed to parse: Limit of mapping depth [20] has been exceeded due to object field [${deepest}]`,
    ],
  },
  { what: "999 arrays within each other", ask: (name) => document(arrays(999))(name), answer: [201] },
  {
    what: "1,000 arrays within each other",
    ask: (name) => document(arrays(1000))(name),
    answer: [
      400,
      "document_parsing_exception",
      /failed to parse: Document nesting depth \(1001\) exceeds the maximum allowed \(1000, from `StreamReadConstraints\.getMaxNestingDepth\(\)`\)$/,
    ],
  },
  {
    what: "a name of 100,000 levels in a document",
    ask: (name) => document({ [dots(MANY)]: 1 })(name),
    answer: [
      400,
      "document_parsing_exception",
      /failed to parse: Limit of mapping depth \[20\] has been exceeded due to object field/,
    ],
  },
  {
    what: "a name of 100,000 levels in a mapping",
    ask: (name) => mapping({ properties: { [dots(MANY)]: { type: "long" } } })(name),
    answer: [
      400,
      "illegal_argument_exception",
      `Limit of mapping depth [20] has been exceeded due to object field [${deepest}]`,
    ],
  },
  {
    what: "100 levels of a mapping",
    ask: (name) => mapping(levels(100))(name),
    answer: [400, "mapper_parsing_exception", "Failed to parse mapping: Limit of mapping depth [20] has been exceeded"],
  },
  {
    what: "500 levels of a mapping, 1,001 of JSON",
    ask: (name) => mapping(levels(500))(name),
    answer: [
      400,
      "x_content_parse_exception",
      "Document nesting depth (1001) exceeds the maximum allowed (1000, from `StreamReadConstraints.getMaxNestingDepth()`)",
    ],
  },
  {
    what: "three dimensions where two may be",
    settings: { "index.mapping.dimension_fields.limit": 2 },
    ask: (name) => mapping({ properties: many(3, { type: "keyword", time_series_dimension: true }) })(name),
    answer: [400, "illegal_argument_exception", "Limit of total dimension fields [2] has been exceeded"],
  },
];

describe("far over the limits", () => {
  test.each(cases.map((each) => [each.what, each] as const))(
    "%s",
    async (_what, { mapping: properties = {}, settings = {}, ask, answer }) => {
      const name = `large-${index++}`;
      await server.call("PUT", `/${name}`, { settings, mappings: { properties } });
      const before = residentBytes();
      const startedMs = performance.now();
      const { status, body } = await ask(name);
      expect(performance.now() - startedMs).toBeLessThan(PATIENCE_MS);
      const [expectedStatus, type, reason] = answer;
      expect([status, body.error?.type]).toEqual([expectedStatus, type]);
      if (reason !== undefined)
        expect(body.error.reason).toEqual(typeof reason === "string" ? reason : expect.stringMatching(reason));
      expect(residentBytes() - before).toBeLessThan(GROWTH_BYTES);
      await server.call("DELETE", `/${name}`);
    },
  );

  test("a hundred documents with a thousand fields each: the first one takes all the room", async () => {
    await server.call("PUT", "/wide");
    const { body } = await server.call("POST", "/wide/_bulk", bulk, { "content-type": "application/x-ndjson" });
    const items = body.items as { index: { status: number; error?: { reason: string } } }[];
    expect(items.map((item) => item.index.status)).toEqual([201, ...Array<number>(99).fill(400)]);
    expect(items[1]?.index.error?.reason).toContain(
      "Limit of total fields [1000] has been exceeded while adding new fields [1]",
    );
    await server.call("DELETE", "/wide");
  });
});
