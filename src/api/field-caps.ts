/** `field_caps`: which fields indices have, and what can be done with them. */
import { fieldCaps as fieldCapsKind } from "../search/actions/field-caps.ts";
import { checkIndexBlocks } from "../cluster/index-blocks.ts";
import { indexOptions, SEARCHED_INDICES } from "./targets/index-options.ts";
import type { Operation } from "./operation.ts";
import { bodyText } from "./requests/request-body.ts";
import { runSearch } from "./requests/run-search.ts";
import { visibleIndices } from "./targets/visible-indices.ts";

export const fieldCaps: Operation = {
  name: "field_caps",
  actions: ["indices:data/read/field_caps"],
  cancellable: true,

  async handle(request, services) {
    const { parameters } = request;
    const options = indexOptions(parameters, SEARCHED_INDICES);
    const bodies = [await bodyText(request)];
    const indices = visibleIndices(
      services,
      request.principal,
      parameters["index"],
      options,
      "view_index_metadata",
      "read",
      "indices:data/read/field_caps",
    );
    checkIndexBlocks(
      indices.map(({ metadata }) => metadata),
      "read",
    );
    const targets = indices.map(({ metadata, access }) => ({
      uuid: metadata.uuid,
      index: metadata.name,
      filters: [],
      access,
    }));
    return runSearch(request, services, { kind: fieldCapsKind, targets: [targets], bodies, parameters: [parameters] });
  },
};
