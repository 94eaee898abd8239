/** Repositories in an S3-compatible store, over the whole engine. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../src/server/engine.ts";
import { S3_KEYS, S3Server } from "../src/testing/store/s3-server.ts";
import { type Caller, callerOf } from "./engine-caller.ts";
import { inMemory } from "./in-memory.ts";

let store: S3Server;
let engine: Engine;
let call: Caller["call"];
let told: Caller["told"];

beforeAll(async () => {
  store = await S3Server.open();
  engine = await openEngine({ ...inMemory, runsTasks: false, s3Endpoints: [store.endpoint], log: () => undefined });
  ({ call, told } = callerOf(engine));
});
afterAll(async () => {
  await engine.close();
  store.close();
});

const KEYS = { access_key: S3_KEYS.accessKey, secret_key: S3_KEYS.secretKey };
const register = (name: string, settings: object): Promise<unknown> =>
  told("PUT", `/_snapshot/${name}`, { type: "s3", settings: { bucket: "bucket", ...KEYS, ...settings } });

test("snapshots are made in a bucket, listed by another server, restored and removed", async () => {
  expect(await register("r", { base_path: "/some/base/", chunk_size: "1kb", storage_class: "standard_ia" })).toEqual([
    200,
    { acknowledged: true },
  ]);
  for (let id = 0; id < 40; id++) await call("PUT", `/s3-1/_doc/${id}`, { text: `word${id}`, n: id });
  await call("POST", "/s3-1/_refresh");
  expect((await call("PUT", "/_snapshot/r/one?wait_for_completion=true", { indices: "s3-1" })).status).toBe(200);
  expect([...store.objects.keys()].every((key) => key.startsWith("some/base/"))).toBe(true);
  const before = store.objects.size;
  await call("PUT", "/_snapshot/r/two?wait_for_completion=true", { indices: "s3-1" });
  // A root with its mirror in place of those before, and what the snapshot cost.
  expect(store.objects.size - before).toBeLessThanOrEqual(3);
  const other = await openEngine({
    ...inMemory,
    runsTasks: false,
    s3Endpoints: [store.endpoint],
    log: () => undefined,
  });
  try {
    const { call: ask } = callerOf(other);
    const settings = { bucket: "bucket", base_path: "some/base", readonly: true, ...KEYS };
    await ask("PUT", "/_snapshot/theirs", { type: "s3", settings });
    expect((await ask("GET", "/_snapshot/theirs/_all")).body.total).toBe(2);
    await ask("POST", "/_snapshot/theirs/two/_restore?wait_for_completion=true");
    expect((await ask("GET", "/s3-1/_search?q=text:word7")).body.hits.hits[0]._source).toEqual({ text: "word7", n: 7 });
  } finally {
    await other.close();
  }
  await call("DELETE", "/_snapshot/r/*");
  expect([...store.objects.keys()].filter((key) => !/\/(index|mirror)-\d+$/.test(key))).toEqual([]);
});

test("secrets are shown nowhere, and kept encrypted", async () => {
  await register("secret", { base_path: "secret" });
  const { body } = await call("GET", "/_snapshot/secret");
  expect(body).toEqual({ secret: { type: "s3", settings: { bucket: "bucket", base_path: "secret" } } });
  expect((await call("POST", "/_snapshot/secret/_verify")).status).toBe(200);
  const everything = JSON.stringify([engine.node.cluster.state, (await call("GET", "/_cluster/state")).body]);
  for (const secret of Object.values(S3_KEYS)) expect(everything).not.toContain(secret);
});

test("what is no place for a repository is refused with its reason", async () => {
  const refused = async (settings: object): Promise<unknown> => {
    const { status, body } = await call("PUT", "/_snapshot/no", {
      type: "s3",
      settings: { bucket: "bucket", ...KEYS, ...settings },
    });
    return [status, body.error.type, body.error.caused_by.type, body.error.caused_by.reason];
  };
  const not = [500, "repository_exception"];
  const illegal = [...not, "illegal_argument_exception"];
  expect(await refused({ bucket: "" })).toEqual([...illegal, "No bucket defined for s3 repository"]);
  expect(await refused({ client: "other" })).toEqual([
    ...illegal,
    "Unknown s3 client name [other]. Existing client configs: default",
  ]);
  expect(await refused({ endpoint: "http://169.254.169.254" })).toEqual([
    ...illegal,
    "endpoint [http://169.254.169.254] doesn't match any of the endpoints specified by s3-endpoints",
  ]);
  expect(await refused({ storage_class: "glacier" })).toEqual([
    ...not,
    "blob_store_exception",
    "`glacier` is not a valid S3 Storage Class.",
  ]);
  const verification = [500, "repository_verification_exception", "i_o_exception"];
  expect(((await refused({ secret_key: "x" })) as unknown[]).slice(0, 3)).toEqual(verification);
  store.ignoresConditions = true;
  expect(await refused({ base_path: "unsafe" })).toEqual([
    ...verification,
    "a blob is written in place of another one where there must be none: no conditional writes",
  ]);
  store.ignoresConditions = false;
  const closed = await openEngine({ ...inMemory, runsTasks: false, log: () => undefined });
  const answer = await callerOf(closed).call("PUT", "/_snapshot/r", { type: "s3", settings: { bucket: "b" } });
  expect(answer.body.error.caused_by.reason).toBe(
    "endpoint [] doesn't match any of the endpoints specified by s3-endpoints because this setting is empty",
  );
  await closed.close();
});
