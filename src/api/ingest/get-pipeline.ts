/** `ingest.get_pipeline`: pipelines by their ids or patterns, or all. */
import { PIPELINES } from "../../cluster/changes/put-pipeline.ts";
import { simpleMatch } from "../../compat/wildcard.ts";
import { ownOf } from "../../core/names.ts";
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const getPipeline: Operation = {
  name: "ingest.get_pipeline",
  actions: ["cluster:admin/ingest/pipeline/get"],

  handle({ parameters }, { cluster }) {
    checkTimeouts(parameters);
    const summary = booleanParameter(parameters, "summary", false);
    const asked = (parameters["id"] ?? "*").split(",");
    const found = Object.entries(ownOf(cluster.state.customs, PIPELINES) ?? {}).filter(([id]) =>
      asked.some((pattern) => pattern === id || simpleMatch(pattern, id)),
    );
    const body = Object.fromEntries(found.map(([id, definition]) => [id, summary ? {} : definition]));
    return { status: found.length === 0 ? 404 : 200, body };
  },
};
