/** Settings and mappings of data streams as responses show them: their own, and what their next index takes. */
import { dataStreamOf } from "../../cluster/data-streams/data-stream.ts";
import type { ClusterState } from "../../cluster/cluster-state.ts";
import { composedOf } from "../../cluster/templates/composed-template.ts";
import { matchingIndexTemplate } from "../../cluster/templates/matching-templates.ts";
import { RequestError } from "../../compat/errors.ts";
import { arranged } from "./render-settings.ts";

export function shownStreamSettings(state: ClusterState, name: string): { settings: object; effective: object } {
  const stream = dataStreamOf(state, name);
  const settings = stream?.settings ?? {};
  const template = stream && matchingIndexTemplate(state, name, stream.hidden);
  const composed = template ? composedOf(state, template, { isBacking: true }).settings : {};
  const effective = Object.fromEntries(
    Object.entries(composed).flatMap(([setting, value]) => (value === null ? [] : [[setting, value]])),
  );
  return { settings: arranged(settings, false), effective: arranged({ ...effective, ...settings }, false) };
}

export function shownStreamMappings(state: ClusterState, name: string): { mappings: object; effective: object } {
  const stream = dataStreamOf(state, name);
  const mappings = stream?.mappings ?? {};
  const template = stream && matchingIndexTemplate(state, name, stream.hidden);
  const effective = template ? composedOf(state, template, { isBacking: true }).mappingOf(mappings) : mappings;
  return { mappings, effective: { _doc: effective } };
}

/** What a change of one stream answers: refusals are told beside the others. */
export async function orReason(change: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await change();
    return undefined;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return error.message;
  }
}
