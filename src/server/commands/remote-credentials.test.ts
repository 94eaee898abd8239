/** Keys of remote clusters in their file, put there beside a server that runs. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { open, type Wardex } from "../wardex.ts";
import { remoteCredentials } from "./remote-credentials.ts";

const folder = mkdtempSync(join(tmpdir(), "wardex-test-"));
const data = join(folder, "here");
let there: Wardex;
let here: Wardex;

async function run(args: readonly string[], input = ""): Promise<string> {
  let shown = "";
  await remoteCredentials.run({
    args: args.includes("--data") ? args : [...args, "--data", data],
    environment: {},
    input: () => Promise.resolve(input),
    out: (text) => (shown += text),
  });
  return shown;
}

// oxlint-disable-next-line typescript/no-explicit-any -- bodies of answers, looked into deeply
type Body = Record<string, any>;

async function ask(server: Wardex, method: string, path: string, body?: object): Promise<Body> {
  const headers = {
    authorization: `Basic ${Buffer.from("admin:planted-admin-1").toString("base64")}`,
    "content-type": "application/json",
  };
  const given = body ? { body: JSON.stringify(body) } : {};
  return (await (await fetch(`${server.url}${path}`, { method, headers, ...given })).json()) as Body;
}

const reload = async (): Promise<Body> => ask(here, "POST", "/_nodes/reload_secure_settings");
const search = async (): Promise<Body> => ask(here, "GET", "/there:ledger/_search");
const keyFor = async (names: string): Promise<string> =>
  (
    await ask(there, "POST", "/_security/cross_cluster/api_key", {
      name: "k",
      access: { search: [{ names: [names] }] },
    })
  )["encoded"] as string;

beforeAll(async () => {
  const options = {
    adminPassword: "planted-admin-1",
    listen: { port: 0 },
    remoteClusters: { verification: "off" },
  } as const;
  [there, here] = await Promise.all([
    open({ ...options, data: join(folder, "there"), security: true }),
    open({ ...options, data, security: true }),
  ]);
  await ask(there, "PUT", "/ledger/_doc/1?refresh=true", { a: 1 });
  const settings = {
    "cluster.remote.there.seeds": [new URL(there.url).host],
    "cluster.remote.there.skip_unavailable": false,
  };
  await ask(here, "PUT", "/_cluster/settings", { persistent: settings });
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  rmSync(folder, { recursive: true, force: true });
});

test("a key is put, taken over by the server that runs, replaced and removed, and stands nowhere", async () => {
  expect((await search())["error"]).toMatchObject({ type: "connect_transport_exception" });
  const key = await keyFor("ledger");
  const shown = [await run(["there"], `${key}\n`)];
  expect(shown[0]).toContain("keeps the key for there");
  expect(await run([])).toBe("there\n");
  expect((await search())["error"]).toMatchObject({ type: "connect_transport_exception" });
  shown.push(JSON.stringify(await reload()));
  expect((await search())["hits"]).toMatchObject({ total: { value: 1 } });
  expect((await ask(here, "GET", "/_remote/info"))["there"]).toMatchObject({
    connected: true,
    cluster_credentials: "::es_redacted::",
  });
  await run(["there"], await keyFor("other"));
  await reload();
  expect(await search()).toMatchObject({ status: 403 });
  expect(await run(["there", "--remove"])).toBe("removed the key for there\n");
  await reload();
  const refused = await search();
  expect(refused["error"]).toMatchObject({ type: "connect_transport_exception" });
  shown.push(JSON.stringify(refused), JSON.stringify(await ask(here, "GET", "/_cluster/settings?include_defaults")));
  expect(shown.join("\n")).not.toContain(key);
});

test("the file holds nothing that can be read, and nobody else may read it", async () => {
  const key = await keyFor("ledger");
  await run(["there"], key);
  const [name = ""] = readdirSync(data).filter((one) => one.startsWith("remote-credentials"));
  const text = readFileSync(join(data, name), "utf8");
  expect(text).not.toContain(key);
  expect(text).not.toContain(Buffer.from(key, "base64").toString());
  if (process.platform !== "win32") expect(statSync(join(data, name)).mode & 0o077).toBe(0);
});

test("what was changed in the file is told, and the keys of before go on", async () => {
  await run(["there"], await keyFor("ledger"));
  await reload();
  await run(["more"], await keyFor("ledger"));
  const path = join(data, "remote-credentials.json");
  const { there: sealed } = JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
  writeFileSync(path, JSON.stringify({ more: sealed }));
  const [node] = Object.values((await reload())["nodes"] as Body) as Body[];
  expect(node?.["reload_exception"]).toMatchObject({ reason: expect.stringContaining("does not open") });
  expect((await search())["hits"]).toMatchObject({ total: { value: 1 } });
});

test.each<[string, string[], string, RegExp]>([
  ["what is no key", ["there"], "two words", /standard input must hold a key/],
  ["an alias that none can be", ["a b"], "x", /cannot be the alias/],
  ["a key that is not there", ["--remove", "none"], "", /there is no key for \[none\]/],
  ["to remove nothing", ["--remove"], "", /wants the alias/],
  ["a folder without data", ["x", "--data", join(folder, "none")], "x", /there is no data of a server/],
  ["memory", ["x", "--data", ":memory:"], "x", /works on a folder/],
])("%s is refused", async (_, args, input, words) => {
  await expect(run(args, input)).rejects.toThrow(words);
  await expect(run(args, input)).rejects.toMatchObject({ name: "SettingError" });
});
