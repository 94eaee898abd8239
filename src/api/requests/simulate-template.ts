/** What an index would be that takes an index template, and which other templates it keeps from being taken. */
import { seriesSettings } from "../../cluster/data-streams/series-times.ts";
import type { ChangeInputs } from "../../cluster/cluster-change.ts";
import { unchanged, type ClusterChange } from "../../cluster/cluster-change.ts";
import type { ClusterState } from "../../cluster/cluster-state.ts";
import { newIndex } from "../../cluster/new-index.ts";
import { nestSettings, normalizeIndexSettings } from "../../cluster/index-settings.ts";
import { composedOf } from "../../cluster/templates/composed-template.ts";
import { overlapping } from "../../cluster/templates/matching-templates.ts";
import {
  composedLifecycle,
  type IndexTemplate,
  indexTemplates,
  legacyTemplates,
  mutableSettings,
} from "../../cluster/templates/template.ts";
import { mergeMappings } from "../../mapping/merge-mappings.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Services } from "../operation.ts";
import { shownLifecycle } from "./render-lifecycle.ts";

/**
 * The answer, after the changes: `choose` names the template in the state that results. Nothing of it stays.
 */
export async function simulateTemplate(
  { cluster }: Services,
  changes: readonly ClusterChange[],
  choose: (state: ClusterState) => IndexTemplate | undefined,
  defaults: boolean,
): Promise<JsonObject> {
  let answer: JsonObject = {};
  await cluster.preview(...changes, {
    task: "simulate-template",
    apply(state, inputs) {
      const template = choose(state);
      answer = template ? simulated(state, template, { inputs, defaults }) : {};
      return unchanged(state);
    },
  });
  return answer;
}

function simulated(
  state: ClusterState,
  template: IndexTemplate,
  { inputs, defaults }: { inputs: ChangeInputs; defaults: boolean },
): JsonObject {
  const isBacking = template.dataStream !== undefined;
  const composed = composedOf(state, template, { isBacking });
  const next = { stream: template.name, settings: composed.settings, mappings: composed.mappingOf({}) };
  const series = isBacking ? seriesSettings(state, { ...next, nowMs: inputs.nowMs }) : {};
  const settings = { ...series, ...mutableSettings(composed.settings) };
  const index = newIndex(template.name, { name: template.name, settings, mappings: {}, aliases: {} }, inputs);
  const mappings = mergeMappings({}, composed.mappingOf({}), index.settings, inputs.analysisOf(index), "create");
  const lifecycle = composedLifecycle(state, template);
  const tier = { "index.routing.allocation.include._tier_preference": isBacking ? "data_hot" : "data_content" };
  const others = [
    ...overlapping(template.patterns, legacyTemplates(state)),
    ...overlapping(template.patterns, indexTemplates(state)),
  ];
  return {
    template: {
      settings: nestSettings({ ...tier, ...normalizeIndexSettings(settings) }),
      ...(Object.keys(mappings).length > 0 ? { mappings } : {}),
      aliases: Object.fromEntries(Object.entries(composed.aliases).map(([name, alias]) => [name, { ...alias }])),
      ...(lifecycle ? { lifecycle: shownLifecycle(lifecycle, defaults) } : {}),
    },
    overlapping: others
      .filter(({ name }) => name !== template.name)
      .map(({ name, patterns }) => ({ name, index_patterns: [...patterns] })),
  };
}
