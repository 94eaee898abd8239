/** Makes a data stream with its first index, as an index template says. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import type { ChangeInputs, Changed, ClusterChange } from "../cluster-change.ts";
import type { AliasMetadata, ClusterState } from "../cluster-state.ts";
import {
  backingIndexName,
  DATA_STREAMS,
  type DataStream,
  dataStreamOf,
  storedDataStream,
} from "../data-streams/data-stream.ts";
import { checkIndexName } from "../index-names.ts";
import { aliasTargets } from "../index-table.ts";
import { composedOf } from "../templates/composed-template.ts";
import { matchingIndexTemplate } from "../templates/matching-templates.ts";
import { composedLifecycle, INDEX_TEMPLATES } from "../templates/template.ts";
import { createIndex } from "./create-index.ts";
import { withCustom } from "./put-custom.ts";

export function createDataStream(name: string): ClusterChange {
  return {
    task: `create-data-stream [${name}]`,
    apply(state, inputs) {
      checkNewStream(state, name);
      const template = matchingIndexTemplate(state, name, false);
      if (!template) throw illegalArgument(`no matching index template found for data stream [${name}]`);
      if (!template.dataStream)
        throw illegalArgument(
          `matching index template [${template.name}] for data stream [${name}] has no data stream template`,
        );
      const { hidden, allowCustomRouting } = template.dataStream;
      const lifecycle = composedLifecycle(state, template);
      const given = ownOf(ownOf(ownOf(state.customs, INDEX_TEMPLATES), template.name), "_meta");
      const meta = isJsonObject(given) ? given : undefined;
      const stream: DataStream = { name, generation: 0, indices: [], hidden, allowCustomRouting, lifecycle, meta };
      const { aliases } = composedOf(state, template, { isBacking: true });
      return withNextIndex(state, stream, { inputs, aliases });
    },
  };
}

/** The state with one more index of a stream, which takes the writes; the stream is made where it is new. */
export function withNextIndex(
  state: ClusterState,
  stream: DataStream,
  { inputs, aliases }: { inputs: ChangeInputs; aliases: Readonly<Record<string, AliasMetadata>> },
): Changed {
  const generation = stream.generation + 1;
  const name = backingIndexName(stream.name, generation, inputs.nowMs);
  const own: AliasMetadata = {
    is_data_stream: true,
    is_write_index: true,
    ...(stream.hidden ? { is_hidden: true } : {}),
  };
  const { mappings = {} } = stream;
  const settings: JsonObject = {};
  for (const [setting, value] of Object.entries(stream.settings ?? {})) put(settings, setting, String(value));
  const creation = { name, dataStream: stream.name, settings, mappings };
  const created = createIndex({ ...creation, aliases: { ...aliases, [stream.name]: own } }).apply(state, inputs);
  const next = { ...stream, generation, indices: [...stream.indices, name] };
  const stored = withCustom(created.state, DATA_STREAMS, stream.name, storedDataStream(next));
  return { state: stored.state, events: [...created.events, ...stored.events] };
}

/** Throws what keeps a data stream from having a name. */
export function checkNewStream(state: ClusterState, name: string): void {
  if (dataStreamOf(state, name)) throw alreadyExists(`data_stream [${name}] already exists`);
  checkIndexName(name);
  if (name.startsWith(".ds-")) throw illegalArgument(`data_stream [${name}] must not start with '.ds-'`);
  if (ownOf(state.indices, name) || aliasTargets(state, name).length > 0)
    throw new RequestError(
      500,
      "illegal_state_exception",
      `data stream [${name}] conflicts with existing ${ownOf(state.indices, name) ? "index" : "alias"}`,
    );
}

function alreadyExists(reason: string): RequestError {
  return new RequestError(400, "resource_already_exists_exception", reason);
}
