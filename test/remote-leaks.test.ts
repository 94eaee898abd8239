/** The probes of `leaks.test.ts` through a link: what a role or a key hides stays hidden in another cluster. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { handledOperation } from "../src/api/requests/handled-operation.ts";
import { CLOSE_CONTEXT, OPEN_CONTEXT } from "../src/api/requests/remote-contexts.ts";
import { SEARCH_ACTION } from "../src/api/requests/remote-searches.ts";
import type { JsonObject } from "../src/core/json.ts";
import { ElasticsearchDialect } from "../src/http/elasticsearch-dialect.ts";
import type { Pipeline } from "../src/http/pipeline.ts";
import type { PlainData } from "../src/remote/plain-data.ts";
import { Authorizer } from "../src/security/authorizer.ts";
import type { Principal } from "../src/security/principal.ts";
import { unsecuredPrincipal } from "../src/security/superuser.ts";
import { silentLog } from "../src/server/log.ts";
import { pipelineOf } from "../src/testing/http/pipeline.ts";
import { operations } from "../src/testing/server/all-operations.ts";
import type { Caller } from "./engine-caller.ts";
import { type Hidden, IN_DOCUMENT, IN_FIELD, leakProbes, NUMBER_IN_FIELD, type Probe } from "./leak-probes.ts";
import { FIELDS, hidden, mapping, seen, SHOWN } from "./ledger.ts";
import { openSide, secured, type Side } from "./sides.ts";

const fieldSecurity = { field_security: FIELDS.fields };
const all = { names: ["*"], privileges: ["read", "view_index_metadata"] };

/** What a caller may elsewhere, the alias by which it asks, and what is hidden from it. */
interface Asking {
  readonly given: JsonObject;
  readonly alias: "open" | "part" | "documents";
  readonly hides: readonly Hidden[];
}
const asking: Readonly<Record<string, Asking>> = {
  "one whose role shows only some documents": { given: { ...all, ...SHOWN }, alias: "open", hides: ["documents"] },
  "one whose role shows only some fields": { given: { ...all, ...fieldSecurity }, alias: "open", hides: ["fields"] },
  "anybody by a key that shows a part": { given: all, alias: "part", hides: ["documents", "fields"] },
  "one whose role and key hide different things": {
    given: { ...all, ...fieldSecurity },
    alias: "documents",
    hides: ["documents", "fields"],
  },
};
const ALL: Asking = { given: all, alias: "open", hides: [] };

const planted: Readonly<Record<Hidden, RegExp>> = {
  documents: new RegExp(IN_DOCUMENT),
  fields: new RegExp(`${IN_FIELD}|${NUMBER_IN_FIELD}`),
};

const LEDGER = { cluster: "open", expression: "ledger", parameters: {} };

const OPERATIONS = ["search", "count", "field_caps", "terms_enum", "async_search.submit"] as const;
const probesOf = (operation: string): readonly Probe[] =>
  (leakProbes[operation] ?? []).filter(
    ({ path, closed }) => closed !== true && /^\/(ledger|all-of-it)\//.test(path) && !path.includes("scroll="),
  );

describe("through a link", () => {
  let here: Side;
  let there: Side;
  let pipeline: Pipeline;

  async function ask(asked: Asking, { method, path, body }: Probe): Promise<string> {
    return send(asked, method, path.replace(/^\//, `/${asked.alias}:`), body);
  }

  async function send({ given }: Asking, method: string, url: string, body?: unknown): Promise<string> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await pipeline.answer({
      head: {
        method,
        url,
        headers: { "content-type": "application/json", "x-given": JSON.stringify(given) },
      },
      clientAddress: "127.0.0.1",
      body: text === undefined ? undefined : Buffer.from(text),
      onGone: () => undefined,
    });
    return `${answer.status} ${Buffer.from(answer.body).toString()}`;
  }

  async function keyFor(caller: Caller, search: object): Promise<string> {
    const body = { name: "link", access: { search: [{ names: ["*"], ...search }] } };
    return (await caller.call("POST", "/_security/cross_cluster/api_key", body)).body.encoded;
  }

  beforeAll(async () => {
    there = await openSide("there", secured);
    const { caller } = there;
    const settings = { number_of_shards: 2, refresh_interval: -1 };
    await caller.call("PUT", "/ledger", { settings, mappings: mapping });
    const documents = { v1: { ...seen, price: 1 }, v2: seen, v3: seen, h1: hidden, h2: hidden, [IN_DOCUMENT]: hidden };
    for (const [id, document] of Object.entries({ ...documents, "h-new": hidden, "v-new": seen }))
      await caller.call("PUT", `/ledger/_doc/${id}`, document);
    await caller.call("POST", "/ledger/_refresh");
    await caller.call("PUT", "/ledger/_alias/all-of-it");
    const credentials = {
      open: await keyFor(caller, {}),
      part: await keyFor(caller, { ...SHOWN, ...fieldSecurity }),
      documents: await keyFor(caller, SHOWN),
    };
    here = await openSide("here", { remoteClusters: { credentials, verification: "off" } });
    const links = Object.keys(credentials).flatMap((alias) => [
      [`cluster.remote.${alias}.seeds`, [there.address]],
      [`cluster.remote.${alias}.skip_unavailable`, false],
    ]);
    await here.caller.call("PUT", "/_cluster/settings", { persistent: Object.fromEntries(links) });
    const authorizer = new Authorizer();
    pipeline = pipelineOf(
      new ElasticsearchDialect({
        operations: operations.map((operation) => handledOperation(operation, here.engine.node)),
        authorize({ head: { headers } }, rights, parameters) {
          const given = JSON.parse(String(headers["x-given"]));
          const remote = { indices: [{ clusters: ["*"], given }], cluster: [] };
          const principal: Principal = { ...unsecuredPrincipal, superuser: false, remote };
          if (rights) authorizer.request(principal, rights, parameters);
          return principal;
        },
        log: silentLog,
      }),
    );
  });
  afterAll(async () => {
    await Promise.all([here, there].map((side) => side.close()));
  });

  describe.each(OPERATIONS)("%s", (operation) => {
    test("tells everything to who sees everything, so that its probes can fail", async () => {
      expect(probesOf(operation).length).toBeGreaterThan(0);
      for (const probe of probesOf(operation))
        expect(await ask(ALL, probe), JSON.stringify(probe)).toMatch(probe.sign ?? planted[probe.hides]);
    });

    test.each(Object.entries(asking))("tells nothing hidden to %s", async (_who, caller) => {
      for (const probe of probesOf(operation)) {
        if (!caller.hides.includes(probe.hides)) continue;
        const answer = await ask(caller, probe);
        expect(answer, JSON.stringify(probe)).not.toMatch(/^5/);
        expect(answer, JSON.stringify(probe)).not.toMatch(probe.sign ?? planted[probe.hides]);
      }
    });
  });

  /** A search of the probes on a point in time, and as the first two pages of a scroll. */
  async function inSteps(asked: Asking, { path, body }: Probe): Promise<string> {
    const index = `${asked.alias}:${/^\/([^/]+)/.exec(path)?.[1] ?? ""}`;
    const opened = await send(asked, "POST", `/${index}/_pit?keep_alive=1m`);
    const { id } = JSON.parse(opened.slice(4));
    const found = await send(asked, "POST", "/_search", { ...(body as object), pit: { id } });
    await send(asked, "DELETE", "/_pit", { id });
    const first = await send(asked, "POST", `/${index}/_search?scroll=1m`, { size: 1, ...(body as object) });
    const { _scroll_id: scrollId } = JSON.parse(first.slice(4));
    if (scrollId === undefined) return `${found} ${first}`;
    const next = await send(asked, "POST", "/_search/scroll", { scroll: "1m", scroll_id: scrollId });
    await send(asked, "DELETE", "/_search/scroll", { scroll_id: scrollId });
    return `${found} ${first} ${next}`;
  }
  const stepProbes = probesOf("search").filter(({ path, body }) => body !== undefined && path.endsWith("/_search"));

  test("a search of several steps tells everything to who sees everything", async () => {
    expect(stepProbes.length).toBeGreaterThan(20);
    for (const probe of stepProbes)
      expect(await inSteps(ALL, probe), JSON.stringify(probe)).toMatch(probe.sign ?? planted[probe.hides]);
  });

  test.each(Object.entries(asking))("a search of several steps tells nothing hidden to %s", async (_who, caller) => {
    for (const probe of stepProbes) {
      if (!caller.hides.includes(probe.hides)) continue;
      const answer = await inSteps(caller, probe);
      expect(answer, JSON.stringify(probe)).not.toMatch(probe.sign ?? planted[probe.hides]);
    }
  });

  test("what is held for one caller is nobody else's, with the same key neither", async () => {
    const { id, nodeId } = (await call("ann", OPEN_CONTEXT, { ...LEDGER, kind: "pit", keepAliveMs: 60_000 })) as {
      readonly id: string;
      readonly nodeId: string;
    };
    expect(nodeId).toBeTypeOf("string");
    const step = { kind: "pit", firstShard: 0 };
    const search = { ...LEDGER, text: "{}", context: id, step };
    await expect(call("ben", SEARCH_ACTION, search)).rejects.toMatchObject({ status: 404 });
    expect(await call("ben", CLOSE_CONTEXT, { id })).toBe(0);
    expect(await call("ann", SEARCH_ACTION, search)).toMatchObject({ shards: 2 });
    expect(await call("ann", CLOSE_CONTEXT, { id })).toBe(2);
  });

  async function call(username: string, action: string, body: PlainData): Promise<PlainData> {
    const remote = { indices: [{ clusters: ["*"], given: all }], cluster: [] };
    const caller: Principal = { ...unsecuredPrincipal, username, superuser: false, remote };
    return (await here.engine.node.remotes()).get("open").call(action, body, { caller });
  }

  test("what is not hidden is told", async () => {
    for (const caller of Object.values(asking))
      expect(await ask(caller, { hides: "fields", method: "GET", path: "/ledger/_search" })).toContain("abacus");
  });

  test("who has no right there is refused there, and who has none for that cluster here", async () => {
    const search: Probe = { hides: "fields", method: "GET", path: "/ledger/_search" };
    const other = await ask({ ...ALL, given: { names: ["other"], privileges: ["read"] } }, search);
    expect(other).toMatch(
      /^403 .*action \[indices:data\/read\/search\] towards remote cluster is unauthorized for user \[_unsecured\] .* authenticated by API key id .* on indices \[ledger\]/,
    );
    const user = { remote: undefined, limitedBy: undefined };
    const remotes = await here.engine.node.remotes();
    const nobody: Principal = { ...unsecuredPrincipal, ...user };
    await expect(remotes.get("open").call("indices:data/read/search", {}, { caller: nobody })).rejects.toMatchObject({
      status: 403,
      type: "security_exception",
    });
  });

  test("a refusal is told where somebody was refused", async () => {
    await ask(
      { ...ALL, given: { names: ["other"], privileges: ["read"] } },
      {
        hides: "fields",
        method: "GET",
        path: "/ledger/_search",
      },
    );
    const events = await there.caller.call("GET", "/api/v2beta/events/events/?action=suspicious_request");
    expect(JSON.stringify(events.body)).toContain("is unauthorized for user");
  });
});
