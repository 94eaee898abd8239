/** Stores a legacy template. */
import { illegalArgument } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { ClusterChange } from "../cluster-change.ts";
import type { ClusterState } from "../cluster-state.ts";
import { checkContent, checkNames, checkTemplateAliases } from "../templates/check-template.ts";
import { isGlobal, listText, namesWithPatterns, overlapping } from "../templates/matching-templates.ts";
import { contentOf, indexTemplates, LEGACY_TEMPLATES, legacyTemplates } from "../templates/template.ts";
import { checkIndexSettings } from "../index-settings.ts";
import { withCustom } from "./put-custom.ts";

export interface PutLegacyTemplateRequest {
  readonly name: string;
  readonly create: boolean;
  readonly cause: string;
  readonly patterns: readonly string[];
  /** In its stored form. */
  readonly template: JsonObject;
}

export function putLegacyTemplate({
  name,
  create,
  cause,
  patterns,
  template,
}: PutLegacyTemplateRequest): ClusterChange {
  return {
    task: `create-index-template [${name}], cause [${cause}]`,
    apply(state, inputs) {
      const content = contentOf(template);
      checkIndexSettings(content.settings, "create");
      checkNames(name, patterns, content.settings);
      checkTemplateAliases(Object.keys(content.aliases), patterns);
      checkContent(content, inputs);
      if (create && ownOf(ownOf(state.customs, LEGACY_TEMPLATES), name))
        throw illegalArgument(`index_template [${name}] already exists`);
      const refusal = overlapsOf(state, name, patterns);
      if (refusal !== undefined && !mayOverlap(state, name, patterns))
        throw illegalArgument(`${refusal}, use composable templates (/_index_template) instead`);
      return withCustom(state, LEGACY_TEMPLATES, name, template);
    },
  };
}

/** The warning for a template that index templates put into the shade; undefined: there are none. */
export function legacyOverlapWarning(
  state: ClusterState,
  name: string,
  patterns: readonly string[],
): string | undefined {
  const overlaps = overlapsOf(state, name, patterns);
  return overlaps === undefined
    ? undefined
    : `${overlaps}; this template [${name}] may be ignored in favor of a composable template at index creation time`;
}

function overlapsOf(state: ClusterState, name: string, patterns: readonly string[]): string | undefined {
  const others = overlapping(patterns, indexTemplates(state)).filter((other) => other.name !== name);
  if (others.length === 0) return undefined;
  return `legacy template [${name}] has index patterns ${listText(patterns)} matching patterns from existing composable templates ${namesWithPatterns(others)}`;
}

/** Global templates, and updates that keep the patterns. */
function mayOverlap(state: ClusterState, name: string, patterns: readonly string[]): boolean {
  const before = legacyTemplates(state).find((template) => template.name === name);
  return isGlobal({ patterns }) || (before !== undefined && before.patterns.join(",") === patterns.join(","));
}
