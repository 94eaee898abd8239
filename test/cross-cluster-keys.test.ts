import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HANDSHAKE } from "../src/remote/link-protocol.ts";
import { callerOf } from "./engine-caller.ts";
import { openSide, secured, type Side } from "./sides.ts";

/** Bodies that 8.19 refuses: the type of the error, its reason, and those of its causes. */
const cases: readonly [body: object, type: string, ...reasons: string[]][] = JSON.parse(
  readFileSync(fileURLToPath(new URL("cross-cluster-keys-cases.json", import.meta.url)), "utf8"),
);

const KEYS = "/_security/cross_cluster/api_key";

describe("cross-cluster API keys", () => {
  let here: Side;
  let there: Side;
  beforeAll(async () => {
    there = await openSide("there", secured);
  });
  afterAll(async () => {
    await Promise.all([here, there].map((side) => side?.close()));
  });

  const made = async (body: object): Promise<{ readonly id: string; readonly encoded: string }> => {
    const answer = await there.caller.call("POST", KEYS, body);
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
    return answer.body;
  };
  const shown = async (id: string): Promise<object> =>
    (await there.caller.call("GET", `/_security/api_key?id=${id}&with_limited_by=true`)).body.api_keys[0];

  test.each(cases)("%j is refused as by 8.19", async (body, type, ...reasons) => {
    const answer = await there.caller.call("POST", KEYS, JSON.stringify(body));
    const chain: string[] = [];
    for (let { error } = answer.body; error !== undefined; error = error.caused_by) chain.push(error.reason);
    const anywhere = (reason: string): string => reason.replace(/^\[\d+:\d+\] /, "");
    expect([answer.status, answer.body.error.type, ...chain.map(anywhere)]).toEqual([
      400,
      type,
      ...reasons.map(anywhere),
    ]);
  });

  test("are shown with what they give, and changed", async () => {
    const search = [{ names: ["logs-*"], field_security: { grant: ["a"] }, query: { term: { a: 1 } } }];
    const { id } = await made({ name: "k", access: { search }, expiration: "1d", metadata: { a: 1 } });
    const stored = { ...search[0], query: '{"term":{"a":1}}', allow_restricted_indices: false };
    const privileges = ["read", "read_cross_cluster", "view_index_metadata"];
    expect(await shown(id)).toMatchObject({
      id,
      name: "k",
      type: "cross_cluster",
      metadata: { a: 1 },
      access: { search: [stored] },
      role_descriptors: { cross_cluster: { cluster: ["cross_cluster_search"], indices: [{ ...stored, privileges }] } },
    });
    expect(await shown(id)).not.toHaveProperty("limited_by");
    const access = { replication: [{ names: ["x"] }] };
    const change = (body: object): Promise<{ readonly body: object }> =>
      there.caller.call("PUT", `${KEYS}/${id}`, body);
    expect((await change({ access })).body).toEqual({ updated: true });
    expect((await change({ access })).body).toEqual({ updated: false });
    expect(await shown(id)).toMatchObject({
      access: { replication: [{ names: ["x"], allow_restricted_indices: false }] },
      role_descriptors: { cross_cluster: { cluster: ["cross_cluster_replication"] } },
    });
    expect(await there.caller.told("PUT", `${KEYS}/${id}`, {})).toEqual([
      400,
      "action_request_validation_exception",
      "Validation Failed: 1: must update either [access] or [metadata] for cross-cluster API keys;",
    ]);
  });

  test("are of another kind than other keys, which neither can be taken for", async () => {
    const { id, encoded } = await made({ name: "k", access: { search: [{ names: ["*"] }] } });
    const plain = (await there.caller.call("POST", "/_security/api_key", { name: "plain" })).body;
    const expected = (wanted: string, key: string, type: string): unknown[] => [
      401,
      "security_exception",
      `authentication expected API key type of [${wanted}], but API key [${key}] has type [${type}]`,
    ];
    const stranger = callerOf(there.engine, { authorization: `ApiKey ${encoded}` });
    expect(await stranger.told("GET", "/")).toEqual(expected("rest", id, "cross_cluster"));
    expect(await stranger.told("GET", "/_search")).toEqual(expected("rest", id, "cross_cluster"));
    expect([401, 403]).toContain((await stranger.call("GET", "/api/v2beta/core/users/me/")).status);
    expect(await there.caller.told("PUT", `/_security/api_key/${id}`, { metadata: {} })).toEqual([
      400,
      "illegal_argument_exception",
      "cannot update API key of type [cross_cluster] while expected type is [rest]",
    ]);
    expect(await there.caller.told("PUT", `${KEYS}/${plain.id}`, { metadata: {} })).toEqual([
      400,
      "illegal_argument_exception",
      "cannot update API key of type [rest] while expected type is [cross_cluster]",
    ]);
  });

  test("open the link, and nothing else does", async () => {
    const { encoded } = await made({ name: "k", access: { search: [{ names: ["*"] }] } });
    const plain = (await there.caller.call("POST", "/_security/api_key", { name: "plain" })).body;
    const credentials = { good: encoded, plain: plain.encoded, wrong: "bm86bm8=" };
    here = await openSide("here", { remoteClusters: { credentials, verification: "off" } });
    const seeds = ["good", "plain", "wrong", "none"].map((alias) => [`cluster.remote.${alias}.seeds`, [there.address]]);
    await here.caller.call("PUT", "/_cluster/settings", { persistent: Object.fromEntries(seeds) });
    const remotes = await here.engine.node.remotes();
    expect(await remotes.get("good").call(HANDSHAKE, undefined)).toMatchObject({ clusterName: "there" });
    for (const alias of ["plain", "wrong", "none"])
      await expect(remotes.get(alias).call(HANDSHAKE, undefined)).rejects.toMatchObject({
        type: "connect_transport_exception",
        cause: { type: "security_exception", status: 401 },
      });
    const info = (await here.caller.call("GET", "/_remote/info")).body;
    expect(info).toMatchObject({
      good: { connected: true, cluster_credentials: "::es_redacted::" },
      plain: { connected: false },
      none: { connected: false },
    });
    expect(info.none).not.toHaveProperty("cluster_credentials");
    expect(JSON.stringify([info, (await here.caller.call("GET", "/_cluster/settings")).body])).not.toContain(encoded);
  });

  test("give a user of another cluster what its roles there and the key both allow", async () => {
    const { encoded } = await made({ name: "k", access: { search: [{ names: ["shared-*"] }] } });
    for (const index of ["shared-a", "shared-b", "own"])
      await there.caller.call("PUT", `/${index}/_doc/1?refresh=true`, { level: "info" });
    const asking = await openSide("asking", {
      ...secured,
      remoteClusters: { credentials: { t: encoded }, verification: "off" },
    });
    try {
      const settings = { "cluster.remote.t.seeds": [there.address], "cluster.remote.t.skip_unavailable": false };
      await asking.caller.call("PUT", "/_cluster/settings", { persistent: settings });
      const given = { clusters: ["t*"], names: ["shared-a", "own"], privileges: ["read"] };
      await asking.caller.call("PUT", "/_security/role/reader", { remote_indices: [given] });
      const password = "planted-joe-1";
      await asking.caller.call("PUT", "/_security/user/joe", { password, roles: ["reader"] });
      await asking.caller.call("PUT", "/_security/user/eve", { password, roles: [] });
      const as = (user: string): ReturnType<typeof callerOf> =>
        callerOf(asking.engine, { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` });
      const indices = async (path: string): Promise<string[]> =>
        (await as("joe").call("GET", path)).body.hits.hits.map((hit: { _index: string }) => hit._index);
      expect(await indices("/t:shared-a/_search")).toEqual(["t:shared-a"]);
      expect(await indices("/t:*/_search")).toEqual(["t:shared-a"]);
      for (const path of ["/t:shared-b/_search", "/t:own/_search"])
        expect((await as("joe").call("GET", path)).status).toBe(403);
      expect(await as("eve").told("GET", "/t:shared-a/_search")).toEqual([
        403,
        "security_exception",
        "action [indices:data/read/search] towards remote cluster [t] is unauthorized for user [eve] with effective roles [] because no remote indices privileges apply for the target cluster",
      ]);
    } finally {
      await asking.close();
    }
  });
});
