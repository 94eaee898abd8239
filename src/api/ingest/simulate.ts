/** `ingest.simulate`: tries a pipeline on documents that are not written. */
import { JsonText } from "../../compat/json/json-text.ts";
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { callerOfPipelines } from "../requests/ingest-caller.ts";
import { simulatePipelineBody } from "../requests/simulate-pipeline-body.ts";

export const simulate: Operation = {
  name: "ingest.simulate",
  actions: ["cluster:admin/ingest/pipeline/simulate"],
  audit: "nothing",

  async handle(request, services) {
    const { parameters } = request;
    const verbose = booleanParameter(parameters, "verbose", false);
    const asked = await simulatePipelineBody(request, parameters["id"]);
    const caller = await callerOfPipelines(request.principal, services);
    const docs = await services.pipelines.simulatePipeline({ ...asked, verbose, caller });
    return { status: 200, body: { docs: new JsonText(docs) } };
  },
};
