/**
 * `update_by_query`: writes what a query matches once more, so that it is as mapping and pipelines say now, or as a
 * script makes it.
 */
import { illegalArgument } from "../compat/errors.ts";
import type { WriteItem } from "../documents/documents.ts";
import { byQueryScriptText, type ScriptedDocument, updateByQueryScript } from "../documents/write/by-query-script.ts";
import type { FoundHit } from "../documents/write/found-documents.ts";
import { deletedItem, rewrittenItem } from "../documents/write/write-found.ts";
import type { Operation } from "./operation.ts";
import { readByQueryRequest } from "./requests/by-query/by-query-request.ts";
import type { HitWork } from "./requests/by-query/by-query-worker.ts";
import { answerByQuery } from "./requests/by-query/run-by-query.ts";
import { scriptedHits } from "./requests/by-query/scripted-hits.ts";
import { refuseRewrite } from "./targets/document-level-security.ts";
import { optionalObject } from "./requests/request-body.ts";

export const updateByQuery: Operation = {
  name: "update_by_query",
  actions: ["indices:data/write/update/byquery"],
  cancellable: true,
  outlivesClient: true,

  async handle(request, services) {
    const body = (await optionalObject(request)) ?? {};
    const { pipeline, index = "", version_type: versionType } = request.parameters;
    // The specification names it; Elasticsearch refuses it, too.
    if (versionType !== undefined) throw illegalArgument("[version_type] is not supported by this server yet");
    const script = updateByQueryScript(body["script"]);
    const asked = readByQueryRequest(request, body, { ownKeys: ["script"] });
    const work: HitWork = {
      description: `update-by-query [${index.split(",").join(", ")}]${script ? ` updated with ${byQueryScriptText(script)}` : ""}`,
      shown: { withSource: true, withVersion: false },
      counts: ["updated"],
      check: refuseRewrite,
      write: script
        ? async (hits, task) => {
            const made = await scriptedHits(hits, { services, task, script, withVersion: false });
            return made.map((document, at) => changed(hits[at], document, pipeline));
          }
        : { kind: "rewrite", pipeline },
    };
    return answerByQuery({ request, services, asked, work });
  },
};

function changed(
  hit: FoundHit | undefined,
  { op, source }: ScriptedDocument,
  pipeline: string | undefined,
): WriteItem | undefined {
  if (!hit || op === "noop") return undefined;
  return op === "index" ? rewrittenItem(hit, source, pipeline) : deletedItem(hit);
}
