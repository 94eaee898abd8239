/** `ingest.delete_pipeline`: removes a pipeline, or those that a pattern matches. */
import { deletePipelines } from "../../cluster/changes/delete-pipelines.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const deletePipeline: Operation = {
  name: "ingest.delete_pipeline",
  actions: ["cluster:admin/ingest/pipeline/delete"],
  audit: "told",

  async handle(request, { cluster }) {
    const { parameters } = request;
    checkTimeouts(parameters);
    await cluster.apply(changeSource(deletePipeline.name, request), deletePipelines(parameters["id"] ?? ""));
    return { status: 200, body: { acknowledged: true } };
  },
};
