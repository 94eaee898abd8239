/** Parameters that are taken with a deprecation warning. */
import { type NameTable, nameTable } from "../core/names.ts";
import type { OperationRoute } from "./operation-routes.ts";

const NO_EFFECT =
  "the [?local] query parameter to this API has no effect, is now deprecated, and will be removed in a future version";

/** Operations where `local` still says something. */
const LOCAL_WORKS = new Set(["cluster.health", "cluster.state"]);

/** What operations about aliases are called in their own warning. */
const ALIAS_REQUESTS: NameTable<string> = nameTable({
  "cat.aliases": "cat-aliases",
  "indices.exists_alias": "get-aliases",
  "indices.get_alias": "get-aliases",
});

const MESSAGES: NameTable<string> = nameTable({
  ignore_throttled:
    "[ignore_throttled] parameter is deprecated because frozen indices have been deprecated. Consider cold or frozen tiers in place of frozen indices.",
  min_compatible_shard_node:
    "[min_compatible_shard_node] parameter is deprecated because all shards of a node have its version",
  parent_task: "[parent_task] parameter is deprecated, use [parent_task_id] instead",
});

/** The warning for a parameter of an operation; undefined when it is not deprecated. */
export function deprecationOf(name: string, value: string, route: OperationRoute): string | undefined {
  if (name === "local") return localWarning(value, route);
  if (Object.hasOwn(MESSAGES, name)) return MESSAGES[name];
  if (name === "node_id" && route.op === "cat.tasks") return "[node_id] parameter is deprecated, use [nodes] instead";
  return route.deprecatedParameters?.includes(name) ? `[${name}] parameter is deprecated` : undefined;
}

function localWarning(value: string, { op }: OperationRoute): string | undefined {
  const request = ALIAS_REQUESTS[op];
  if (request !== undefined)
    return `the [?local=${value}] query parameter to ${request} requests has no effect and will be removed in a future version`;
  return LOCAL_WORKS.has(op) ? undefined : NO_EFFECT;
}
