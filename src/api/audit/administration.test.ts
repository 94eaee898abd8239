import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { operationRoutes } from "../../http/operation-routes.ts";
import { administration } from "./administration.ts";
import { operations } from "../operations.ts";

const folder = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Operations that are asked with a body, or that do something passing, and administer nothing. */
const ASKING =
  /^(search|count|explain|msearch|mget|field_caps|mtermvectors|termvectors|search_shards|indices\.(analyze|resolve_index|validate_query)|cat\.count|cluster\.state)$/;
const DOCUMENTS = /^(bulk|create|delete|index|update)$/;
const PASSING =
  /^(indices\.(refresh|flush|forcemerge|clear_cache|reload_search_analyzers)|tasks\.cancel|cluster\.reroute)$/;
/** They tell of the records that they change; `test/audit-trail.test.ts` asks each of them. */
const SECURITY = /^security\./;

test("every operation that can change something tells the audit trail, or is known to change nothing that is administered", () => {
  const methods = new Map(operationRoutes.map(({ op, urls }) => [op, urls.flatMap((url) => url.methods)]));
  const changing = operations
    .map(({ name }) => name)
    .filter((name) => methods.get(name)?.some((method) => method !== "GET" && method !== "HEAD"));
  expect(changing.length).toBeGreaterThan(30);
  const known = [ASKING, DOCUMENTS, PASSING, SECURITY];
  expect(changing.filter((name) => !administration.has(name) && !known.some((pattern) => pattern.test(name)))).toEqual(
    [],
  );
});

test("every operation that changes the cluster state tells the audit trail", () => {
  const changes =
    /cluster\s*\.(createIndex|deleteIndices|putMapping|putSettings|updateAliases|putCustom|setIndexState|putClusterSettings)\(/;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.includes(".test."),
  );
  const changing = files
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .filter((text) => changes.test(text) && !text.includes("class ToldCluster"));
  const names = changing.map((text) => /^ {2}name: "([\w.]+)",$/m.exec(text)?.[1] ?? text.slice(0, 200));
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !administration.has(name))).toEqual([]);
});

test("what is said to tell the audit trail is there", () => {
  const names = new Set(operations.map(({ name }) => name));
  expect([...administration].filter((name) => !names.has(name))).toEqual([]);
});
