/** How often mappings use fields of certain types (`flattened`, `vectors` and `runtime_fields` of `xpack.usage`). */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { mappedFields } from "./mapped-fields.ts";
import { runtimeTypes } from "./mappings-part.ts";

const HERE = { available: true, enabled: true };

export function fieldUsage(indices: readonly IndexMetadata[]): Record<string, object> {
  const fields = indices.flatMap(({ mapping }) => [...mappedFields(mapping)]);
  const ofType = (wanted: string): typeof fields => fields.filter(({ type }) => type === wanted);
  const dimensions = ofType("dense_vector").flatMap(({ definition: { dims } }) =>
    typeof dims === "number" ? dims : [],
  );
  const all = dimensions.reduce((sum, dims) => sum + dims, 0);
  return {
    flattened: { ...HERE, field_count: ofType("flattened").length },
    vectors: {
      ...HERE,
      dense_vector_fields_count: ofType("dense_vector").length,
      dense_vector_dims_avg_count: dimensions.length === 0 ? 0 : Math.floor(all / dimensions.length),
      sparse_vector_fields_count: ofType("sparse_vector").length,
    },
    runtime_fields: { ...HERE, field_types: runtimeTypes(indices) },
  };
}
