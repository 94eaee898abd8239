import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Engine, openEngine } from "../src/server/engine.ts";
import { type Listener, listen } from "../src/server/listener.ts";
import { silentLog } from "../src/server/log.ts";
import { TrustedProxies } from "../src/http/trusted-proxies.ts";
import { type Question, ServingClient, type ServedAnswer } from "./serving-client.ts";

const TOKEN = "serving-threads-test-token";
const authorization = `Bearer ${TOKEN}`;
const json = (answer: ServedAnswer): Record<string, unknown> => JSON.parse(answer.text) as Record<string, unknown>;
const SEARCH = { method: "POST", path: "/books/_search", body: '{"query":{"match":{"title":"sea"}}}' };

interface Served {
  readonly engine: Engine;
  readonly listener: Listener;
  /** Its connection was accepted by main. */
  readonly onMain: ServingClient;
  /** Its connection was accepted by the other thread. */
  readonly onThread: ServingClient;
}

async function served(security: boolean): Promise<Served> {
  const engine = await openEngine({
    dataPath: undefined,
    configFolder: undefined,
    threads: 1,
    memoryBytes: 256 * 1024 ** 2,
    clusterName: "test",
    nodeName: "test",
    host: "127.0.0.1",
    security: {
      enabled: security,
      identityPasswords: true,
      adminUser: "admin",
      adminPassword: undefined,
      adminToken: TOKEN,
      secretKeyFile: undefined,
      eventRetentionDays: 1,
      notifications: { email: undefined, allowPrivateTargets: false },
    } as never,
    log: silentLog,
    onFatal: (error) => {
      throw error;
    },
  });
  const listener = await listen(engine.serving, {
    address: { host: "127.0.0.1", port: 0 },
    settings: { tls: undefined, proxies: new TrustedProxies(), publicUrl: undefined },
    log: silentLog,
  });
  const onMain = new ServingClient(listener.url);
  await onMain.ask({ method: "GET", path: "/", headers: { authorization } });
  const put = (path: string, body: string, method = "PUT"): Promise<ServedAnswer> =>
    onMain.ask({ method, path, body, headers: { authorization } });
  await put("/books", '{"mappings":{"properties":{"title":{"type":"text"},"year":{"type":"integer"}}}}');
  await put("/books/_doc/1?refresh=true", '{"title":"the sea","year":1978}');
  await engine.serving.startNext();
  const onThread = new ServingClient(listener.url);
  // Main stands still while the connection is made.
  const first = await onThread.askStandingStill({ ...SEARCH, headers: { authorization } }, 700);
  await first.answer;
  return { engine, listener, onMain, onThread };
}

async function stop({ engine, listener, onMain, onThread }: Served): Promise<void> {
  await Promise.all([onMain.close(), onThread.close()]);
  await listener.close(1000);
  await engine.close();
}

describe("a thread that serves beside main", () => {
  let s: Served;
  const asAdmin = (question: Question): Question => ({ ...question, headers: { authorization, ...question.headers } });
  const main = (question: Question): Promise<ServedAnswer> => s.onMain.ask(asAdmin(question));
  const thread = (question: Question): Promise<ServedAnswer> => s.onThread.ask(asAdmin(question));

  beforeAll(async () => {
    s = await served(true);
  });
  afterAll(() => stop(s));

  test("answers searches while main stands still", async () => {
    await thread(SEARCH);
    await thread(SEARCH);
    const { answer, inTime } = await s.onThread.askStandingStill(asAdmin(SEARCH), 2000);
    expect(inTime).toBe(true);
    expect(json(await answer)).toMatchObject({ hits: { total: { value: 1 } } });
  });

  test.each<Question>([
    SEARCH,
    { method: "GET", path: "/books/_count" },
    { method: "GET", path: "/books/_doc/1" },
    { method: "GET", path: "/nowhere/_search" },
    { method: "GET", path: "/books/_search?size=x" },
    { method: "GET", path: "/books/_search?unknown=1" },
    { method: "POST", path: "/books/_search", body: '{"query":{"nothing":{}}}' },
    { method: "POST", path: "/books/_search", body: "{" },
    { method: "GET", path: "/_cat/indices?h=index" },
    { method: "GET", path: "/books/_search?format=yaml&filter_path=hits.total" },
    { method: "GET", path: "/api/v2beta/core/groups/" },
    { method: "OPTIONS", path: "/books" },
    { method: "HEAD", path: "/books" },
    { method: "GET", path: "/books/_search", headers: { authorization: "Bearer wrong" } },
    { method: "GET", path: "/books/_search", headers: { authorization: "" } },
    { method: "GET", path: "/books/_search", headers: { "es-security-runas-user": "nobody" } },
    {
      method: "POST",
      path: "/books/_search",
      body: JSON.stringify({ query: { terms: { title: { index: "books", id: "1", path: "title" } } } }),
    },
  ])("answers as main does: $method $path $body", async (question) => {
    const plain = ({ status, headers, text }: ServedAnswer): unknown => {
      const { date: _date, "x-authentik-id": _id, "content-length": length, ...rest } = headers;
      return { status, headers: { ...rest, length: Number(length) > 0 }, text: text.replace(/"took":\d+/, "") };
    };
    const expected = await main(question);
    for (let time = 0; time < 3; time++) expect(plain(await thread(question))).toEqual(plain(expected));
  });

  test("sees what others were told is done: documents, mappings, aliases, settings", async () => {
    for (let at = 2; at < 60; at++) {
      await main({ method: "PUT", path: `/books/_doc/${at}?refresh=true`, body: `{"title":"sea ${at}","year":${at}}` });
      expect(json(await thread({ method: "GET", path: "/books/_count" }))["count"]).toBe(at);
    }
    for (let at = 0; at < 20; at++) {
      await main({ method: "PUT", path: `/books/_alias/shelf${at}` });
      expect((await thread({ method: "GET", path: `/shelf${at}/_count` })).status).toBe(200);
      await main({ method: "DELETE", path: `/books/_alias/shelf${at}` });
      expect((await thread({ method: "GET", path: `/shelf${at}/_count` })).status).toBe(404);
    }
    await main({ method: "PUT", path: "/books/_settings", body: '{"index":{"max_result_window":5}}' });
    expect((await thread({ method: "GET", path: "/books/_search?size=6" })).status).toBe(400);
    await main({ method: "PUT", path: "/books/_settings", body: '{"index":{"max_result_window":null}}' });
    expect((await thread({ method: "GET", path: "/books/_search?size=6" })).status).toBe(200);
  });

  test("forgets callers at once: a key that is no more, a role that says something else", async () => {
    const made = await main({ method: "POST", path: "/_security/api_key", body: '{"name":"reader"}' });
    const { encoded, id } = json(made) as { encoded: string; id: string };
    const asKey = { ...SEARCH, headers: { authorization: `ApiKey ${encoded}` } };
    for (let time = 0; time < 4; time++) expect((await s.onThread.ask(asKey)).status).toBe(200);
    const { inTime, answer } = await s.onThread.askStandingStill(asKey, 2000);
    expect(inTime).toBe(true);
    await answer;
    const gone = await main({ method: "DELETE", path: "/_security/api_key", body: JSON.stringify({ ids: [id] }) });
    expect(json(gone)).toMatchObject({ invalidated_api_keys: [id] });
    expect((await s.onThread.ask(asKey)).status).toBe(401);
  });

  test("hands on bodies of any length, in pieces", async () => {
    const line = `{"index":{}}\n{"title":"${"lake ".repeat(200)}"}\n`;
    const answer = await thread({
      method: "POST",
      path: "/lakes/_bulk?refresh=true",
      body: line.repeat(2000),
      headers: { "content-type": "application/x-ndjson" },
    });
    expect(json(answer)["errors"]).toBe(false);
    expect(json(await thread({ method: "GET", path: "/lakes/_count" }))["count"]).toBe(2000);
  });

  test("counts its searches with those of main", async () => {
    const total = async (): Promise<number> => {
      const stats = json(await main({ method: "GET", path: "/books/_stats/search" }));
      return (stats as { _all: { total: { search: { query_total: number } } } })._all.total.search.query_total;
    };
    const before = await total();
    for (let at = 0; at < 5; at++) await thread(SEARCH);
    for (let at = 0; at < 3; at++) await main(SEARCH);
    expect((await total()) - before).toBe(8);
  });
});
