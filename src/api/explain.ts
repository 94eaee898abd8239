/** `explain`: why a document matches a query, or not. */
import { explain as explainKind } from "../search/actions/explain.ts";
import { shardRouting } from "../documents/shard-routing.ts";
import { routingMissing } from "../documents/write/write-validation.ts";
import { checkIndexBlocks } from "../cluster/index-blocks.ts";
import { indexNotFound } from "../cluster/index-expressions.ts";
import { ONE_INDEX } from "./targets/index-options.ts";
import type { Operation } from "./operation.ts";
import { checkNodePreference } from "./targets/preference.ts";
import { bodyText } from "./requests/request-body.ts";
import { runSearch } from "./requests/run-search.ts";
import { aliasFilters } from "./targets/search-targets.ts";
import { visibleIndices } from "./targets/visible-indices.ts";
import { aliasRouting } from "./targets/write-target.ts";

export const explain: Operation = {
  name: "explain",
  actions: ["indices:data/read/explain"],
  cancellable: true,

  async handle(request, services) {
    const { parameters } = request;
    const { index: name = "", id = "" } = parameters;
    if (/[,*]/.test(name)) throw indexNotFound(name);
    const [resolved] = visibleIndices(
      services,
      request.principal,
      name,
      ONE_INDEX,
      "read",
      "indices:data/read/explain",
    );
    if (!resolved) throw indexNotFound(name);
    const { metadata, access } = resolved;
    checkIndexBlocks([metadata], "read");
    checkNodePreference(parameters["preference"], services.info, metadata.name);
    const routing = aliasRouting(metadata, name, parameters["routing"] || undefined);
    const placing = shardRouting(metadata);
    if (placing.required && routing === undefined) throw routingMissing(metadata.name, id);
    const shards = [placing.shardOf(id, routing)];
    const target = { uuid: metadata.uuid, index: metadata.name, filters: aliasFilters(resolved), access, shards };
    return runSearch(request, services, {
      kind: explainKind,
      targets: [[target]],
      bodies: [await bodyText(request)],
      parameters: [parameters],
    });
  },
};
