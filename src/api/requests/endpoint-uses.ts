/** Which indices have texts whose vectors an inference endpoint makes. */
import type { ClusterState } from "../../cluster/cluster-state.ts";
import { isJsonObject, type Json } from "../../core/json.ts";

/** Names of indices, in order. */
export function endpointUses({ indices }: ClusterState, id: string): string[] {
  return Object.values(indices)
    .filter(({ mapping }) => uses(mapping["properties"], id))
    .map(({ name }) => name)
    .sort();
}

function uses(properties: Json | undefined, id: string): boolean {
  if (!isJsonObject(properties)) return false;
  return Object.values(properties).some((field) => {
    if (!isJsonObject(field)) return false;
    if (field["type"] === "semantic_text") return field["inference_id"] === id || field["search_inference_id"] === id;
    return uses(field["properties"], id) || uses(field["fields"], id);
  });
}
