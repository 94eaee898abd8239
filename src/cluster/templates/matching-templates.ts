/** Which templates an index takes, and which of them are in each other's way (`MetadataIndexTemplateService`). */
import { RequestError } from "../../compat/errors.ts";
import { patternsOverlap, simpleMatchAny } from "../../compat/wildcard.ts";
import type { JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { ClusterState } from "../cluster-state.ts";
import { normalizeIndexSettings } from "../index-settings.ts";
import {
  composedSettings,
  type IndexTemplate,
  indexTemplates,
  type LegacyTemplate,
  legacyTemplates,
} from "./template.ts";

/** The setting by which an index is hidden. */
export const HIDDEN = "index.hidden";

/** Whether the settings of a request hide its index; undefined: they do not say. */
export function hiddenOf(settings: JsonObject): boolean | undefined {
  const hidden = ownOf(normalizeIndexSettings(settings), HIDDEN);
  return typeof hidden === "string" ? hidden === "true" : undefined;
}

/** A template with the patterns for which it stands. */
export interface NamedPatterns {
  readonly name: string;
  readonly patterns: readonly string[];
}

/** Whether a pattern is the one of every index: hidden indices take no templates with it. */
export function isGlobal({ patterns }: Pick<NamedPatterns, "patterns">): boolean {
  return patterns.includes("*");
}

/** The index template of the highest priority for an index or data stream of this name. */
export function matchingIndexTemplate(state: ClusterState, name: string, isHidden: boolean): IndexTemplate | undefined {
  const [winner] = indexTemplates(state)
    .filter((template) => !(isHidden && isGlobal(template)) && simpleMatchAny(template.patterns, name))
    .sort((one, other) => other.priority - one.priority);
  if (winner && isGlobal(winner) && HIDDEN in composedSettings(state, winner)) {
    throw illegalState(
      `global index template [${winner.name}], composed of component templates [${winner.composedOf.join(",")}] defined the index.hidden setting, which is not allowed`,
    );
  }
  return winner;
}

/** Legacy templates for an index, that of the highest order first; `isHidden` as the request says it. */
export function matchingLegacyTemplates(
  state: ClusterState,
  name: string,
  isHidden: boolean | undefined,
): LegacyTemplate[] {
  const matching = legacyTemplates(state)
    .filter((template) => !(isHidden === true && isGlobal(template)) && simpleMatchAny(template.patterns, name))
    .sort((one, other) => other.order - one.order);
  const hiding = matching.find(({ settings }) => HIDDEN in settings);
  if (isHidden !== undefined || hiding === undefined) return matching;
  const left = hiding.settings[HIDDEN] === "true" ? matching.filter((template) => !isGlobal(template)) : matching;
  if (left.includes(hiding)) return left;
  throw illegalState(`A global index template [${hiding.name}] defined the index hidden setting, which is not allowed`);
}

/** The warning for an index that takes several legacy templates; undefined: it takes none or one. */
export function legacyWarning(state: ClusterState, name: string, isHidden: boolean | undefined): string | undefined {
  if (matchingIndexTemplate(state, name, isHidden ?? false)) return undefined;
  const names = matchingLegacyTemplates(state, name, isHidden).map((template) => template.name);
  if (names.length < 2) return undefined;
  return `index [${name}] matches multiple legacy templates ${listText(names.sort())}, composable templates will only match a single template`;
}

/** Those among `others` for which an index name exists that they and `patterns` match, by name. */
export function overlapping<Template extends NamedPatterns>(
  patterns: readonly string[],
  others: readonly Template[],
): Template[] {
  return others
    .filter((other) => patterns.some((one) => other.patterns.some((pattern) => patternsOverlap(one, pattern))))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** `a,b] with patterns (a => [x*],b => [y*, z*]`, as errors and warnings tell of other templates. */
export function namesWithPatterns(templates: readonly NamedPatterns[]): string {
  const names = templates.map(({ name }) => name).join(",");
  return `[${names}] with patterns (${templates.map(({ name, patterns }) => `${name} => ${listText(patterns)}`).join(",")})`;
}

/** A list as Java shows it. */
export function listText(texts: readonly string[]): string {
  return `[${texts.join(", ")}]`;
}

function illegalState(reason: string): RequestError {
  return new RequestError(500, "illegal_state_exception", reason);
}
