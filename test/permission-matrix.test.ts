/** Who may do what at `/`: as Elasticsearch 8.19 answers the same callers with the same rights. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  ASKED,
  type Caller,
  CALLERS,
  LIMITED_DESCRIPTORS,
  type Matrix,
  matrixOf,
  MEMBER_ROLE,
  type SendAs,
} from "./permission-matrix.ts";
import { call, startServer } from "./server-process.ts";

const recordFile = new URL("permission-matrix.json", import.meta.url);
/**
 * Address of a secured 8.19, and user:password of its superuser; with WARDEX_RECORD=1 the table is written anew. Its
 * file realm has the users matrix-ordinary, matrix-member (with the role MEMBER_ROLE) and matrix-limited (with a role
 * like LIMITED_DESCRIPTORS).
 */
const oracle = process.env["WARDEX_SECURED_ORACLE"];
const oracleSuperuser = process.env["WARDEX_SECURED_ORACLE_USER"] ?? "elastic:oracle-pw";
const basic = (text: string): string => `Basic ${btoa(text)}`;
const PASSWORD = "matrix-password";

const ofTheOracle: Record<Caller, string | undefined> = {
  anonymous: undefined,
  expired: "ApiKey bm90OmtleQ==",
  ordinary: basic(`matrix-ordinary:${PASSWORD}`),
  member: basic(`matrix-member:${PASSWORD}`),
  limited: basic(`matrix-limited:${PASSWORD}`),
  superuser: basic(oracleSuperuser),
};

/** The same here: the member has its role by a group, and limited rights are those of an API key. */
async function everyone(send: SendAs, superuser: string): Promise<Record<Caller, string | undefined>> {
  await send("PUT", "/_security/role/matrix-reader", MEMBER_ROLE, superuser);
  await send("PUT", "/_security/user/matrix-ordinary", { password: PASSWORD, roles: [] }, superuser);
  await send("PUT", "/_security/user/matrix-member", { password: PASSWORD, roles: [] }, superuser);
  const { body: found } = await send("GET", "/api/v2beta/core/users/?username=matrix-member", undefined, superuser);
  await send(
    "POST",
    "/api/v2beta/core/groups/",
    { name: "matrix-group", users: [found.results[0].pk], roles: ["matrix-reader"] },
    superuser,
  );
  const limited = await send(
    "PUT",
    "/_security/api_key",
    { name: "matrix-limited", role_descriptors: LIMITED_DESCRIPTORS },
    superuser,
  );
  const expired = await send("PUT", "/_security/api_key", { name: "matrix-expired", expiration: "1ms" }, superuser);
  return {
    anonymous: undefined,
    expired: `ApiKey ${expired.body.encoded}`,
    ordinary: basic(`matrix-ordinary:${PASSWORD}`),
    member: basic(`matrix-member:${PASSWORD}`),
    limited: `ApiKey ${limited.body.encoded}`,
    superuser,
  };
}

const MONITORS: Matrix[string] = ["401", "401", "403", "may", "403", "may"];

/** What the archive of 8.19 cannot tell, with the reason for what stands here. */
const BY_RULE: Matrix = {
  // Not in the archive; cluster:monitor/main, as 8.19 with all its modules.
  info: ["401", "401", "403", "may", "403", "may"],
  ping: ["401", "401", "403", "may", "403", "may"],
  // A module that is not in the archive; actions of its source, with the privileges whose patterns they match.
  delete_by_query: ["401", "401", "403", "403", "403", "may"],
  delete_by_query_rethrottle: ["401", "401", "403", "403", "403", "may"],
  reindex: ["401", "401", "403", "403", "403", "may"],
  reindex_rethrottle: ["401", "401", "403", "403", "403", "may"],
  update_by_query: ["401", "401", "403", "403", "403", "may"],
  update_by_query_rethrottle: ["401", "401", "403", "403", "403", "may"],
  // Not in the archive; the privileges that the specification names.
  ...Object.fromEntries(
    ["data_frame_analytics", "datafeeds", "jobs", "trained_models"].map((table) => [`cat.ml_${table}`, MONITORS]),
  ),
  "cat.transforms": MONITORS,
  // Not in the archive; the patterns of manage_slm and read_slm.
  ...Object.fromEntries(
    [
      "delete_lifecycle",
      "execute_lifecycle",
      "execute_retention",
      "get_lifecycle",
      "get_stats",
      "get_status",
      "put_lifecycle",
      "start",
      "stop",
    ].map((operation) => [`slm.${operation}`, ["401", "401", "403", "403", "403", "may"] as const]),
  ),
  // Not in the archive; the privilege that the specification names.
  "snapshot.repository_verify_integrity": ["401", "401", "403", "403", "403", "may"],
  "snapshot.repository_analyze": ["401", "401", "403", "403", "403", "may"],
  // Came after 8.19; the privilege of nodes.stats, which it shows.
  "cat.circuit_breaker": MONITORS,
  // A basic license starts neither itself nor a trial, and says so by a 403 of its own.
  "license.post_start_basic": ["401", "401", "403", "403", "403", "403"],
  "license.post_start_trial": ["401", "401", "403", "403", "403", "403"],
  // Not in the archive; the privileges whose patterns the actions of its source match.
  ...Object.fromEntries(
    ASKED.filter((name) => name.startsWith("ccr.")).map((name) => [name, ["401", "401", "403", "403", "403", "may"]]),
  ),
  "ccr.follow_info": MONITORS,
  "ccr.follow_stats": MONITORS,
  "ccr.stats": MONITORS,
  // It asks modules that are not in the archive.
  "xpack.info": MONITORS,
  "xpack.usage": MONITORS,
  // Not in the archive; actions of its source, with the privileges whose patterns they match.
  ...Object.fromEntries(
    ASKED.filter((name) => name.startsWith("ilm.")).map((name) => [name, ["401", "401", "403", "403", "403", "may"]]),
  ),
  "ilm.explain_lifecycle": MONITORS,
  // Not in the archive, as data streams and frozen indices are not; the privileges that the specification names.
  ...Object.fromEntries(
    ASKED.filter((name) =>
      /^indices\.(create_from|freeze|unfreeze|.*_data_stream_(settings|mappings|options))$/.test(name),
    ).map((name) => [name, ["401", "401", "403", "403", "403", "may"]]),
  ),
  // Privileges of the specification: its callers were not asked when the table was recorded.
  "indices.get_data_lifecycle_stats": MONITORS,
  "nodes.hot_threads": MONITORS,
  "nodes.usage": MONITORS,
  // Without a name it asks for no index.
  "indices.resolve_cluster": ["401", "401", "403", "may", "may", "may"],
  // Came after 8.19; the privilege of adding a block.
  "indices.remove_block": ["401", "401", "403", "403", "403", "may"],
  // Came after the table was recorded; the privileges whose patterns its action matches.
  "simulate.ingest": ["401", "401", "403", "403", "may", "may"],
  // One's own password: the users of its file realm cannot change theirs, those of the native realm can.
  "security.change_password": ["401", "401", "may", "may", "403", "may"],
};

function tableText(matrix: Matrix): string {
  const rows = Object.entries(matrix).map(
    ([name, verdicts]) => `  ${JSON.stringify(name)}: ${JSON.stringify(verdicts)}`,
  );
  return `{\n"callers": ${JSON.stringify(CALLERS)},\n"operations": {\n${rows.join(",\n")}\n}\n}\n`;
}

const sendTo =
  (url: string): SendAs =>
  (method, path, body, authorization) =>
    call(url, method, path, body, authorization === undefined ? {} : { authorization });

test.skipIf(oracle === undefined)("the table is what Elasticsearch answers", { timeout: 300_000 }, async () => {
  const send = sendTo(oracle ?? "");
  const matrix = await matrixOf(send, ofTheOracle);
  await send("DELETE", "/matrix-books,matrix-target?ignore_unavailable=true", undefined, ofTheOracle.superuser);
  if (process.env["WARDEX_RECORD"] === "1") writeFileSync(recordFile, tableText(matrix));
  expect(matrix).toEqual(JSON.parse(readFileSync(recordFile, "utf8")).operations);
});

test("everyone may what the table says, on every operation", { timeout: 120_000 }, async () => {
  const server = await startServer(["--security", "on"], { WARDEX_ADMIN_TOKEN: "an-administrators-token" });
  const send = sendTo(server.url);
  const superuser = "Bearer an-administrators-token";
  const credentials = await everyone(send, superuser);
  const recorded: Matrix = { ...JSON.parse(readFileSync(recordFile, "utf8")).operations, ...BY_RULE };
  expect(Object.keys(recorded)).toEqual(ASKED);
  expect(await matrixOf(send, credentials)).toEqual(recorded);
  await server.stop();
});
