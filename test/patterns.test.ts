/**
 * Patterns that JavaScript's own expressions would try for ever: the server goes on for everybody, and at worst the
 * request is refused.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, type ServerProcess, startServer } from "./server-process.ts";

const SOON_MS = 5_000;
const many = `${"a".repeat(40)}!`;

let server: ServerProcess;
const call = (method: string, path: string, body?: unknown): Promise<Answer> => server.call(method, path, body);

/** An answer that comes soon. */
async function soon(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${SOON_MS} ms`)), SOON_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Health, writes and searches of others. */
async function expectAlive(): Promise<void> {
  expect((await soon(call("GET", "/_cluster/health"))).status).toBe(200);
  expect((await soon(call("POST", "/other/_doc?refresh=true", { a: "b" }))).status).toBe(201);
  expect((await soon(call("POST", "/other/_search", { query: { match: { a: "b" } } }))).status).toBe(200);
}

function analyzed(index: string, analysis: object, parameters: object = {}): Promise<Answer> {
  return call("PUT", `/${index}`, {
    settings: { analysis },
    mappings: { properties: { t: { type: "text", analyzer: "x", ...parameters } } },
  });
}

beforeAll(async () => {
  server = await startServer();
  await call("PUT", "/other", { mappings: { properties: { a: { type: "text" } } } });
});

describe("dynamic templates", () => {
  test("a field's name is matched soon, whatever the pattern", async () => {
    const template = { match_pattern: "regex", match: "^(a+)+$", mapping: { type: "keyword" } };
    expect((await call("PUT", "/low-2", { mappings: { dynamic_templates: [{ x: template }] } })).status).toBe(200);
    expect((await soon(call("POST", "/low-2/_doc", { [many]: "x", aaa: "y" }))).status).toBe(201);
    const { body } = await call("GET", "/low-2/_mapping");
    expect(body["low-2"].mappings.properties).toMatchObject({ [many]: { type: "text" }, aaa: { type: "keyword" } });
    await expectAlive();
  });

  test("a document whose names cost a pattern too much is refused", async () => {
    const template = { match_pattern: "regex", match: "^(a+)+\\1b", mapping: { type: "keyword" } };
    expect((await call("PUT", "/low-3", { mappings: { dynamic_templates: [{ x: template }] } })).status).toBe(200);
    const answer = await soon(call("POST", "/low-3/_doc", { [many]: "x" }));
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(
      "Regex [^(a+)+\\\\1b] is too complex for a text of 41 characters: it needs more than 28200 steps",
    );
    await expectAlive();
  });

  test("a pattern that is none is refused in Java's words", async () => {
    const template = { match_pattern: "regex", match: "(abc", mapping: { type: "keyword" } };
    const { status, body } = await call("PUT", "/low-4", { mappings: { dynamic_templates: [{ x: template }] } });
    expect(status).toBe(400);
    expect(JSON.stringify(body.error)).toContain(JSON.stringify("Unclosed group near index 4\n(abc").slice(1, -1));
  });
});

describe("analysis", () => {
  test("documents and queries by a pattern analyzer are answered soon", async () => {
    expect((await analyzed("pat", { analyzer: { x: { type: "pattern", pattern: "(a+)+$" } } })).status).toBe(200);
    expect((await soon(call("POST", "/pat/_doc", { t: many }))).status).toBe(201);
    const queries = [1, 2, 3, 4].map(() => soon(call("POST", "/pat/_search", { query: { match: { t: many } } })));
    expect((await Promise.all(queries)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await expectAlive();
  });

  test.each([
    ["tokenizer", { tokenizer: { type: "pattern", pattern: "(a+)+$" } }],
    [
      "char filter",
      { tokenizer: "keyword", char_filter: [{ type: "pattern_replace", pattern: "(a|a)*b", replacement: "" }] },
    ],
    ["pattern_capture", { tokenizer: "keyword", filter: [{ type: "pattern_capture", patterns: ["((a*)*)*b"] }] }],
    ["pattern_replace", { tokenizer: "keyword", filter: [{ type: "pattern_replace", pattern: "(.*)*x" }] }],
    ["keyword_marker", { tokenizer: "keyword", filter: [{ type: "keyword_marker", keywords_pattern: "(\\w+\\s?)+" }] }],
  ])("_analyze with a %s is answered soon", async (_, chain) => {
    expect((await soon(call("POST", "/_analyze", { ...chain, text: many }))).status).toBe(200);
    await expectAlive();
  });

  test("a text that costs a pattern too much is refused, and no other", async () => {
    expect((await analyzed("refs", { analyzer: { x: { type: "pattern", pattern: "^(a+)+\\1b" } } })).status).toBe(200);
    const answer = await soon(call("POST", "/refs/_doc", { t: many }));
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("is too complex for a text of 41 characters: it needs more than 28200 steps");
    expect((await soon(call("POST", "/refs/_doc", { t: "aaab c" }))).status).toBe(201);
    const query = await soon(call("POST", "/refs/_search", { query: { match: { t: many } } }));
    expect(query.status).toBe(400);
    await expectAlive();
  });
});

test("a format of dates with many optional parts is read soon", async () => {
  const format = `${"[d]".repeat(40)}'x'`;
  expect((await call("PUT", "/dates", { mappings: { properties: { d: { type: "date", format } } } })).status).toBe(200);
  expect((await soon(call("POST", "/dates/_doc", { d: "1".repeat(40) }))).status).toBe(400);
  await expectAlive();
});
