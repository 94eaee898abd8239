/** `update_by_query`: writes what a query matches once more, so that it is as mapping and pipelines say now. */
import { illegalArgument } from "../compat/errors.ts";
import type { WriteItem } from "../documents/documents.ts";
import type { Operation } from "./operation.ts";
import { readByQueryRequest } from "./requests/by-query/by-query-request.ts";
import type { HitWork } from "./requests/by-query/by-query-worker.ts";
import { answerByQuery } from "./requests/by-query/run-by-query.ts";
import { sourceOf } from "./requests/by-query/source-of.ts";
import type { FoundHit } from "./requests/by-query/scrolled-hits.ts";
import { optionalObject } from "./requests/request-body.ts";

export const updateByQuery: Operation = {
  name: "update_by_query",
  actions: ["indices:data/write/update/byquery"],
  cancellable: true,
  outlivesClient: true,

  async handle(request, services) {
    const body = (await optionalObject(request)) ?? {};
    if (body["script"] !== undefined) throw illegalArgument("[script] is not supported by this server yet");
    const { pipeline, index = "", version_type: versionType } = request.parameters;
    // The specification names it; Elasticsearch refuses it, too.
    if (versionType !== undefined) throw illegalArgument("[version_type] is not supported by this server yet");
    const asked = readByQueryRequest(request, body);
    const work: HitWork = {
      description: `update-by-query [${index.split(",").join(", ")}]`,
      withSource: true,
      counts: ["updated"],
      itemsOf: (hits) => hits.map((hit) => sameDocument(hit, pipeline)),
    };
    return answerByQuery({ request, services, asked, work });
  },
};

function sameDocument(hit: FoundHit, pipeline: string | undefined): WriteItem {
  const { index, id, routing, seqNo: ifSeqNo, primaryTerm: ifPrimaryTerm } = hit;
  const options = { routing, ifSeqNo, ifPrimaryTerm };
  return { kind: "index", index, id, source: sourceOf(hit), options, pipeline };
}
