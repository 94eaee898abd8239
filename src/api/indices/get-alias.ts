/** `indices.get_alias`: aliases by index and name; 404 naming those that are missing. */
import { streamAliases, streamOf, takesWrites } from "../../cluster/data-streams/data-stream.ts";
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import type { AliasMetadata } from "../../cluster/cluster-state.ts";
import { put } from "../../core/names.ts";
import { excludes, takesName } from "../../compat/chosen-names.ts";
import { listParameter } from "../../http/parameters.ts";
import { aliasesBesideIndex, localOfAliases } from "../targets/alias-parameters.ts";
import { EVERY_INDEX, indexOptions } from "../targets/index-options.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

export const getAlias: Operation = {
  name: "indices.get_alias",
  actions: ["indices:admin/aliases/get"],
  indexNames: aliasesBesideIndex,
  deprecated: { local: localOfAliases("get-aliases") },

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const patterns = listParameter(parameters, "name");
    const all = patterns === undefined || patterns.includes("_all");
    const indices = visibleIndices(
      services,
      request.principal,
      parameters["index"],
      indexOptions(parameters, EVERY_INDEX),
      "view_index_metadata",
    );
    checkIndexBlocks(
      indices.map(({ metadata }) => metadata),
      "metadata_read",
    );
    const body: Record<string, unknown> = {};
    const found = new Set<string>();
    const expression = parameters["index"];
    for (const { metadata, aliases: reached } of indices) {
      const aliases: Record<string, AliasMetadata> = {};
      const stream = streamOf(metadata);
      // A data stream has the aliases of the index that takes its writes; its indices show none by themselves.
      if (stream !== undefined && (!takesWrites(metadata) || (expression !== undefined && reached === undefined)))
        continue;
      for (const [alias, definition] of streamAliases(metadata)) {
        if (!all && !takesName(patterns, alias)) continue;
        put(aliases, alias, definition);
        found.add(alias);
      }
      const shows = patterns === undefined && (stream === undefined || expression !== undefined);
      if (shows || Object.keys(aliases).length > 0) put(body, stream ?? metadata.name, { aliases });
    }
    const missing = all
      ? []
      : namesOnly(patterns)
          .filter((name) => !found.has(name))
          .sort();
    if (missing.length === 0) return { status: 200, body };
    const error = `${missing.length === 1 ? "alias" : "aliases"} [${missing.join(",")}] missing`;
    return { status: 404, body: { error, status: 404, ...body } };
  },
};

/** The parts that name one alias each. */
function namesOnly(patterns: readonly string[]): string[] {
  return patterns.filter((pattern, at) => !pattern.includes("*") && !excludes(patterns, at));
}
