import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { MemoryBreakers } from "../../breakers/memory-breakers.ts";
import { systemClock } from "../../core/clock.ts";
import type { RawRequest } from "../../http/exchange.ts";
import { TaskManager } from "../../tasks/task-manager.ts";
import { pipelineOf } from "../../testing/http/pipeline.ts";
import { TestIdentity } from "../../testing/identity/identity.ts";

let t: TestIdentity;
beforeAll(async () => {
  t = await TestIdentity.open();
});

describe("credentials", () => {
  test.each([
    [null, "Authentication credentials were not provided."],
    ["Digest abc", "Unsupported authentication type"],
    ["Basic !!!", "Malformed header"],
    ["Bearer wrong", "Token invalid/expired"],
  ])("%s: %s", async (as, text) => {
    for (const path of ["core/users/", "core/users/1/", "nothing/", "core/users/me/"]) {
      const answer = await t.call("GET", path, { as });
      expect(answer).toMatchObject({ status: 401, body: { detail: text }, headers: { "WWW-Authenticate": "Bearer" } });
    }
  });

  test("a password opens it too", async () => {
    const password = t.identity.made?.password ?? "";
    const as = `Basic ${Buffer.from(`admin:${password}`).toString("base64")}`;
    expect(await t.call("GET", "core/users/me/", { as })).toMatchObject({
      status: 200,
      body: { username: "admin", is_superuser: true },
    });
  });

  test("any header is answered, and never with an internal error", async () => {
    const fresh = await TestIdentity.open();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("Bearer ", "ApiKey ", "Token ", ""),
        fc.string({ unit: "binary" }),
        async (scheme, rest) => {
          expect([401, 429]).toContain((await fresh.call("GET", "core/users/", { as: scheme + rest })).status);
        },
      ),
    );
    expect(fresh.logged.filter((line) => line.startsWith("error"))).toEqual([]);
  });
});

describe("paths", () => {
  test.each([
    "",
    "/api/v2beta",
    "/api/v2beta/",
    "core/",
    "core/users/1/none/",
    "core/users/x/",
    "core/users/0/",
    "core/users/99/",
    "core/users/%ff/",
    "core/groups/zz/",
    "core/tokens/a%20b/",
    "core//users/",
  ])("%s is not found", async (path) => {
    expect(await t.call("GET", path)).toMatchObject({ status: 404, body: { detail: "Not found." } });
  });

  test("without the final slash GET is sent on, with its query; writes are not", async () => {
    expect(await t.call("GET", "core/users?search=a%20b")).toMatchObject({
      status: 301,
      headers: { Location: "/api/v2beta/core/users/?search=a%20b" },
    });
    expect((await t.call("POST", "core/users", { body: {} })).status).toBe(404);
  });

  test("a method that is not there is 405 with those that are", async () => {
    expect(await t.call("DELETE", "core/users/")).toMatchObject({
      status: 405,
      body: { detail: 'Method "DELETE" not allowed.' },
      headers: { Allow: "GET, POST, HEAD, OPTIONS" },
    });
    expect(await t.call("POST", "core/users/1/", { body: {} })).toMatchObject({
      status: 405,
      headers: { Allow: "GET, PUT, PATCH, DELETE, HEAD, OPTIONS" },
    });
    expect((await t.call("BREW", "core/users/me/")).status).toBe(405);
  });

  test("OPTIONS tells the fields, HEAD is GET without a body", async () => {
    const options = await t.call("OPTIONS", "core/groups/");
    expect(options).toMatchObject({
      status: 200,
      headers: { Allow: "GET, POST, HEAD, OPTIONS" },
      body: { name: "Group List", actions: { POST: { name: { type: "string", required: true, maxLength: 80 } } } },
    });
    const head = await t.call("HEAD", "core/groups/");
    expect(head).toMatchObject({ status: 200, text: "" });
    expect(Number(head.headers["Content-Length"])).toBeGreaterThan(0);
    expect(head.headers["X-authentik-id"]).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe("bodies", () => {
  test.each([
    ["{", 400, /^\{"detail":"JSON parse error - /],
    ["\u0000", 400, /^\{"detail":"JSON parse error - /],
    ["[1]", 400, /^\{"non_field_errors":\["Invalid data. Expected a dictionary, but got list."\]\}$/],
    ['"x"', 400, /but got str/],
    ["null", 400, /but got NoneType/],
    ["1.5", 400, /but got float/],
    ["", 400, /^\{"username":\["This field is required."\],"name":\["This field is required."\]\}$/],
  ])("%j", async (text, status, words) => {
    const answer = await t.call("POST", "core/users/", { text });
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(words);
  });

  test("of another media type are 415", async () => {
    const answer = await t.call("POST", "core/users/", { text: "a=b", headers: { "content-type": "text/plain" } });
    expect(answer).toMatchObject({ status: 415, body: { detail: 'Unsupported media type "text/plain" in request.' } });
  });

  test("that are too long are 413", async () => {
    expect((await t.call("POST", "core/users/", { text: `{"name":"${"a".repeat(2 ** 21)}"}` })).status).toBe(413);
  });

  test("are inflated", async () => {
    const raw = {
      head: {
        method: "POST",
        url: "/api/v2beta/core/groups/",
        headers: {
          authorization: t.admin,
          "content-type": "application/json; charset=utf-8",
          "content-encoding": "gzip",
        },
      },
      clientAddress: "",
      body: gzipSync('{"name":"zipped"}'),
      onGone: () => undefined,
    };
    expect((await t.pipeline.answer(raw)).status).toBe(201);
  });
});

describe("lists", () => {
  beforeAll(async () => {
    for (let at = 1; at <= 5; at++) await t.user(`pager${at}`, { email: at === 3 ? "three@example.org" : "" });
  });
  const names = async (query: string): Promise<unknown[]> => {
    const answer = await t.call("GET", `core/users/?${query}`);
    expect(answer.status).toBe(200);
    return (answer.object["results"] as { username: string }[]).map((user) => user.username);
  };

  test("have the declared envelope and the numbers beside it", async () => {
    const answer = await t.call("GET", "core/users/?search=pager&page_size=2&page=2&ordering=-username");
    expect(answer.body).toMatchObject({
      count: 5,
      next: "http://id.example:9200/api/v2beta/core/users/?ordering=-username&page=3&page_size=2&search=pager",
      previous: "http://id.example:9200/api/v2beta/core/users/?ordering=-username&page_size=2&search=pager",
      pagination: { next: 3, previous: 1, count: 5, current: 2, total_pages: 3, start_index: 3, end_index: 4 },
      results: [{ username: "pager3" }, { username: "pager2" }],
    });
  });

  test.each([
    ["search=PAGER", ["pager1", "pager2", "pager3", "pager4", "pager5"]],
    ["search=pager,three", ["pager3"]],
    ["username=pager2", ["pager2"]],
    ["username=pager", []],
    ["email=three%40example.org", ["pager3"]],
    ["search=pager&is_active=true&page_size=1", ["pager1"]],
    ["search=pager&is_active=FALSE", []],
    ["search=pager&is_active=maybe&page_size=1", ["pager1"]],
    ["search=pager&page_size=2&page=last", ["pager5"]],
    ["search=pager&ordering=nonsense,-pk&page_size=2", ["pager5", "pager4"]],
    ["search=pager&ordering=password_hash&page_size=1", ["pager1"]],
    ["search=pager&page_size=0", ["pager1", "pager2", "pager3", "pager4", "pager5"]],
    ["search=pager&page_size=-1&page=1", ["pager1", "pager2", "pager3", "pager4", "pager5"]],
    ["search=pager&page_size=x", ["pager1", "pager2", "pager3", "pager4", "pager5"]],
    ["username=pager1&username=pager4", ["pager4"]],
  ])("%s", async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  test.each(["page=0", "page=9", "page=x", "page=-1", "page=1.5", "page=99999999999999"])(
    "%s is no page",
    async (query) => {
      expect(await t.call("GET", `core/users/?${query}`)).toMatchObject({
        status: 404,
        body: { detail: "Invalid page." },
      });
    },
  );

  test("that are empty have a first page", async () => {
    expect((await t.call("GET", "core/users/?search=nobody-at-all&page=last")).body).toEqual({
      count: 0,
      next: null,
      previous: null,
      pagination: { next: 0, previous: 0, count: 0, current: 1, total_pages: 1, start_index: 0, end_index: 0 },
      results: [],
    });
  });

  test("any query string is answered", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.constantFrom("search", "ordering", "page", "page_size", "username", "is_active", "intent", "x"),
          fc.string(),
        ),
        async (query) => {
          for (const path of ["core/users/", "core/groups/", "core/tokens/"]) {
            const answer = await t.call("GET", `${path}?${new URLSearchParams(query).toString()}`);
            expect([200, 400, 404]).toContain(answer.status);
          }
        },
      ),
    );
  });

  test("a host that is none is not repeated", async () => {
    const answer = await t.call("GET", "core/users/?page_size=1", { headers: { host: 'evil"/><script>' } });
    expect(answer.object["next"]).toBe("http://localhost/api/v2beta/core/users/?page=2&page_size=1");
  });
});

describe("the pipeline of all requests", () => {
  const creating = (body: RawRequest["body"], headers: Record<string, string> = {}): RawRequest => ({
    head: {
      method: "POST",
      url: "/api/v2beta/core/groups/",
      headers: { authorization: t.admin, "content-type": "application/json", ...headers },
    },
    clientAddress: "::1",
    body,
    onGone: () => undefined,
  });

  test("makes a task of each request, named by path and operation", async () => {
    const tasks = new TaskManager("node", systemClock);
    const body = new Readable({ read: () => undefined });
    const pipeline = pipelineOf(t.identity.dialect, { tasks });
    const answer = pipeline.answer(creating(body, { "x-opaque-id": "mine" }));
    await expect.poll(() => tasks.all).toHaveLength(1);
    expect(tasks.all).toMatchObject([
      { action: "identity:core/groups/create", headers: { "X-Opaque-Id": "mine" }, cancellable: false },
    ]);
    body.push('{"name":"slow"}');
    body.push(null);
    expect((await answer).status).toBe(201);
    expect(tasks.all).toEqual([]);
  });

  test("counts bodies in the breaker, announced or not, and refuses in the form of the interface", async () => {
    const breakers = new MemoryBreakers(1);
    const none = { requestBytes: -1, requestOverhead: 1, fielddataBytes: -1, fielddataOverhead: 1 };
    breakers.limit({ ...none, parentBytes: -1, inflightBytes: 1024, inflightOverhead: 1 });
    const pipeline = pipelineOf(t.identity.dialect, { breakers });
    const long = Buffer.from(JSON.stringify({ name: "x".repeat(2000) }));
    for (const headers of [{}, { "content-length": String(long.length) }]) {
      const answer = await pipeline.answer(creating(long, headers));
      expect(answer.status).toBe(429);
      expect(JSON.parse(Buffer.from(answer.body).toString())).toEqual({
        detail:
          "[inflight_requests] Data too large, data for [<http_request>] would be [2011/1.9kb], which is larger than the limit of [1024/1kb]",
      });
    }
    expect(breakers.stats()[0]).toMatchObject({ estimatedBytes: 0, tripped: 2 });
    expect((await pipeline.answer(creating(Buffer.from('{"name":"short"}')))).status).toBe(201);
  });

  test("refuses a body that is announced as too long before it is sent, and closes the connection", async () => {
    const pipeline = pipelineOf(t.identity.dialect);
    const limit = 2 * 1024 * 1024;
    const unread = new Readable({ read: () => expect.unreachable("nobody reads it") });
    const answer = await pipeline.answer(creating(unread, { "content-length": String(limit + 1) }));
    expect(answer).toMatchObject({ status: 413, close: true });
    expect(Buffer.from(answer.body).toString()).toMatch(/^\{"detail":"entity content is too long \[2097153\]/);
    expect(pipeline.refusesLength("/api/v2beta/core/groups/", limit + 1)).toBe(true);
    expect(pipeline.refusesLength("/api/v2beta/core/groups/", limit)).toBe(false);
  });
});
