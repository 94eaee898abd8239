/** Where `scripts/cluster/components.mjs` installs what a cluster is tested with. */
import { homedir } from "node:os";
import { join } from "node:path";

export const componentFolder =
  process.env["WARDEX_CLUSTER_BIN"] ??
  join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "wardex", "cluster");
