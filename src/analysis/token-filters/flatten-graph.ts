import type { TokenFilterKind } from "../component.ts";
import { flattenGraph as flatten } from "../flatten-graph.ts";

export const flattenGraph: TokenFilterKind = {
  name: "flatten_graph",
  summary: "Turns a graph of tokens into one that can be indexed, where ways beside each other overlap.",
  create: () => ({ filter: flatten }),
};
