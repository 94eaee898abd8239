/**
 * Installs what a cluster is tested with, by `go install`, into a folder of the user's cache: nats-server and the Versity
 * gateway. Run alone it prints where they are; without Go it says so, and tests that want them are skipped.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MODULES = {
  "nats-server": "github.com/nats-io/nats-server/v2@latest",
  versitygw: "github.com/versity/versitygw/cmd/versitygw@latest",
};
const INSTALL_MS = 900_000;

/** `WARDEX_CLUSTER_BIN`, else a folder of the cache. */
export const folder =
  process.env.WARDEX_CLUSTER_BIN ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "wardex", "cluster");

/** Path of a component, which is installed when it is missing; undefined, with a line that says why, when it cannot be. */
export function component(name) {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  const go = ["go", "/usr/local/go/bin/go"].find((each) => spawnSync(each, ["version"]).status === 0);
  if (!go) return missing(name, "there is no go command");
  mkdirSync(folder, { recursive: true });
  const options = { encoding: "utf8", timeout: INSTALL_MS, env: { ...process.env, GOBIN: folder } };
  const { status, stderr, error } = spawnSync(go, ["install", MODULES[name]], options);
  return status === 0 ? path : missing(name, (stderr || String(error)).trim());
}

function missing(name, why) {
  console.log(`${name} is not there: ${why}`);
  return undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const name of Object.keys(MODULES)) {
    const path = component(name);
    if (path) console.log(path);
  }
