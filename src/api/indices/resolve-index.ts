/** `indices.resolve_index`: the indices and aliases that an expression names, here and in other clusters. */
import { put } from "../../core/names.ts";
import { isJson, isMembers } from "../../remote/link-protocol.ts";
import type { PlainData } from "../../remote/plain-data.ts";
import { askClusters } from "../requests/ask-clusters.ts";
import { clustersNamed } from "../requests/clusters-named.ts";
import { type Named, RESOLVE_ACTION, resolvedHere, type ResolvedNames } from "../requests/resolved-names.ts";
import type { Operation } from "../operation.ts";

export const resolveIndex: Operation = {
  name: "indices.resolve_index",
  actions: ["indices:admin/resolve/index"],
  indexNames: ["name"],
  audit: "nothing",

  async handle(request, services) {
    const { name = "", ...rest } = request.parameters;
    const split = clustersNamed(services, name);
    if (!split || split.remote.size === 0)
      return { status: 200, body: resolvedHere(request, services, split?.local ?? name) };
    const parts = await askClusters<ResolvedNames>(request, services, split, {
      action: RESOLVE_ACTION,
      body: { parameters: rest },
      here: (expression) => Promise.resolve(resolvedHere(request, services, expression)),
      read: readNames,
      skips: () => true,
    });
    // Clusters that cannot tell name nothing.
    const found = parts.flatMap(({ outcome }) => ("error" in outcome ? [] : [outcome]));
    const all = (kind: keyof ResolvedNames): readonly Named[] => found.flatMap((names) => names[kind]);
    const body = { indices: all("indices"), aliases: all("aliases"), data_streams: all("data_streams") };
    return { status: 200, body };
  },
};

function readNames(answer: PlainData, alias: string): ResolvedNames {
  const { indices, aliases, data_streams: streams } = isMembers(answer) ? answer : {};
  const named = (list: PlainData): Named[] =>
    Array.isArray(list) ? list.flatMap((one: PlainData) => namedThere(one, alias)) : [];
  return { indices: named(indices), aliases: named(aliases), data_streams: named(streams) };
}

/** Names of indices and streams say of which cluster they are. */
const NAMES: readonly string[] = ["name", "indices", "backing_indices", "aliases", "data_stream"];

function namedThere(one: PlainData, alias: string): Named[] {
  if (!isMembers(one) || !isJson(one) || typeof one["name"] !== "string") return [];
  const shown: Record<string, unknown> & { name: string } = { name: "" };
  for (const [member, value] of Object.entries(one)) {
    const there = (name: unknown): string => `${alias}:${String(name)}`;
    const isName = NAMES.includes(member);
    put(shown, member, !isName ? value : Array.isArray(value) ? value.map(there) : there(value));
  }
  return [shown];
}
