/** Removes a pipeline, or those that a pattern matches, unless an index runs its documents through one of them. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { simpleMatch } from "../../compat/wildcard.ts";
import { ownOf, put } from "../../core/names.ts";
import { type ClusterChange, unchanged } from "../cluster-change.ts";
import type { ClusterState } from "../cluster-state.ts";
import { PIPELINES } from "./put-pipeline.ts";

export function deletePipelines(name: string): ClusterChange {
  return {
    task: `delete-pipeline-${name}`,
    apply(state) {
      const known = Object.entries(ownOf(state.customs, PIPELINES) ?? {});
      const chosen = known.map(([id]) => id).filter((id) => id === name || simpleMatch(name, id));
      if (chosen.length === 0) {
        if (name === "*") return unchanged(state);
        throw new RequestError(404, "resource_not_found_exception", `pipeline [${name}] is missing`);
      }
      for (const id of chosen) refuseUsed(state, id);
      const customs = { ...state.customs };
      put(customs, PIPELINES, Object.fromEntries(known.filter(([id]) => !chosen.includes(id))));
      return {
        state: { ...state, customs },
        events: chosen.map((id) => ({ action: "deleted", model: PIPELINES, name: id })),
      };
    },
  };
}

const USES = [
  ["default", "index.default_pipeline"],
  ["final", "index.final_pipeline"],
] as const;

function refuseUsed(state: ClusterState, id: string): void {
  const indices = Object.values(state.indices);
  for (const [kind, setting] of USES) {
    const users = indices.filter(({ settings }) => settings[setting] === id).map(({ name }) => name);
    if (users.length === 0) continue;
    const list = users.slice(0, 3).join(",");
    throw illegalArgument(
      `pipeline [${id}] cannot be deleted because it is the ${kind} pipeline for ${users.length} index(es) including [${list}]`,
    );
  }
}
