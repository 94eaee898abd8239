/** `filter`: nodes that settings include, exclude or require by name, address or attribute. */
import { simpleMatchAny } from "../../../compat/wildcard.ts";
import { ownOf } from "../../../core/names.ts";
import type { ClusterNode, ClusterState, IndexMetadata } from "../../cluster-state.ts";
import { type Decider, no, type Verdict, yes } from "../decider.ts";

const KINDS = ["require", "include", "exclude"] as const;
/** Kept by tiers of data, which every node is of. */
const TIERS = "_tier_preference";

type Settings = Readonly<Record<string, string | readonly string[]>>;
type Filters = readonly (readonly [attribute: string, patterns: readonly string[]])[];

export const filter: Decider = {
  name: "filter",
  decide({ index }, node, { state }) {
    return (
      refused(ofIndex(index), node, "index setting [index.routing.allocation.") ??
      refused(ofCluster(state), node, "cluster setting [cluster.routing.allocation.") ??
      yes("node passes include/exclude/require filters")
    );
  },
};

type Kinds = Readonly<Record<(typeof KINDS)[number], Filters>>;

function ofIndex({ settings }: IndexMetadata): Kinds {
  return kinds("index.routing.allocation.", settings);
}

function ofCluster({ persistentSettings, transientSettings }: ClusterState): Kinds {
  return kinds("cluster.routing.allocation.", { ...persistentSettings, ...transientSettings });
}

function kinds(prefix: string, settings: Settings): Kinds {
  return {
    require: filtersBelow(`${prefix}require.`, settings),
    include: filtersBelow(`${prefix}include.`, settings),
    exclude: filtersBelow(`${prefix}exclude.`, settings),
  };
}

function filtersBelow(prefix: string, settings: Settings): Filters {
  return Object.keys(settings).flatMap((name): (readonly [string, readonly string[]])[] => {
    const value = ownOf(settings, name);
    if (!name.startsWith(prefix) || value === undefined) return [];
    const patterns = [value].flat().flatMap((text) => text.split(",").map((pattern) => pattern.trim()));
    const given = patterns.filter((pattern) => pattern !== "");
    const attribute = name.slice(prefix.length);
    return attribute === TIERS || given.length === 0 ? [] : [[attribute, given]];
  });
}

function refused(all: Kinds, node: ClusterNode, setting: string): Verdict | undefined {
  for (const kind of KINDS) {
    const filters = all[kind];
    if (filters.length === 0) continue;
    const shown = `${setting}${kind}] filters [${filtersText(filters, kind)}]`;
    const matching = filters.map(([attribute, patterns]) => matches(node, attribute, patterns, kind === "require"));
    if (kind === "exclude" && matching.includes(true)) return no(`node matches ${shown}`);
    if (kind === "include" && !matching.includes(true)) return no(`node does not match ${shown}`);
    if (kind === "require" && matching.includes(false)) return no(`node does not match ${shown}`);
  }
  return undefined;
}

function matches(node: ClusterNode, attribute: string, patterns: readonly string[], isEach: boolean): boolean {
  const values = valuesOf(node, attribute);
  const isMet = (pattern: string): boolean => values.some((value) => simpleMatchAny([pattern], value));
  return isEach ? patterns.every(isMet) : patterns.some(isMet);
}

function valuesOf(node: ClusterNode, attribute: string): readonly string[] {
  switch (attribute) {
    case "_name":
      return [node.name];
    case "_id":
      return [node.id];
    case "_host":
      return [node.host, node.ip];
    case "_ip":
    case "_host_ip":
    case "_publish_ip":
      return [node.ip];
    default:
      return [ownOf(node.attributes, attribute) ?? []].flat();
  }
}

function filtersText(filters: Filters, kind: (typeof KINDS)[number]): string {
  const between = kind === "require" ? " AND " : " OR ";
  return filters.map(([attribute, patterns]) => `${attribute}:"${patterns.join(between)}"`).join(",");
}
