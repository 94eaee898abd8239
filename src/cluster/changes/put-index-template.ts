/** Stores an index template, which is composed of component templates. */
import { illegalArgument } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { ClusterChange } from "../cluster-change.ts";
import type { ClusterState } from "../cluster-state.ts";
import { checkComposed, checkNames, checkTemplateAliases, invalidTemplate } from "../templates/check-template.ts";
import { dataStreams } from "../data-streams/data-stream.ts";
import { listText, matchingIndexTemplate, namesWithPatterns, overlapping } from "../templates/matching-templates.ts";
import {
  COMPONENT_TEMPLATES,
  INDEX_TEMPLATES,
  type IndexTemplate,
  indexTemplateOf,
  indexTemplates,
  legacyTemplates,
} from "../templates/template.ts";
import { withCustom } from "./put-custom.ts";

export interface PutIndexTemplateRequest {
  readonly name: string;
  readonly create: boolean;
  readonly cause: string;
  /** In its stored form. */
  readonly template: JsonObject;
}

export function putIndexTemplate({ name, create, cause, template }: PutIndexTemplateRequest): ClusterChange {
  return {
    task: `create-index-template-v2 [${name}], cause [${cause}]`,
    apply(state, inputs) {
      const read = indexTemplateOf(name, template);
      checkComponents(state, read);
      if (create && ownOf(ownOf(state.customs, INDEX_TEMPLATES), name))
        throw illegalArgument(`index template [${name}] already exists`);
      refuseOverlaps(state, read);
      const next = withCustom(state, INDEX_TEMPLATES, name, template);
      if (next.events.length === 0) return next;
      checkNames(name, read.patterns, read.settings);
      checkTemplateAliases(Object.keys(read.aliases), read.patterns);
      refuseUnreferenced(state, next.state, read);
      checkComposed(next.state, read, inputs);
      return next;
    },
  };
}

/** Throws for component templates that are missing and not said to be ignored then. */
export function checkComponents(state: ClusterState, { name, composedOf, ignoredMissing }: IndexTemplate): void {
  const components = ownOf(state.customs, COMPONENT_TEMPLATES);
  const missing = composedOf.filter((component) => !ownOf(components, component));
  if (missing.length > 0 && ignoredMissing.length === 0)
    throw invalidTemplate(
      name,
      `index template [${name}] specifies component templates ${listText(missing)} that do not exist`,
    );
  const refused = missing.filter((component) => !ignoredMissing.includes(component));
  if (refused.length > 0)
    throw invalidTemplate(
      name,
      `index template [${name}] specifies a missing component templates ${listText(refused)} that does not exist and is not part of 'ignore_missing_component_templates'`,
    );
}

/** The warning for an index template that comes before legacy ones; undefined: there are none. */
export function indexOverlapWarning(
  state: ClusterState,
  { name, patterns }: Pick<IndexTemplate, "name" | "patterns">,
): string | undefined {
  const others = overlapping(patterns, legacyTemplates(state));
  if (others.length === 0) return undefined;
  return `index template [${name}] has index patterns ${listText(patterns)} matching patterns from existing older templates ${namesWithPatterns(others)}; this template [${name}] will take precedence during new index creation`;
}

/** Throws 400 when data streams would have no template any more. */
function refuseUnreferenced(before: ClusterState, after: ClusterState, template: IndexTemplate): void {
  const gone = unreferencedStreams(after);
  if (gone.length <= unreferencedStreams(before).length) return;
  const { name, patterns, priority, dataStream } = template;
  const none = dataStream ? "" : "and no data stream configuration ";
  throw illegalArgument(
    `composable template [${name}] with index patterns ${listText(patterns)}, priority [${priority}] ${none}would cause data streams ${listText(gone)} to no longer match a data stream template`,
  );
}

/** Data streams without a template that makes data streams. */
function unreferencedStreams(state: ClusterState): string[] {
  return dataStreams(state)
    .map((stream) => stream.name)
    .filter((stream) => !matchingIndexTemplate(state, stream, false)?.dataStream);
}

function refuseOverlaps(state: ClusterState, { name, patterns, priority }: IndexTemplate): void {
  const others = overlapping(patterns, indexTemplates(state)).filter(
    (other) => other.name !== name && other.priority === priority,
  );
  if (others.length === 0) return;
  throw illegalArgument(
    `index template [${name}] has index patterns ${listText(patterns)} matching patterns from existing templates ${namesWithPatterns(others)} that have the same priority [${priority}], multiple index templates may not match during index creation, please use a different priority`,
  );
}
