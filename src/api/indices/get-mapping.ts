/** `indices.get_mapping`: the mappings of indices. */
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import { DESCRIBED_INDICES, indexOptions } from "../targets/index-options.ts";
import type { Operation } from "../operation.ts";
import { filterMapping } from "../requests/filter-mapping.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

export const getMapping: Operation = {
  name: "indices.get_mapping",
  actions: ["indices:admin/mappings/get"],

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const indices = visibleIndices(
      services,
      request.principal,
      parameters["index"],
      indexOptions(parameters, DESCRIBED_INDICES),
      "view_index_metadata",
    );
    checkIndexBlocks(
      indices.map(({ metadata }) => metadata),
      "metadata_read",
    );
    return {
      status: 200,
      body: Object.fromEntries(
        indices.map(({ metadata, access }) => [metadata.name, { mappings: filterMapping(metadata.mapping, access) }]),
      ),
    };
  },
};
