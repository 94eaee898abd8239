import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "../src/testing/server/all-operations.ts";
import type { IndexGrant, IndexRule } from "../src/access/index-grant.ts";
import type { RawRequest } from "../src/http/exchange.ts";
import { ElasticsearchDialect } from "../src/http/elasticsearch-dialect.ts";
import type { Pipeline } from "../src/http/pipeline.ts";
import { pipelineOf } from "../src/testing/http/pipeline.ts";
import { Authorizer } from "../src/security/authorizer.ts";
import { handledOperation } from "../src/api/requests/handled-operation.ts";
import type { Principal } from "../src/security/principal.ts";
import { superuserGrant, unsecuredPrincipal } from "../src/security/superuser.ts";
import { type Engine, openEngine } from "../src/server/engine.ts";
import type { EngineOptions } from "../src/server/engine-options.ts";
import { silentLog } from "../src/server/log.ts";
import {
  type Hidden,
  IN_DOCUMENT,
  IN_FIELD,
  leakProbes,
  NUMBER_IN_FIELD,
  type Probe,
  toldNothing,
} from "./leak-probes.ts";
import { FIELDS, hidden, mapping, seen, SHOWN } from "./ledger.ts";

function ruled(...rules: readonly Partial<IndexRule>[]): IndexGrant {
  return {
    all: false,
    user: "ada",
    rules: rules.map((rule) => ({ names: ["*"], privileges: ["all"], allowRestricted: false, ...rule })),
  };
}

/** Callers with what is hidden from them. */
const callers: Readonly<Record<string, { readonly grant: IndexGrant; readonly hides: readonly Hidden[] }>> = {
  "one who sees only some documents": { grant: ruled(SHOWN), hides: ["documents"] },
  "one who sees only some fields": { grant: ruled(FIELDS), hides: ["fields"] },
  "one who sees only some fields of some documents": {
    grant: ruled({ ...SHOWN, ...FIELDS }),
    hides: ["documents", "fields"],
  },
  "one with roles that show no more together": {
    grant: ruled(
      { ...SHOWN, ...FIELDS },
      { names: ["other"] },
      { query: '{"match_none":{}}', fields: { grant: ["title"], except: [] } },
    ),
    hides: ["documents", "fields"],
  },
  "an API key of one who sees only a part": {
    grant: { ...ruled({}), limitedBy: ruled({ ...SHOWN, ...FIELDS }) },
    hides: ["documents", "fields"],
  },
  "an API key that shows only a part": {
    grant: { ...ruled(SHOWN), limitedBy: ruled(FIELDS) },
    hides: ["documents", "fields"],
  },
};

const ALL = "one who sees everything";
const planted: Readonly<Record<Hidden, RegExp>> = {
  documents: new RegExp(IN_DOCUMENT),
  fields: new RegExp(`${IN_FIELD}|${NUMBER_IN_FIELD}`),
};

let engine: Engine;
let pipeline: Pipeline;

/** `status text` of an answer to a caller. */
async function ask(caller: string, { method, path, body }: Pick<Probe, "method" | "path" | "body">): Promise<string> {
  const text = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
  const headers: Record<string, string> = {
    "x-caller": caller,
    "content-type": typeof body === "string" ? "application/x-ndjson" : "application/json",
  };
  const raw: RawRequest = {
    head: { method, url: path, headers },
    clientAddress: "127.0.0.1",
    body: text === undefined ? undefined : Buffer.from(text),
    onGone: () => undefined,
  };
  const answer = await pipeline.answer(raw);
  return `${answer.status} ${Buffer.from(answer.body).toString()}`;
}

async function make(method: string, path: string, body?: unknown): Promise<void> {
  expect(await ask(ALL, { method, path, body })).toMatch(/^20[01]/);
}

/** Writes what searches do not know of yet. */
async function writeUnrefreshed(): Promise<void> {
  await make("PUT", "/ledger/_doc/h-new", hidden);
  await make("PUT", "/ledger/_doc/v-new", seen);
}

beforeAll(async () => {
  // Where it is off, nothing else of it is looked at: the callers are put in below.
  const security = { enabled: false } as EngineOptions["security"];
  const memoryBytes = 512 * 1024 ** 2;
  const names = { clusterName: "leaks", nodeName: "leaks", host: "127.0.0.1" };
  engine = await openEngine({
    dataPath: undefined,
    configFolder: undefined,
    threads: 0,
    memoryBytes,
    ...names,
    security,
    log: silentLog,
    onFatal: (error) => expect(error).toBeUndefined(),
  });
  const authorizer = new Authorizer();
  pipeline = pipelineOf(
    new ElasticsearchDialect({
      operations: operations.map((operation) => handledOperation(operation, engine.node)),
      authorize({ head: { headers } }, rights, parameters) {
        const indices = callers[String(headers["x-caller"])]?.grant ?? superuserGrant("root");
        const principal: Principal = { ...unsecuredPrincipal, superuser: false, indices };
        if (rights) authorizer.request(principal, rights, parameters);
        return principal;
      },
      log: silentLog,
    }),
  );
  await make("PUT", "/ledger", { settings: { number_of_shards: 2, refresh_interval: -1 }, mappings: mapping });
  await make("PUT", "/other", {});
  for (const [id, document] of Object.entries({
    v1: { ...seen, price: 1 },
    v2: seen,
    v3: seen,
    h1: hidden,
    h2: hidden,
    [IN_DOCUMENT]: hidden,
  })) {
    await make("PUT", `/ledger/_doc/${id}`, document);
  }
  await make("POST", "/ledger/_refresh");
  await make("PUT", "/ledger/_alias/all-of-it");
  await make("PUT", "/ledger/_alias/open-part", { filter: { term: { region: "shown" } } });
  return () => engine.close();
});

test("each operation that reads documents has a probe for documents and one for fields, or a reason why it has none", () => {
  const reading = operations.filter((operation) =>
    operation.actions.some((action) => /^indices:(data\/read\/|admin\/validate\/query$)/.test(action)),
  );
  expect(reading.length).toBeGreaterThan(10);
  const without = reading
    .map(({ name }) => name)
    .filter((name) => (leakProbes[name] ?? []).length === 0 && toldNothing[name] === undefined);
  expect(without).toEqual([]);
});

test("a name on the list is that of an operation", () => {
  const known = new Set(operations.map(({ name }) => name));
  expect([...Object.keys(leakProbes), ...Object.keys(toldNothing)].filter((name) => !known.has(name))).toEqual([]);
});

describe.each(Object.entries(leakProbes))("%s", (_operation, probes) => {
  test("tells everything to who sees everything, so that its probes can fail", async () => {
    await writeUnrefreshed();
    for (const probe of probes) {
      const answer = expect(await ask(ALL, probe), JSON.stringify(probe));
      if (probe.closed) answer.not.toMatch(planted[probe.hides]);
      else answer.toMatch(probe.sign ?? planted[probe.hides]);
    }
  });

  // The one who sees everything has asked before, so that what caches keep is there.
  test.each(Object.entries(callers))("tells nothing hidden to %s", async (caller, { hides }) => {
    await writeUnrefreshed();
    for (const probe of probes) {
      const answer = await ask(caller, probe);
      expect(answer, JSON.stringify(probe)).not.toMatch(/^5/);
      if (hides.includes(probe.hides))
        expect(answer, JSON.stringify(probe)).not.toMatch(probe.sign ?? planted[probe.hides]);
      for (const kind of hides) expect(withoutEcho(answer, probe), JSON.stringify(probe)).not.toMatch(planted[kind]);
    }
  });
});

test("what is not hidden is told", async () => {
  const some = "one who sees only some fields of some documents";
  expect(await ask(some, { method: "GET", path: "/ledger/_search" })).toContain("abacus");
  expect(await ask(some, { method: "GET", path: "/ledger/_doc/v1" })).toContain("abacus");
  expect(await ask(some, { method: "GET", path: "/ledger/_termvectors/v1?fields=title" })).toContain("abacus");
  await writeUnrefreshed();
  expect(await ask(some, { method: "GET", path: "/ledger/_doc/v-new" })).toContain("abacus");
});

test("a document that is no longer seen is gone at once, and one that is seen now is there", async () => {
  const some = "one who sees only some documents";
  const document = { method: "GET", path: "/ledger/_doc/moving" };
  for (let round = 0; round < 3; round++) {
    await make("PUT", "/ledger/_doc/moving", seen);
    expect(await ask(some, document)).toMatch(/^200/);
    await make("PUT", "/ledger/_doc/moving", hidden);
    expect(await ask(some, document)).toMatch(/^404/);
  }
});

test("a delete by query finds, counts and deletes only what its caller sees", async () => {
  const path = "/ledger/_delete_by_query?refresh=true";
  const ids = { query: { ids: { values: ["h-deleted", "v-deleted"] } } };
  for (const [caller, { hides }] of Object.entries(callers)) {
    await make("PUT", "/ledger/_doc/h-deleted", hidden);
    await make("PUT", "/ledger/_doc/v-deleted?refresh=true", seen);
    if (hides.includes("fields")) {
      const bySecret = { query: { prefix: { "secret.raw": "quo" } } };
      expect(await ask(caller, { method: "POST", path, body: bySecret }), caller).toContain('"total":0,"deleted":0');
    }
    const count = hides.includes("documents") ? 1 : 2;
    const answer = await ask(caller, { method: "POST", path, body: ids });
    expect(answer, caller).toContain(`"total":${count},"deleted":${count}`);
    const left = await ask(ALL, { method: "GET", path: "/ledger/_doc/h-deleted" });
    expect(left, caller).toMatch(count === 1 ? /^200/ : /^404/);
    expect(await ask(ALL, { method: "GET", path: "/ledger/_doc/v-deleted" }), caller).toMatch(/^404/);
  }
});

test("a reindex copies only what its caller sees", async () => {
  const body = { source: { index: "ledger", query: { match_all: {} } }, dest: { index: "copied" } };
  for (const [caller, { hides }] of Object.entries(callers)) {
    const answer = await ask(caller, { method: "POST", path: "/_reindex?refresh=true", body });
    expect(answer, caller).toMatch(/^200 .*"created":[1-9]/);
    const copies = await ask(ALL, { method: "GET", path: "/copied/_search?size=1000" });
    expect(copies, caller).toContain("abacus");
    for (const kind of hides) expect(copies, caller).not.toMatch(planted[kind]);
    await make("DELETE", "/copied");
  }
});

test("an update that is refused makes no index", async () => {
  const some = "one who sees only some documents";
  expect(
    await ask(some, { method: "POST", path: "/unmade/_update/1", body: { doc: {}, doc_as_upsert: true } }),
  ).toMatch(/^400 .*update request/);
  expect(
    await ask(some, {
      method: "POST",
      path: "/unmade/_bulk",
      body: '{"update":{"_id":"1"}}\n{"doc":{},"doc_as_upsert":true}\n',
    }),
  ).toMatch(/"status":400/);
  expect(await ask(ALL, { method: "HEAD", path: "/unmade" })).toMatch(/^404/);
});

test("who sees only a part gives no aliases, by which another role may show more", async () => {
  const some = "one who sees only some fields";
  expect(await ask(some, { method: "PUT", path: "/ledger/_alias/mine" })).toMatch(
    /^400 .*Alias requests are not allowed/,
  );
  const actions = [{ add: { index: "ledger", alias: "mine" } }];
  expect(await ask(some, { method: "POST", path: "/_aliases", body: { actions } })).toMatch(
    /^400 .*Alias requests are not allowed/,
  );
  expect(
    await ask(some, {
      method: "POST",
      path: "/_aliases",
      body: { actions: [{ remove: { index: "ledger", alias: "open-part" } }] },
    }),
  ).toMatch(/^200/);
});

test("who sees only a part copies nothing, as the copy may show more", async () => {
  for (const who of ["one who sees only some fields", "one who sees only some documents"])
    expect(await ask(who, { method: "PUT", path: "/ledger/_clone/other" })).toMatch(
      /^400 .*Resize requests are not allowed/,
    );
});

/** The answer without the planted words that the request itself says. */
function withoutEcho(answer: string, { path, body }: Probe): string {
  const said = `${path} ${typeof body === "string" ? body : JSON.stringify(body ?? "")}`;
  return [IN_DOCUMENT, IN_FIELD, NUMBER_IN_FIELD].reduce(
    (text, word) => (said.includes(word) ? text.replaceAll(word, "") : text),
    answer,
  );
}
