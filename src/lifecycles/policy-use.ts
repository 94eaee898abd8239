/** What uses a policy: indices, data streams and templates. */
import type { ClusterState } from "../cluster/cluster-state.ts";
import { dataStreams } from "../cluster/data-streams/data-stream.ts";
import { matchingIndexTemplate } from "../cluster/templates/matching-templates.ts";
import { composedSettings, type IndexTemplate, indexTemplates } from "../cluster/templates/template.ts";
import { policyNameOf } from "./policy.ts";

export interface PolicyUse {
  readonly indices: readonly string[];
  readonly dataStreams: readonly string[];
  readonly templates: readonly string[];
}

export function policyUse(state: ClusterState, policy: string): PolicyUse {
  const asks = (template: IndexTemplate): boolean =>
    policyNameOf({ settings: composedSettings(state, template) }) === policy;
  return {
    indices: Object.values(state.indices).flatMap((index) => (policyNameOf(index) === policy ? [index.name] : [])),
    dataStreams: dataStreams(state).flatMap(({ name, hidden }) => {
      const template = matchingIndexTemplate(state, name, hidden);
      return template && asks(template) ? [name] : [];
    }),
    templates: indexTemplates(state).flatMap((template) => (asks(template) ? [template.name] : [])),
  };
}
