/** The `preference` parameter: which copies and shards serve a read. There is one node and one copy of each shard. */
import { illegalArgument } from "../../compat/errors.ts";
import { simpleMatch } from "../../compat/wildcard.ts";
import type { NodeInfo } from "../stats/node-info.ts";

/** Kinds that choose among copies: with one copy they all come to the same. */
const COPY_KINDS = ["_local", "_only_local", "_prefer_nodes", "_only_nodes"];

/**
 * The shards that `_shards:0,2` names; undefined when the preference does not restrict them. Throws 400 for an unknown
 * kind.
 */
export function preferredShards(preference: string | undefined): number[] | undefined {
  if (preference === undefined || !preference.startsWith("_")) return undefined;
  const [first = ""] = preference.split("|");
  const [kind, list] = split(first);
  if (kind === "_shards") {
    const shards = (list ?? "").split(",").map((part) => Number(part.trim() || Number.NaN));
    if (!shards.every((shard) => Number.isInteger(shard) && shard >= 0))
      throw illegalArgument(`no Preference for [${preference}]`);
    return shards;
  }
  if (!COPY_KINDS.includes(kind)) throw illegalArgument(`no Preference for [${preference}]`);
  return undefined;
}

/** Refuses `_only_nodes` that does not name this node. */
export function checkNodePreference(preference: string | undefined, info: NodeInfo, index: string): void {
  preferredShards(preference);
  const only = preference
    ?.split("|")
    .map(split)
    .find(([kind]) => kind === "_only_nodes");
  if (!only) return;
  const criteria = (only[1] ?? "").split(",").map((part) => part.trim());
  const names = ["_all", "_local", "_master", info.id, info.name, info.host, info.ip];
  if (criteria.some((criterion) => names.some((name) => simpleMatch(criterion, name)))) return;
  throw illegalArgument(`no data nodes with criteria [${criteria.join(",")}] found for shard: [${index}][0]`);
}

function split(text: string): [kind: string, list: string | undefined] {
  const colon = text.indexOf(":");
  return colon < 0 ? [text, undefined] : [text.slice(0, colon), text.slice(colon + 1)];
}
