/** ICU's data of the folder of the configuration, on all threads. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { startServer, temporaryFolder } from "./server-process.ts";

const packaged = join(dirname(createRequire(import.meta.url).resolve("icu4c-data/package.json")), "icudt67l.dat");

const index = {
  mappings: { properties: { c: { type: "icu_collation_keyword", language: "sv" }, k: { type: "keyword" } } },
};

test("an archive of the configuration wins over the package, the newest of several", async () => {
  const config = temporaryFolder();
  mkdirSync(join(config, "icu"));
  // An old one that would be refused, and the one of the package under a newer name.
  writeFileSync(join(config, "icu", "icudt8l.dat"), "nothing");
  copyFileSync(packaged, join(config, "icu", "icudt77l.dat"));
  const server = await startServer(["--config-folder", config]);
  expect((await server.call("PUT", "/i", index)).status).toBe(200);
  await server.call("PUT", "/i/_doc/1?refresh=true", { c: "ö" });
  await server.call("PUT", "/i/_doc/2?refresh=true", { c: "z" });
  const { body } = await server.call("POST", "/i/_search", { sort: ["c"] });
  expect(body.hits.hits.map((hit: { _id: string }) => hit._id)).toEqual(["2", "1"]);
  await server.stop();
});

test("a damaged archive is refused by name; an index that needs it opens, and its other fields work", async () => {
  const data = temporaryFolder();
  const sound = await startServer(["--data", data]);
  await sound.call("PUT", "/old", index);
  await sound.call("PUT", "/old/_doc/1?refresh=true", { c: "ö", k: "x" });
  await sound.stop();
  const config = temporaryFolder();
  mkdirSync(join(config, "icu"));
  writeFileSync(join(config, "icu", "icudt77l.dat"), readFileSync(packaged).subarray(0, 5000));
  const server = await startServer(["--data", data, "--config-folder", config]);
  const { status, body } = await server.call("PUT", "/new", index);
  expect(status).toBe(400);
  expect(body.error.reason).toContain("the ICU data [icudt77l.dat] are damaged");
  const found = await server.call("POST", "/old/_search", { query: { term: { k: "x" } }, sort: ["c"] });
  expect(found.body.hits.hits).toHaveLength(1);
  const refused = await server.call("PUT", "/old/_doc/2", { c: "a" });
  expect(refused.status).toBe(400);
  expect(refused.body.error.reason).toContain("the ICU data [icudt77l.dat] are damaged");
  expect((await server.call("PUT", "/old/_doc/3", { k: "y" })).status).toBe(201);
  await server.stop();
});
