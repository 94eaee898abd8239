/** What templates give to a new index: settings, mappings in order, and aliases. */
import type { JsonObject } from "../../core/json.ts";
import { putAll } from "../../core/names.ts";
import type { AliasMetadata, ClusterState } from "../cluster-state.ts";
import { mergedMappings, withDefaults } from "./merge-raw-mappings.ts";
import { matchingIndexTemplate, matchingLegacyTemplates } from "./matching-templates.ts";
import {
  componentsOf,
  composedSettings,
  type IndexTemplate,
  type LegacyTemplate,
  type TemplateSettings,
} from "./template.ts";

/** What an index is made of beside the request. */
export interface Composed {
  readonly settings: TemplateSettings;
  /** The mapping of the index, from that of the request. */
  readonly mappingOf: (requested: JsonObject) => JsonObject;
  readonly aliases: Readonly<Record<string, AliasMetadata>>;
  /** The index template that gave them, if it was one. */
  readonly template: IndexTemplate | undefined;
}

/** Nothing. */
export const NOTHING_COMPOSED: Composed = {
  settings: {},
  mappingOf: (requested) => requested,
  aliases: {},
  template: undefined,
};

/** What backing indices have in any case: their templates may say more of the field, but not that it is optional. */
const TIMESTAMP: JsonObject = { properties: { "@timestamp": { type: "date" } } };
const DATA_STREAM: JsonObject = { _data_stream_timestamp: { enabled: true } };

/** What an index of this name takes; `isHidden` as the request says it. */
export function composedFor(state: ClusterState, name: string, isHidden: boolean | undefined): Composed {
  const template = matchingIndexTemplate(state, name, isHidden ?? false);
  if (template) return composedOf(state, template, { isBacking: false });
  const legacy = matchingLegacyTemplates(state, name, isHidden);
  return legacy.length === 0 ? NOTHING_COMPOSED : ofLegacy(legacy);
}

/**
 * An index template with its component templates; later ones win, and the template itself last. `isBacking`: for an
 * index of a data stream.
 */
export function composedOf(
  state: ClusterState,
  template: IndexTemplate,
  { isBacking }: { readonly isBacking: boolean },
): Composed {
  const parts = [...componentsOf(state, template), template];
  const aliases: Record<string, AliasMetadata> = {};
  for (const part of parts) putAll(aliases, part.aliases);
  return {
    settings: composedSettings(state, template),
    mappingOf(requested) {
      const own = parts.map(({ mappings }) => mappings);
      if (!isBacking) return mergedMappings([...own, requested]);
      const routed = template.dataStream?.allowCustomRouting ? [{ _routing: { required: true } }] : [];
      return mergedMappings([TIMESTAMP, ...routed, ...own, requested, DATA_STREAM]);
    },
    aliases,
    template,
  };
}

/** Templates in descending order. */
function ofLegacy(templates: readonly LegacyTemplate[]): Composed {
  const settings: Record<string, string | readonly string[] | null> = {};
  const aliases: Record<string, AliasMetadata> = {};
  for (const template of templates.toReversed()) {
    putAll(settings, template.settings);
    putAll(aliases, template.aliases);
  }
  return {
    settings,
    mappingOf: (requested) => templates.reduce((mapping, { mappings }) => withDefaults(mapping, mappings), requested),
    aliases,
    template: undefined,
  };
}
