/** The indices that documents of a simulated ingest would go to: their settings, and the mapping they must fit. */
import { COMPONENT_TEMPLATES, INDEX_TEMPLATES } from "../../cluster/templates/template.ts";
import { type ChangeInputs, unchanged } from "../../cluster/cluster-change.ts";
import type { ClusterState, IndexMetadata } from "../../cluster/cluster-state.ts";
import { resolveDateMath } from "../../cluster/date-math-names.ts";
import { newIndex } from "../../cluster/new-index.ts";
import { type Composed, composedFor, composedOf } from "../../cluster/templates/composed-template.ts";
import { matchingIndexTemplate, matchingLegacyTemplates } from "../../cluster/templates/matching-templates.ts";
import { mutableSettings } from "../../cluster/templates/template.ts";
import { knownWriteIndex } from "../../cluster/write-index.ts";
import { RequestError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { mergeDocument } from "../../documents/write/update-document.ts";
import type { IndexSettings } from "../../documents/write/ingest.ts";
import { mergeMappings } from "../../mapping/merge-mappings.ts";
import type { Services } from "../operation.ts";
import type { SimulateIngestBody } from "./simulate-ingest-body.ts";

export interface SimulatedIndex {
  /** Those that say which pipelines run. */
  readonly settings: IndexSettings;
  /** What its documents must fit; an error: nothing can. Undefined: there is no mapping, and anything fits. */
  readonly metadata: IndexMetadata | RequestError | undefined;
}

/** What stands for templates and mappings. */
export type Substitutions = Pick<
  SimulateIngestBody,
  "componentTemplates" | "indexTemplates" | "mappingAddition" | "mergesAsIndex"
>;

/** One for each name. Nothing of it stays. */
export async function simulatedIndices(
  names: readonly string[],
  substitutions: Substitutions,
  { cluster }: Services,
): Promise<Map<string, SimulatedIndex>> {
  const found = new Map<string, SimulatedIndex>();
  await cluster.preview({
    task: "simulate-ingest",
    apply(state, inputs) {
      const substituted = withTemplates(state, substitutions);
      for (const name of names) found.set(name, simulated(name, { state: substituted, inputs, substitutions }));
      return unchanged(state);
    },
  });
  return found;
}

function withTemplates(state: ClusterState, { componentTemplates, indexTemplates }: Substitutions): ClusterState {
  const { customs } = state;
  return {
    ...state,
    customs: {
      ...customs,
      [COMPONENT_TEMPLATES]: { ...customs[COMPONENT_TEMPLATES], ...componentTemplates },
      [INDEX_TEMPLATES]: { ...customs[INDEX_TEMPLATES], ...indexTemplates },
    },
  };
}

interface Simulation {
  /** With the templates that stand for others. */
  readonly state: ClusterState;
  readonly inputs: ChangeInputs;
  readonly substitutions: Substitutions;
}

/**
 * An index that is there counts as it is, unless templates are substituted: then it is looked at as if it were made
 * now, and an addition to the mapping is made to what templates say, and to its own mapping only without any.
 */
function simulated(given: string, simulation: Simulation): SimulatedIndex {
  const { state, inputs, substitutions } = simulation;
  const { componentTemplates, indexTemplates, mappingAddition } = substitutions;
  const replaces = Object.keys(componentTemplates).length + Object.keys(indexTemplates).length > 0;
  const adds = Object.keys(mappingAddition).length > 0;
  let settings: IndexSettings = {};
  try {
    const name = resolveDateMath(given, inputs.nowMs);
    const index = knownWriteIndex(state, name, false);
    if (index && !replaces) settings = index.settings;
    if (index && !replaces && !adds) return { settings, metadata: index };
    const composed = composedNow(state, name);
    if (!index || replaces) settings = withoutNulls(composed?.settings ?? {});
    if (composed)
      return { settings, metadata: newMetadata(name, composed.settings, composed.mappingOf({}), simulation) };
    if (!adds) return { settings, metadata: undefined };
    const { settings: own, mapping } = index ?? { settings: {}, mapping: {} };
    return { settings, metadata: newMetadata(name, index ? analysisSettings(own) : own, mapping, simulation) };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { settings, metadata: error };
  }
}

function composedNow(state: ClusterState, name: string): Composed | undefined {
  const template = matchingIndexTemplate(state, name, false);
  if (template) return composedOf(state, template, { isBacking: template.dataStream !== undefined });
  return matchingLegacyTemplates(state, name, undefined).length > 0 ? composedFor(state, name, undefined) : undefined;
}

function newMetadata(
  name: string,
  settings: Composed["settings"],
  mapping: JsonObject,
  { inputs, substitutions: { mappingAddition, mergesAsIndex } }: Simulation,
): IndexMetadata {
  const index = newIndex(name, { name, settings: mutableSettings(settings), mappings: {}, aliases: {} }, inputs);
  const merge = (current: JsonObject, update: JsonObject): JsonObject =>
    mergeMappings(current, update, index.settings, inputs.analysisOf(index));
  if (mergesAsIndex) return { ...index, mapping: merge(merge({}, mapping), mappingAddition) };
  return { ...index, mapping: merge({}, mergeDocument(mapping, mappingAddition).merged) };
}

/** Settings of an index that another may be made with. */
function analysisSettings(settings: IndexSettings): IndexSettings {
  return Object.fromEntries(
    Object.entries(settings).filter(([name]) => name.startsWith("index.analysis.") || name.startsWith("index.mapping")),
  );
}

function withoutNulls(settings: Composed["settings"]): IndexSettings {
  return Object.fromEntries(
    Object.entries(settings).filter((entry): entry is [string, string | readonly string[]] => entry[1] !== null),
  );
}
