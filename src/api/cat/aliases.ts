/** `cat.aliases`: aliases with their indices. */
import { ownAliases } from "../../cluster/data-streams/data-stream.ts";
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import { takesName } from "../../compat/chosen-names.ts";
import { listParameter } from "../../http/parameters.ts";
import { localOfAliases } from "../targets/alias-parameters.ts";
import { EVERY_INDEX, indexOptions } from "../targets/index-options.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { visibleIndices } from "../targets/visible-indices.ts";
import { catTable } from "../stats/columns.ts";

export const catAliases: Operation = {
  name: "cat.aliases",
  actions: ["indices:admin/aliases/get"],
  deprecated: { local: localOfAliases("cat-aliases") },

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const list = listParameter(parameters, "name");
    const patterns = list === undefined || list.includes("_all") ? ["*"] : list;
    const indices = visibleIndices(
      services,
      request.principal,
      undefined,
      indexOptions(parameters, EVERY_INDEX),
      "view_index_metadata",
    );
    checkIndexBlocks(
      indices.map(({ metadata }) => metadata),
      "metadata_read",
    );
    const rows = indices.flatMap(({ metadata }) =>
      Object.entries(ownAliases(metadata))
        .filter(([alias]) => takesName(patterns, alias))
        .map(([alias, definition]) => ({
          alias,
          index: metadata.name,
          filter: definition.filter === undefined ? "-" : "*",
          "routing.index": definition.index_routing ?? "-",
          "routing.search": definition.search_routing ?? "-",
          is_write_index: definition.is_write_index === undefined ? "-" : String(definition.is_write_index),
        })),
    );
    return {
      status: 200,
      table: catTable(
        "cat.aliases",
        ["alias", "index", "filter", "routing.index", "routing.search", "is_write_index"],
        rows,
      ),
    };
  },
};
