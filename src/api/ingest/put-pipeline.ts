/** `ingest.put_pipeline`: stores a pipeline, after it was compiled. */
import { putPipeline as putPipelineChange } from "../../cluster/changes/put-pipeline.ts";
import { isJsonObject } from "../../core/json.ts";
import { integerParameter } from "../../http/parameters.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { placedError } from "../../ingest/config/configuration-error.ts";
import { keptPolicy, policiesIn } from "../requests/enrich/policies.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { requiredJson } from "../requests/request-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const putPipeline: Operation = {
  name: "ingest.put_pipeline",
  actions: ["cluster:admin/ingest/pipeline/put"],
  audit: "told",

  async handle(request, { cluster, pipelines }) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const { id = "" } = parameters;
    const ifVersion = integerParameter(parameters, "if_version");
    const json = await requiredJson(request);
    // As in Elasticsearch anything but an object says nothing.
    const definition = isJsonObject(json) ? json : {};
    await pipelines.checkPipeline(id, definition);
    for (const policy of policiesIn(definition)) {
      const isExecuted = keptPolicy(cluster.state, policy)?.index !== undefined;
      if (!isExecuted)
        throw placedError(
          { type: "enrich" },
          illegalArgument(`no enrich index exists for policy with name [${policy}]`),
        );
    }
    await cluster.apply(changeSource(putPipeline.name, request), putPipelineChange({ id, definition, ifVersion }));
    return { status: 200, body: { acknowledged: true } };
  },
};
