/** Makes an alias a data stream: its indices become those of the stream, and the write index stays the newest. */
import { illegalArgument } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import { updatedIndices } from "../changed-indices.ts";
import type { ClusterChange } from "../cluster-change.ts";
import type { AliasMetadata, IndexMetadata } from "../cluster-state.ts";
import { DATA_STREAMS, type DataStream, storedDataStream } from "../data-streams/data-stream.ts";
import { mergeMappings } from "../../mapping/merge-mappings.ts";
import { aliasTargets } from "../index-table.ts";
import { matchingIndexTemplate } from "../templates/matching-templates.ts";
import { composedLifecycle } from "../templates/template.ts";
import { writeIndexOf } from "../write-index.ts";
import { withCustom } from "./put-custom.ts";

export function migrateToDataStream(name: string): ClusterChange {
  return {
    task: `migrate-to-data-stream [${name}]`,
    apply(state, inputs) {
      const template = matchingIndexTemplate(state, name, false);
      if (!template?.dataStream) throw illegalArgument(`no matching index template found for data stream [${name}]`);
      const targets = aliasTargets(state, name);
      if (targets.length === 0) throw illegalArgument(`alias [${name}] does not exist`);
      if (targets.some(({ aliases }) => ownOf(aliases, name)?.is_data_stream === true))
        throw illegalArgument(`alias [${name}] is a data stream alias, and can not be migrated`);
      checkPlain(name, targets);
      const writer = writeIndexOf(targets, name);
      if (!writer) throw illegalArgument(`alias [${name}] must specify a write index`);
      const ordered = [...targets.filter((index) => index !== writer), writer];
      const { hidden, allowCustomRouting } = template.dataStream;
      const members = ordered.map((index): IndexMetadata => {
        const own: AliasMetadata = {
          is_data_stream: true,
          is_write_index: index === writer,
          ...(hidden ? { is_hidden: true } : {}),
        };
        const timestamp = { _data_stream_timestamp: { enabled: true } };
        return {
          ...index,
          settings: { ...index.settings, "index.hidden": "true" },
          mapping: mergeMappings(index.mapping, timestamp, index.settings, inputs.analysisOf(index)),
          mappingVersion: index.mappingVersion + 1,
          settingsVersion: index.settingsVersion + 1,
          aliasesVersion: index.aliasesVersion + 1,
          aliases: { ...index.aliases, [name]: own },
        };
      });
      const lifecycle = composedLifecycle(state, template);
      const indices = ordered.map((index) => index.name);
      const stream: DataStream = {
        name,
        generation: 1,
        indices,
        hidden,
        allowCustomRouting,
        lifecycle,
        meta: undefined,
      };
      const changed = updatedIndices(state, members, "aliases");
      const stored = withCustom(changed.state, DATA_STREAMS, name, storedDataStream(stream));
      return { state: stored.state, events: [...changed.events, ...stored.events] };
    },
  };
}

/** Throws 400 for an alias that shows only a part, or reads and writes by routing. */
function checkPlain(name: string, targets: readonly IndexMetadata[]): void {
  for (const { aliases } of targets) {
    const alias = ownOf(aliases, name);
    if (alias?.filter) throw illegalArgument(`alias [${name}] may not have a filter`);
    if (alias?.index_routing !== undefined || alias?.search_routing !== undefined)
      throw illegalArgument(`alias [${name}] may not have custom routing`);
  }
}
