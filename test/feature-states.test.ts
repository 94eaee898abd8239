/** What the server keeps for itself, in snapshots: users with their credentials, synonyms, results of tasks. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, call, type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

const TOKEN = "an-administrators-token";
const ADMIN = `Bearer ${TOKEN}`;
const PASSWORD = "a-password-of-hers";

function basic(name: string): string {
  return `Basic ${Buffer.from(`${name}:${PASSWORD}`).toString("base64")}`;
}

describe("feature states", () => {
  const folder = temporaryFolder();
  const data = temporaryFolder();
  let server: ServerProcess;
  const start = (...more: string[]): Promise<ServerProcess> =>
    startServer(["--security", "on", "--path-repo", folder, ...more], { WARDEX_ADMIN_TOKEN: TOKEN });

  beforeAll(async () => {
    server = await start("--data", data);
    await send("PUT", "/_snapshot/r", { type: "fs", settings: { location: "r" } });
    await send("PUT", "/_security/user/ada", { password: PASSWORD, roles: ["superuser"] });
    await send("PUT", "/_synonyms/words", { synonyms_set: [{ id: "1", synonyms: "hello, hi" }] });
    const filter = { mine: { type: "synonym", synonyms_set: "words", updateable: true } };
    const analyzer = { mine: { tokenizer: "standard", filter: ["mine"] } };
    await send("PUT", "/greetings", {
      settings: { analysis: { filter, analyzer } },
      mappings: { properties: { t: { type: "text", search_analyzer: "mine" } } },
    });
    await send("PUT", "/greetings/_doc/1?refresh=true", { t: "hello" });
    return async () => void (await server.stop());
  });

  const send = (method: string, path: string, body?: unknown, authorization = ADMIN): Promise<Answer> =>
    call(server.url, method, path, body, { authorization });
  const taken = (name: string, body: object): Promise<Answer> =>
    send("PUT", `/_snapshot/r/${name}?wait_for_completion=true`, { indices: "greetings", ...body });
  const restored = (name: string, body: object, as = ADMIN): Promise<Answer> =>
    send("POST", `/_snapshot/r/${name}/_restore?wait_for_completion=true`, { indices: "-*", ...body }, as);
  const found = async (): Promise<number> =>
    (await send("POST", "/greetings/_search", { query: { match: { t: "hi" } } })).body.hits.total.value;

  test("are in a snapshot with the global state, and by name without it", async () => {
    expect((await send("GET", "/_features")).body.features.map(({ name }: { name: string }) => name)).toEqual([
      "security",
      "tasks",
      "synonyms",
      "transform",
      "async_search",
    ]);
    const all = (await taken("all", {})).body.snapshot;
    expect(all.feature_states).toEqual([
      { feature_name: "security", indices: [".wardex-identity"] },
      { feature_name: "synonyms", indices: [".wardex-synonyms"] },
    ]);
    expect(all.indices).toEqual(["greetings", ".wardex-identity", ".wardex-synonyms"]);
    expect(all.shards).toEqual({ total: 3, failed: 0, successful: 3 });
    const none = (await taken("none", { feature_states: ["none"] })).body.snapshot;
    expect([none.feature_states, none.indices]).toEqual([[], ["greetings"]]);
    const without = (await taken("without", { include_global_state: false })).body.snapshot;
    expect(without.feature_states).toEqual([]);
    const named = { include_global_state: false, feature_states: ["synonyms", "kibana"] };
    expect((await taken("named", named)).body.snapshot.feature_states).toEqual([
      { feature_name: "synonyms", indices: [".wardex-synonyms"] },
    ]);
    expect((await taken("refused", { feature_states: ["none", "tasks"] })).body.error.reason).toContain(
      "the feature_states value [none] indicates that no feature states should be snapshotted",
    );
  });

  test("bring users back as they were, and nobody is who they were before", async () => {
    expect((await send("GET", "/", undefined, basic("ada"))).status).toBe(200);
    await send("DELETE", "/_security/user/ada");
    await send("PUT", "/_security/user/eve", { password: PASSWORD, roles: ["superuser"] });
    expect((await send("GET", "/", undefined, basic("eve"))).status).toBe(200);
    expect((await send("GET", "/", undefined, basic("ada"))).status).toBe(401);
    expect((await restored("all", { feature_states: ["security"] })).status).toBe(200);
    expect((await send("GET", "/", undefined, basic("ada"))).status).toBe(200);
    expect((await send("GET", "/", undefined, basic("eve"))).status).toBe(401);
    // Records are written and listed as ever, and numbers of users that were given are not given again.
    const before = (await send("GET", "/api/v2beta/core/users/?username=ada")).body.results[0].pk;
    await send("PUT", "/_security/user/new", { password: PASSWORD, roles: [] });
    expect((await send("GET", "/api/v2beta/core/users/?username=new")).body.results[0].pk).toBeGreaterThan(before + 1);
  });

  test("hold no secret in the clear, and only come back where the key is", async () => {
    const files = readdirSync(join(folder, "r"), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    for (const file of files) {
      const text = readFileSync(join(file.parentPath, file.name)).toString("latin1");
      expect(text.includes(TOKEN) || text.includes(PASSWORD), file.name).toBe(false);
    }
    const other = await start();
    const ask = (method: string, path: string, body?: unknown): Promise<Answer> =>
      call(other.url, method, path, body, { authorization: ADMIN });
    await ask("PUT", "/_snapshot/r", { type: "fs", settings: { location: "r", readonly: true } });
    const body = { indices: "-*", feature_states: ["security"] };
    expect((await ask("POST", "/_snapshot/r/all/_restore", body)).body.error.reason).toContain(
      "the feature state [security] was encrypted with another secret key",
    );
    const synonyms = { indices: "-*", feature_states: ["synonyms"] };
    expect((await ask("POST", "/_snapshot/r/all/_restore?wait_for_completion=true", synonyms)).status).toBe(200);
    expect((await ask("GET", "/_synonyms/words")).body.count).toBe(1);
    await other.stop();
  });

  test("bring synonyms back for searches at once", async () => {
    expect(await found()).toBe(1);
    await send("PUT", "/_synonyms/words", { synonyms_set: [{ id: "1", synonyms: "other, words" }] });
    expect(await found()).toBe(0);
    expect((await restored("named", { feature_states: ["synonyms"] })).body.snapshot).toEqual({
      snapshot: "named",
      indices: [".wardex-synonyms"],
      shards: { total: 1, failed: 0, successful: 1 },
    });
    expect(await found()).toBe(1);
    expect((await send("GET", "/_synonyms/words/1")).body.synonyms).toBe("hello, hi");
  });

  test("bring transforms back, with how far they were, without the global state", async () => {
    const body = {
      source: { index: "greetings" },
      dest: { index: "t-1" },
      latest: { unique_key: ["t.keyword"], sort: "n" },
    };
    await send("PUT", "/greetings/_doc/2?refresh=true", { t: "other", n: 1 });
    await send("PUT", "/greetings/_mapping", {
      properties: { t: { type: "text", fields: { keyword: { type: "keyword" } } } },
    });
    await send("PUT", "/_transform/kept?defer_validation=true", body);
    await send("PUT", "/_transform/run", {
      ...body,
      dest: { index: "t-2" },
      sync: { time: { field: "at", delay: "1s" } },
      frequency: "1h",
    });
    await send("POST", "/_transform/run/_start");
    await send("POST", "/_transform/run/_schedule_now");
    const asked = { include_global_state: false, feature_states: ["transform"] };
    expect((await taken("transforms", asked)).body.snapshot.feature_states).toEqual([
      { feature_name: "transform", indices: [".wardex-transforms"] },
    ]);
    await send("POST", "/_transform/run/_stop?wait_for_completion=true");
    await send("DELETE", "/_transform/run");
    await send("DELETE", "/_transform/kept");
    await send("PUT", "/_transform/newer?defer_validation=true", body);
    expect((await restored("transforms", { feature_states: ["transform"] })).status).toBe(200);
    const ids = (await send("GET", "/_transform")).body.transforms.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(["kept", "run"]);
    const [run] = (await send("GET", "/_transform/run/_stats")).body.transforms;
    expect(["started", "indexing"]).toContain(run.state);
    await send("POST", "/_transform/run/_stop?wait_for_completion=true&force=true");
    await send("DELETE", "/_transform/run,kept?force=true");
  });

  test("are restored as a whole or not at all, by those who may be whoever they make them", async () => {
    const refused = async (body: object, as?: string): Promise<unknown> =>
      (await restored("all", body, as)).body.error?.reason;
    expect(await refused({ indices: ".wardex-identity" })).toBe(
      "requested system indices [.wardex-identity], but system indices can only be restored as part of a feature state",
    );
    expect(await refused({ feature_states: ["tasks"] })).toContain("are not present in snapshot");
    await send("PUT", "/_security/role/keeper", { cluster: ["all"] });
    await send("PUT", "/_security/user/keeper", { password: PASSWORD, roles: ["keeper"] });
    for (const body of [{ feature_states: ["security"] }, { include_global_state: true }])
      expect(await refused(body, basic("keeper"))).toContain("only a superuser may restore it");
    expect(await refused({ feature_states: ["synonyms"] }, basic("keeper"))).toBeUndefined();
    const others = (await restored("transforms", { feature_states: ["transform"] }, basic("keeper"))).body.error;
    expect(others.reason).toContain(
      "runs with the rights of whoever made its transforms: only a superuser may restore",
    );
    await send("PUT", "/_ilm/policy/kept", {
      policy: { phases: { delete: { min_age: "90d", actions: { delete: {} } } } },
    });
    await taken("policies", { include_global_state: true, feature_states: ["none"] });
    const policies = { include_global_state: true, feature_states: ["none"] };
    const forbidden = (await restored("policies", policies, basic("keeper"))).body.error;
    expect(forbidden.reason).toContain("[index_lifecycle_policies], which run with the rights of whoever made them");
    expect((await restored("all", policies, basic("keeper"))).status).toBe(200);
    await send("DELETE", "/_ilm/policy/kept");
    const patterns = { indices: "*", rename_pattern: "(.+)", rename_replacement: "copy-$1" };
    expect((await restored("all", patterns, basic("keeper"))).body.snapshot.indices).toEqual(["copy-greetings"]);
    await send("PUT", "/_snapshot/r/all/_clone/clone", { indices: "*" });
    const [clone] = (await send("GET", "/_snapshot/r/clone")).body.snapshots;
    expect([clone.indices, clone.feature_states]).toEqual([["greetings"], []]);
  });

  test("outlast a restart", async () => {
    await restored("all", { feature_states: ["security"] });
    await server.stop();
    server = await start("--data", data);
    expect((await send("GET", "/", undefined, basic("ada"))).status).toBe(200);
    expect((await send("GET", "/", undefined, basic("keeper"))).status).toBe(401);
    expect((await send("PUT", "/_security/user/last", { password: PASSWORD, roles: [] })).status).toBe(200);
  });
});
