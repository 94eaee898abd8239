/** Snapshots from the first to the last step, over the whole engine; answers as Elasticsearch 8.19 gives them. */
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../src/server/engine.ts";
import { type Caller, callerOf } from "./engine-caller.ts";
import { inMemory } from "./in-memory.ts";
import { temporaryFolder } from "./server-process.ts";

// What a server answers has no type before it is looked at; tests look.
// oxlint-disable-next-line no-explicit-any
type Body = any;

const folder = temporaryFolder();
const logged: string[] = [];
let engine: Engine;
let call: Caller["call"];
let told: Caller["told"];

beforeAll(async () => {
  const log = (level: string, message: string): void => void logged.push(`${level} ${message}`);
  engine = await openEngine({ ...inMemory, runsTasks: false, repositoryFolders: [folder], log });
  ({ call, told } = callerOf(engine));
});
afterAll(() => engine.close());

const ACKNOWLEDGED = [200, { acknowledged: true }];

async function repository(name: string, settings: object = {}): Promise<string> {
  expect(await told("PUT", `/_snapshot/${name}`, { type: "fs", settings: { location: name, ...settings } })).toEqual(
    ACKNOWLEDGED,
  );
  return `/_snapshot/${name}`;
}

async function fill(index: string, count: number, settings: object = {}): Promise<void> {
  await call("PUT", `/${index}`, { settings, mappings: { properties: { text: { type: "text" } } } });
  const lines = Array.from({ length: count }, (_, id) => [
    JSON.stringify({ index: { _id: String(id) } }),
    JSON.stringify({ text: `common ${id % 3 === 0 ? "rare" : ""} word${id}`, n: id }),
  ]);
  const { body } = await call("POST", `/${index}/_bulk?refresh=true`, `${lines.flat().join("\n")}\n`);
  expect(body.errors).toBe(false);
}

/** Everything that a search can tell of an index, whatever its name. */
async function contents(index: string): Promise<unknown> {
  const { body } = await call("POST", `/${index}/_search`, {
    size: 1000,
    version: true,
    seq_no_primary_term: true,
    query: { match: { text: "rare common" } },
    sort: ["_score", { n: "asc" }],
    track_scores: true,
  });
  return body.hits.hits.map(({ _index, ...hit }: Body) => hit);
}

function blobs(repositoryName: string, below = "data"): string[] {
  const place = join(folder, repositoryName, below);
  if (!existsSync(place)) return [];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

test("the integrity of a repository is verified, down to the last bit where that is wanted", async () => {
  const path = await repository("integrity");
  await fill("whole", 30);
  await fill("broken", 30);
  for (const name of ["one", "two"])
    await call("PUT", `${path}/${name}?wait_for_completion=true`, {
      indices: "whole,broken",
      feature_states: ["none"],
    });
  const verified = async (parameters = ""): Promise<Body> =>
    (await call("POST", `${path}/_verify_integrity${parameters}`)).body;
  const restorable = ({ log }: Body): Body =>
    Object.fromEntries(
      log.flatMap(({ index, snapshot_restorability: of }: Body) =>
        of ? [[index.name, of.restorable_snapshot_count]] : [],
      ),
    );
  const before = await verified("?verify_blob_contents=true&max_bytes_per_sec=1gb");
  expect(before.log.filter(({ snapshot }: Body) => snapshot).map(({ snapshot }: Body) => snapshot.snapshot)).toEqual([
    "one",
    "two",
  ]);
  expect(restorable(before)).toEqual({ whole: 2, broken: 2 });
  expect(before.results).toMatchObject({
    status: {
      repository: { name: "integrity", generation: 2 },
      snapshots: { verified: 2, total: 2 },
      indices: { verified: 2, total: 2 },
      index_snapshots: { verified: 4, total: 4 },
      blobs: { verified: expect.any(Number), verified_size_in_bytes: expect.any(Number) },
    },
    final_repository_generation: 2,
    total_anomalies: 0,
    result: "pass",
  });
  const { uuid } = engine.node.cluster.state.indices["broken"]!;
  const [file = ""] = blobs("integrity", join("data", uuid));
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(file, bytes);
  expect((await verified()).results.result).toBe("pass");
  const damaged = await verified("?verify_blob_contents=true&human=true");
  expect(damaged.log.find(({ anomaly }: Body) => anomaly)).toMatchObject({
    anomaly: "corrupt data blob",
    snapshot: { snapshot: "one" },
    index: { name: "broken", uuid },
    shard_id: 0,
    timestamp: expect.any(String),
  });
  expect([restorable(damaged), damaged.results.result]).toEqual([{ whole: 2, broken: 0 }, "fail"]);
  writeFileSync(file, bytes.subarray(1));
  expect((await verified()).log.find(({ anomaly }: Body) => anomaly)).toMatchObject({
    anomaly: "mismatched blob length",
    file_length_in_bytes: bytes.length,
    blob_length_in_bytes: bytes.length - 1,
  });
  rmSync(file);
  expect((await verified()).log.find(({ anomaly }: Body) => anomaly)).toMatchObject({ anomaly: "missing blob" });
  const [metadata = ""] = blobs("integrity", join("indices", uuid));
  writeFileSync(metadata, "x");
  expect((await verified()).log.find(({ anomaly }: Body) => anomaly)).toMatchObject({
    anomaly: "failed to load index metadata",
    exception: { error: { type: "repository_exception" }, status: 500 },
  });
  expect(await told("POST", "/_snapshot/none/_verify_integrity")).toEqual([
    404,
    "repository_missing_exception",
    "[none] missing",
  ]);
  expect(await told("POST", `${path}/_verify_integrity?index_verification_concurrency=-1`)).toEqual([
    400,
    "illegal_argument_exception",
    "argument [index_verification_concurrency] must be at least [0]",
  ]);
});

test("repositories are made, shown, verified, emptied and forgotten; none leaves the folders of the operator", async () => {
  await repository("places", { chunk_size: "1g", compress: true });
  expect(await told("GET", "/_snapshot/places")).toEqual([
    200,
    { places: { type: "fs", settings: { chunk_size: "1g", compress: "true", location: "places" } } },
  ]);
  const outside = (location: string): unknown => told("PUT", "/_snapshot/x", { type: "fs", settings: { location } });
  symlinkSync("/etc", join(folder, "link"));
  for (const location of ["/etc/x", "../x", "a/../../x", "link/x"]) {
    const { status, body } = await call("PUT", "/_snapshot/x", { type: "fs", settings: { location } });
    const reason = `[x] location [${location}] doesn't match any of the locations specified by path.repo`;
    expect(status).toBe(500);
    expect(body.error).toEqual({
      root_cause: [{ type: "repository_exception", reason }],
      type: "repository_exception",
      reason: "[x] failed to create repository",
      caused_by: { type: "repository_exception", reason },
    });
  }
  expect(await outside("")).toEqual([500, "repository_exception", "[x] failed to create repository"]);
  const refused: [string, unknown, unknown[]][] = [
    ["x", { type: "gcs" }, [500, "repository_exception", "[x] repository type [gcs] does not exist"]],
    ["x", {}, [400, "action_request_validation_exception", "Validation Failed: 1: type is missing;"]],
    ["x", undefined, [400, "parse_exception", "request body is required"]],
    [
      "x",
      { type: "fs", settings: [] },
      [400, "illegal_argument_exception", "Malformed settings section, should include an inner object"],
    ],
    ["a%23b", { type: "fs", settings: { location: "a" } }, [500, "repository_exception", "[a#b] must not contain '#'"]],
  ];
  for (const [name, body, error] of refused) expect(await told("PUT", `/_snapshot/${name}`, body)).toEqual(error);
  expect((await call("POST", "/_snapshot/places/_verify")).body.nodes).toEqual({
    [engine.node.info.id]: { name: "in-memory" },
  });
  expect(blobs("places", "")).toEqual([]);
  expect(await told("POST", "/_snapshot/places/_cleanup")).toEqual([
    200,
    { results: { deleted_bytes: 0, deleted_blobs: 0 } },
  ]);
  expect(await told("DELETE", "/_snapshot/none")).toEqual([404, "repository_missing_exception", "[none] missing"]);
  expect(await told("DELETE", "/_snapshot/pla*")).toEqual(ACKNOWLEDGED);
  expect(await told("GET", "/_snapshot/places,other")).toEqual([
    404,
    "repository_missing_exception",
    "[places, other] missing",
  ]);
});

test("a restored index has the same hits, scores, versions and sequence numbers", async () => {
  const place = await repository("same");
  await fill("same-1", 60, { number_of_shards: 3 });
  for (let id = 0; id < 60; id += 4) await call("DELETE", `/same-1/_doc/${id}`);
  for (let id = 1; id < 60; id += 5) await call("PUT", `/same-1/_doc/${id}`, { text: "common again", n: id });
  await call("POST", "/same-1/_refresh");
  const before = await contents("same-1");
  const { status, body } = await call("PUT", `${place}/one?wait_for_completion=true`, { indices: "same-*" });
  expect(status).toBe(200);
  expect(body.snapshot).toMatchObject({
    snapshot: "one",
    repository: "same",
    indices: ["same-1"],
    data_streams: [],
    include_global_state: true,
    state: "SUCCESS",
    failures: [],
    shards: { total: 3, failed: 0, successful: 3 },
    feature_states: [],
  });
  const renaming = { indices: "same-1", rename_pattern: "(.+)", rename_replacement: "back-$1" };
  expect(await told("POST", `${place}/one/_restore?wait_for_completion=true`, renaming)).toEqual([
    200,
    { snapshot: { snapshot: "one", indices: ["back-same-1"], shards: { total: 3, failed: 0, successful: 3 } } },
  ]);
  expect(await contents("back-same-1")).toEqual(before);
  expect((before as unknown[]).length).toBeGreaterThan(30);
  // And it goes on where the other one stopped.
  const [was, is] = await Promise.all(
    ["same-1", "back-same-1"].map((index) => call("PUT", `/${index}/_doc/7`, { text: "new" })),
  );
  const { _index: _one, ...expected } = was!.body;
  const { _index: _other, ...written } = is!.body;
  expect(written).toEqual(expected);
});

test("a second snapshot of an unchanged index copies nothing, and deleting one leaves the other whole", async () => {
  const place = await repository("twice");
  await fill("twice-1", 30);
  const before = await contents("twice-1");
  await call("PUT", `${place}/one?wait_for_completion=true`, { indices: "twice-1" });
  const copied = blobs("twice");
  expect(copied.length).toBeGreaterThan(1);
  await call("PUT", `${place}/two?wait_for_completion=true`, { indices: "twice-1" });
  expect(blobs("twice")).toEqual(copied);
  const { body } = await call("GET", `${place}/two/_status`);
  const [status] = body.snapshots;
  const size = copied.reduce((sum, file) => sum + readFileSync(file).length, 0);
  expect(status.stats.incremental).toEqual({ file_count: 0, size_in_bytes: 0 });
  // With the manifest, which stands in the blob of the index.
  expect(status.stats.total.file_count).toBe(copied.length + 1);
  expect(status.stats.total.size_in_bytes).toBeGreaterThan(size);
  expect(status.indices["twice-1"].shards["0"].stage).toBe("DONE");
  expect(await told("DELETE", `${place}/one`)).toEqual(ACKNOWLEDGED);
  expect(blobs("twice")).toEqual(copied);
  await call("DELETE", "/twice-1");
  await call("POST", `${place}/two/_restore?wait_for_completion=true`, { indices: "twice-1" });
  expect(await contents("twice-1")).toEqual(before);
  await call("DELETE", `${place}/two`);
  expect([...blobs("twice"), ...blobs("twice", "indices")]).toEqual([]);
});

test("what refuses a restore says so in Elasticsearch's words, and changes nothing", async () => {
  const place = await repository("refused");
  await fill("refused-1", 3);
  await fill("refused-2", 3, { number_of_shards: 2 });
  await call("PUT", `${place}/s?wait_for_completion=true`, { indices: "refused-*", include_global_state: false });
  const { body } = await call("GET", `${place}/s`);
  const at = `[refused:s/${body.snapshots[0].uuid}]`;
  const restore = (options: object, name = "s"): Promise<unknown> =>
    told("POST", `${place}/${name}/_restore?wait_for_completion=true`, options);
  const renamed = { indices: "refused-1", rename_pattern: "1", rename_replacement: "3" };
  const cases: [object, unknown[]][] = [
    [
      { indices: "refused-1" },
      [
        500,
        "snapshot_restore_exception",
        `${at} cannot restore index [refused-1] because an open index with same name already exists in the cluster. Either close or delete the existing index or restore the index under a different name by providing a rename pattern and replacement name`,
      ],
    ],
    [{ indices: "nope" }, [404, "index_not_found_exception", "no such index [nope]"]],
    [{ foo: 1 }, [400, "illegal_argument_exception", "Unknown parameter foo"]],
    [{ partial: "x" }, [400, "illegal_argument_exception", "Could not convert [partial] to boolean"]],
    [
      { ...renamed, index_settings: { "index.number_of_shards": 3 } },
      [500, "snapshot_restore_exception", `${at} cannot modify setting [index.number_of_shards] on restore`],
    ],
    [
      { ...renamed, ignore_index_settings: ["index.number_of_replicas"] },
      [500, "snapshot_restore_exception", `${at} cannot remove setting [index.number_of_replicas] on restore`],
    ],
    [
      { indices: "refused-*", rename_pattern: "refused-.", rename_replacement: "x" },
      [
        500,
        "snapshot_restore_exception",
        "[refused:s] indices [refused-2] and [refused-1] are renamed into the same index [x]",
      ],
    ],
    [
      { ...renamed, include_global_state: true },
      [
        500,
        "snapshot_restore_exception",
        `${at} cannot restore global state since the snapshot was created without global state`,
      ],
    ],
    [
      { ...renamed, rename_replacement: "BIG" },
      [400, "invalid_index_name_exception", "Invalid index name [refused-BIG], must be lowercase"],
    ],
    [
      { ...renamed, rename_pattern: ".+", rename_replacement: ".wardex-identity" },
      [403, "security_exception", "index [.wardex-identity] belongs to the server and is closed to this interface"],
    ],
    [
      { ...renamed, feature_states: ["nope"] },
      [500, "snapshot_restore_exception", `${at} requested feature states [[nope]] are not present in snapshot`],
    ],
  ];
  for (const [options, expected] of cases) expect(await restore(options), JSON.stringify(options)).toEqual(expected);
  expect(await restore({}, "none")).toEqual([
    500,
    "snapshot_restore_exception",
    "[refused:none] snapshot does not exist",
  ]);
  expect(await restore({ indices: "nope*" })).toEqual([
    200,
    { snapshot: { snapshot: "s", indices: [], shards: { total: 0, failed: 0, successful: 0 } } },
  ]);
  await call("POST", "/refused-2/_close");
  expect(await restore({ indices: "refused-1", rename_pattern: "1", rename_replacement: "2" })).toEqual([
    500,
    "snapshot_restore_exception",
    `${at} cannot restore index [refused-2] with [2] shards from a snapshot of index [refused-1] with [1] shards`,
  ]);
  expect((await call("GET", "/_cat/indices/refused-*?h=index&s=index&expand_wildcards=all")).body).toBe(
    "refused-1\nrefused-2\n",
  );
});

test("a closed index is restored in place, aliases and settings as asked for", async () => {
  const place = await repository("closed");
  await fill("closed-1", 20);
  await call("PUT", "/closed-1/_alias/closed-alias");
  const before = await contents("closed-1");
  await call("PUT", `${place}/s?wait_for_completion=true`, { indices: "closed-1" });
  await call("PUT", "/closed-1/_doc/new?refresh=true", { text: "common rare" });
  await call("DELETE", "/closed-1/_alias/closed-alias");
  await call("POST", "/closed-1/_close");
  const options = { indices: "closed-1", index_settings: { "index.refresh_interval": "7s" } };
  expect((await call("POST", `${place}/s/_restore?wait_for_completion=true`, options)).status).toBe(200);
  expect(await contents("closed-1")).toEqual(before);
  const { body } = await call("GET", "/closed-1");
  expect(body["closed-1"].aliases).toEqual({ "closed-alias": {} });
  expect(body["closed-1"].settings.index.refresh_interval).toBe("7s");
  const renamed = { ...options, rename_pattern: "-1", rename_replacement: "-2", include_aliases: false };
  await call("POST", `${place}/s/_restore?wait_for_completion=true`, renamed);
  expect((await call("GET", "/closed-2")).body["closed-2"].aliases).toEqual({});
});

test("data streams, templates and settings come back with their indices, under other names too", async () => {
  const place = await repository("streams");
  await call("PUT", "/_index_template/streams", { index_patterns: ["streams-*"], data_stream: {} });
  await call("PUT", "/_data_stream/streams-a");
  await call("POST", "/streams-a/_doc?refresh=true", { "@timestamp": 1, text: "one" });
  await call("POST", "/streams-a/_rollover");
  await call("POST", "/streams-a/_doc?refresh=true", { "@timestamp": 2, text: "two" });
  const { body } = await call("PUT", `${place}/s?wait_for_completion=true`, { indices: "streams-a" });
  expect(body.snapshot.data_streams).toEqual(["streams-a"]);
  expect(body.snapshot.indices).toHaveLength(2);
  await call("DELETE", "/_data_stream/streams-a");
  await call("DELETE", "/_index_template/streams");
  await call("POST", `${place}/s/_restore?wait_for_completion=true`, { include_global_state: true });
  expect((await call("GET", "/_index_template/streams")).status).toBe(200);
  expect((await call("GET", "/streams-a/_count")).body.count).toBe(2);
  const renaming = { rename_pattern: "streams-a", rename_replacement: "streams-b" };
  await call("POST", `${place}/s/_restore?wait_for_completion=true`, renaming);
  const { body: found } = await call("GET", "/_data_stream/streams-b");
  expect(found.data_streams[0].generation).toBe(2);
  expect(found.data_streams[0].indices).toHaveLength(2);
  expect((await call("POST", "/streams-b/_doc?refresh=true", { "@timestamp": 3 })).status).toBe(201);
  expect((await call("GET", "/streams-b/_count")).body.count).toBe(3);
});

test("a damaged blob is named, and breaks nothing but the restore of what it holds", async () => {
  const place = await repository("damaged");
  await fill("damaged-1", 10);
  await call("PUT", `${place}/s?wait_for_completion=true`, { indices: "damaged-1" });
  const [blob = ""] = blobs("damaged");
  const bytes = readFileSync(blob);
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  writeFileSync(blob, bytes);
  const renaming = { indices: "damaged-1", rename_pattern: "1", rename_replacement: "2" };
  const [status, type, reason] = (await told("POST", `${place}/s/_restore?wait_for_completion=true`, renaming)) as [
    number,
    string,
    string,
  ];
  expect([status, type]).toEqual([500, "repository_exception"]);
  expect(reason).toContain(blob.slice(join(folder, "damaged").length + 1));
  expect((await call("GET", "/damaged-2")).status).toBe(404);
  const [index = ""] = blobs("damaged", "").filter((file) => /index-\d+$/.test(file));
  writeFileSync(index, "nonsense");
  // Opened anew, it knows nothing from before.
  await repository("damaged", { compress: true });
  expect((await call("GET", `${place}/_all`)).body.snapshots).toHaveLength(1);
  writeFileSync(index.replace("index-", "mirror-"), "nonsense");
  await told("PUT", "/_snapshot/damaged?verify=false", { type: "fs", settings: { location: "damaged" } });
  const name = index.slice(index.lastIndexOf("/") + 1);
  expect(await told("GET", `${place}/_all`)).toEqual([
    500,
    "repository_exception",
    `[damaged] blob is damaged: file [${name}] is damaged: it has no header of a known format`,
  ]);
});

test("a snapshot goes on beside writes, is shown while it does, keeps its indices, and is given up when it is deleted", async () => {
  const place = await repository("slow", { max_snapshot_bytes_per_sec: "2kb" });
  await fill("slow-1", 40);
  expect(await told("PUT", `${place}/s`, { indices: "slow-1" })).toEqual([200, { accepted: true }]);
  const { body } = await call("GET", `${place}/_current`);
  expect(body.snapshots).toMatchObject([{ snapshot: "s", state: "IN_PROGRESS", indices: ["slow-1"] }]);
  expect((await call("GET", "/_snapshot/_status")).body.snapshots[0]).toMatchObject({
    snapshot: "s",
    state: "STARTED",
  });
  expect((await call("PUT", "/slow-1/_doc/x", { n: 1 })).status).toBe(201);
  for (const [method, url] of [
    ["DELETE", "/slow-1"],
    ["POST", "/slow-1/_close"],
  ] as const) {
    const answer = (await told(method, url)) as unknown[];
    expect(answer.slice(0, 2)).toEqual([400, "snapshot_in_progress_exception"]);
  }
  expect(await told("PUT", `${place}/s`)).toEqual([
    400,
    "snapshot_name_already_in_use_exception",
    "[slow:s] Invalid snapshot name [s], snapshot with the same name is already in-progress",
  ]);
  expect(((await told("DELETE", "/_snapshot/slow")) as unknown[])[1]).toBe("repository_conflict_exception");
  expect(await told("DELETE", `${place}/s`)).toEqual(ACKNOWLEDGED);
  expect((await call("GET", `${place}/_all`)).body).toEqual({ snapshots: [], total: 0, remaining: 0 });
  await call("POST", `${place}/_cleanup`);
  expect([...blobs("slow"), ...blobs("slow", "indices")]).toEqual([]);
});

test("snapshots are listed, sorted and paged, cloned, and removed by patterns", async () => {
  const place = await repository("many");
  await fill("many-1", 2);
  await fill("many-2", 2);
  for (const name of ["a", "b", "c"])
    await call("PUT", `${place}/${name}?wait_for_completion=true`, { indices: name === "a" ? "many-1" : "many-*" });
  const listed = async (query: string, names = "_all"): Promise<unknown[]> => {
    const { body } = await call("GET", `${place}/${names}?${query}`);
    return [body.snapshots.map(({ snapshot }: Body) => snapshot), body.total, body.remaining];
  };
  expect(await listed("sort=name&order=desc")).toEqual([["c", "b", "a"], 3, 0]);
  expect(await listed("sort=index_count")).toEqual([["a", "b", "c"], 3, 0]);
  expect(await listed("sort=name&size=1&offset=1")).toEqual([["b"], 3, 1]);
  const { next } = (await call("GET", `${place}/_all?sort=name&size=2`)).body;
  expect(next).toBe(Buffer.from("b,many,b").toString("base64"));
  expect(await listed(`sort=name&after=${next}`)).toEqual([["c"], 3, 0]);
  expect(await listed("sort=name&from_sort_value=b")).toEqual([["b", "c"], 2, 0]);
  expect(await listed("", "*,-b")).toEqual([["a", "c"], 2, 0]);
  expect(await listed("ignore_unavailable=true", "x,c")).toEqual([["c"], 1, 0]);
  expect(await told("GET", `${place}/x`)).toEqual([404, "snapshot_missing_exception", "[many:x] is missing"]);
  expect(await told("GET", `${place}/_all?size=0`)).toEqual([
    400,
    "action_request_validation_exception",
    "Validation Failed: 1: size must be -1 or greater than 0;",
  ]);
  expect(await told("PUT", `${place}/b/_clone/d`, { indices: "many-2" })).toEqual(ACKNOWLEDGED);
  expect((await call("GET", `${place}/d`)).body.snapshots[0]).toMatchObject({ indices: ["many-2"], metadata: {} });
  expect((await call("GET", "/_cat/snapshots/many?h=id,status,indices&s=id")).body).toBe(
    "a SUCCESS 1\nb SUCCESS 2\nc SUCCESS 2\nd SUCCESS 1\n",
  );
  await call("DELETE", `${place}/a,b,c`);
  await call("DELETE", "/many-2");
  expect((await call("POST", `${place}/d/_restore?wait_for_completion=true`)).status).toBe(200);
  expect((await call("GET", "/many-2/_count")).body.count).toBe(2);
  expect(await told("DELETE", `${place}/*`)).toEqual(ACKNOWLEDGED);
  expect(blobs("many")).toEqual([]);
});

test("what was restored says where it came from, until it is opened anew", async () => {
  const place = await repository("origin");
  await fill("origin-1", 10);
  await call("PUT", `${place}/s?wait_for_completion=true`, { indices: "origin-1" });
  const renaming = { indices: "origin-1", rename_pattern: "1", rename_replacement: "2" };
  await call("POST", `${place}/s/_restore?wait_for_completion=true`, renaming);
  const { body } = await call("GET", "/origin-*/_recovery?detailed=true");
  const files = blobs("origin").length + 1;
  const [shard] = body["origin-2"].shards;
  expect(shard).toMatchObject({
    type: "SNAPSHOT",
    stage: "DONE",
    source: { repository: "origin", snapshot: "s", index: "origin-1" },
    index: { files: { total: files, reused: 0, recovered: files, percent: "100.0%" }, size: { reused_in_bytes: 0 } },
  });
  const bytes = shard.index.files.details.reduce((sum: number, file: Body) => sum + file.length_in_bytes, 0);
  expect(shard.index.size.recovered_in_bytes).toBe(bytes);
  expect(body["origin-1"].shards[0].type).toBe("EMPTY_STORE");
  const row = (await call("GET", "/_cat/recovery/origin-2?h=type,repository,snapshot,files,files_recovered")).body;
  expect(row.trim().split(/\s+/)).toEqual(["snapshot", "origin", "s", String(files), String(files)]);
});

test("an analysis writes, reads, lists and removes, and says what is wrong with a place", async () => {
  const place = await repository("analyzed");
  const query = "blob_count=20&max_blob_size=100kb&max_total_data_size=500kb&seed=7&rare_action_probability=0.3";
  const { status, body } = await call("POST", `${place}/_analyze?${query}&detailed=true&human=true`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    repository: "analyzed",
    blob_count: 20,
    max_blob_size: "100kb",
    max_blob_size_bytes: 102_400,
    seed: 7,
    issues_detected: [],
    summary: { write: { count: 20 }, read: { count: 20 } },
  });
  expect(body.details).toHaveLength(20);
  expect(body.summary.write.total_size_bytes).toBeLessThanOrEqual(500 * 1024);
  expect(blobs("analyzed", "")).toEqual([]);
  for (const [wrong, reason] of [
    ["blob_count=0", "blobCount must be >0, but was [0]"],
    ["max_blob_size=0", "maxBlobSize must be >0, but was [0]"],
    ["rare_action_probability=2", "rareActionProbability must be between 0 and 1 (inclusive), but was [2]"],
  ])
    expect(await told("POST", `${place}/_analyze?${wrong}`)).toEqual([400, "illegal_argument_exception", reason]);
  const late = await call("POST", `${place}/_analyze?timeout=1nanos`);
  expect([late.status, late.body.error.type]).toEqual([500, "repository_verification_exception"]);
  expect(late.body.error.caused_by.reason).toBe("[analyzed] analysis timed out");
  await repository("analyzed", { readonly: true });
  expect(await told("POST", `${place}/_analyze`)).toEqual([
    400,
    "illegal_argument_exception",
    "repository [analyzed] is read-only",
  ]);
});

test("a snapshot and a restore are tasks, and nothing is left of those that are cancelled", async () => {
  const place = await repository("cancelled", { max_snapshot_bytes_per_sec: "2kb" });
  await fill("cancelled-1", 40);
  const cancelled = async (action: string, url: string, body: object): Promise<void> => {
    expect(await told(url.includes("_restore") ? "POST" : "PUT", url, body)).toEqual([200, { accepted: true }]);
    const { nodes } = (await call("GET", `/_tasks?actions=${action}`)).body;
    const [[id, task] = ["", {}]] = Object.entries<Body>(Object.values<Body>(nodes)[0]?.tasks ?? {});
    expect(task).toMatchObject({ action, cancellable: true });
    await call("POST", `/_tasks/${id}/_cancel?wait_for_completion=true`);
    expect((await call("GET", `/_tasks?actions=${action}`)).body).toEqual({ nodes: {} });
  };
  await cancelled("cluster:admin/snapshot/create", `${place}/s`, { indices: "cancelled-1" });
  expect((await call("GET", `${place}/_all`)).body.total).toBe(0);
  await repository("cancelled", { max_restore_bytes_per_sec: "2kb" });
  await call("PUT", `${place}/s?wait_for_completion=true`, { indices: "cancelled-1" });
  const renaming = { rename_pattern: "1", rename_replacement: "2" };
  await cancelled("cluster:admin/snapshot/restore", `${place}/s/_restore`, renaming);
  expect((await call("GET", "/cancelled-2")).status).toBe(404);
});
