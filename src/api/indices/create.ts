/** `indices.create`: makes an index with settings, mappings and aliases. */
import { createdIndex, createIndex as createIndexChange } from "../../cluster/changes/create-index.ts";
import { resolveDateMath } from "../../cluster/date-math-names.ts";
import { hiddenOf, legacyWarning } from "../../cluster/templates/matching-templates.ts";
import { systemClock } from "../../core/clock.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { newIndexBody } from "../requests/new-index-body.ts";
import { optionalObject, parseFailure } from "../requests/request-body.ts";
import { shardsAcknowledged } from "../requests/shards-acknowledged.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { activeShardCount } from "../targets/write-parameters.ts";

export const createIndex: Operation = {
  name: "indices.create",
  actions: ["indices:admin/create"],
  audit: "told",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const wanted = activeShardCount(parameters["wait_for_active_shards"]);
    const body = (await optionalObject(request)) ?? {};
    for (const key of Object.keys(body)) {
      if (key !== "settings" && key !== "mappings" && key !== "aliases")
        throw parseFailure(`unknown key [${key}] for create index`);
    }
    const parts = await newIndexBody(body, request, services);
    const creation = createIndexChange({ name: parameters["index"] ?? "", ...parts });
    const name = resolveDateMath(parameters["index"] ?? "", systemClock.now());
    const warning = legacyWarning(services.cluster.state, name, hiddenOf(parts.settings));
    if (warning !== undefined) request.warn(warning);
    const metadata = createdIndex(await services.cluster.apply(changeSource(createIndex.name, request), creation));
    return {
      status: 200,
      body: {
        acknowledged: true,
        shards_acknowledged: shardsAcknowledged(services, metadata, wanted),
        index: metadata.name,
      },
    };
  },
};
