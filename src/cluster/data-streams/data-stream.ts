/**
 * Data streams: a name for hidden indices in the order of their generation, the newest of which takes what is written.
 * Each of these indices has the name among its aliases, marked as that of a stream: so threads, rights and searches
 * follow a stream as they follow an alias, and nothing is asked twice.
 */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { valueText } from "../../compat/value-text.ts";
import type { FlatSettings } from "../index-settings.ts";
import type { AliasMetadata, ClusterState, IndexMetadata } from "../cluster-state.ts";

/** Kind of `ClusterState.customs`. */
export const DATA_STREAMS = "data_streams";

export interface DataStream {
  readonly name: string;
  readonly generation: number;
  /** Names, the newest last. */
  readonly indices: readonly string[];
  readonly hidden: boolean;
  readonly allowCustomRouting: boolean;
  readonly lifecycle: JsonObject | undefined;
  /** `_meta` of the template that made it. */
  readonly meta: JsonObject | undefined;
  /** Settings, mappings and options of its own, which go before those of its templates. */
  readonly settings?: FlatSettings | undefined;
  readonly mappings?: JsonObject | undefined;
  readonly options?: JsonObject | undefined;
  /** Its indices follow those of another cluster, whose rollovers it goes along with. */
  readonly replicated?: boolean;
}

/** All data streams. */
export function dataStreams(state: ClusterState): DataStream[] {
  return Object.keys(ownOf(state.customs, DATA_STREAMS) ?? {}).flatMap((name) => dataStreamOf(state, name) ?? []);
}

/** The data stream of a name. */
export function dataStreamOf(state: Pick<ClusterState, "customs">, name: string): DataStream | undefined {
  const stored = ownOf(ownOf(state.customs, DATA_STREAMS), name);
  if (!stored) return undefined;
  const indices = ownOf(stored, "indices");
  const lifecycle = ownOf(stored, "lifecycle");
  const meta = ownOf(stored, "_meta");
  const objectOf = (part: string): JsonObject | undefined => {
    const value = ownOf(stored, part);
    return isJsonObject(value) ? value : undefined;
  };
  return {
    name,
    generation: Number(ownOf(stored, "generation") ?? 1),
    indices: Array.isArray(indices) ? indices.filter((index): index is string => typeof index === "string") : [],
    hidden: ownOf(stored, "hidden") === true,
    allowCustomRouting: ownOf(stored, "allow_custom_routing") === true,
    lifecycle: isJsonObject(lifecycle) ? lifecycle : undefined,
    meta: isJsonObject(meta) ? meta : undefined,
    settings: settingsOf(objectOf("settings")),
    mappings: objectOf("mappings"),
    options: objectOf("options"),
    ...(ownOf(stored, "replicated") === true ? { replicated: true } : {}),
  };
}

function settingsOf(stored: JsonObject | undefined): FlatSettings | undefined {
  if (!stored) return undefined;
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, valueText(value)]));
}

/** A data stream in its stored form. */
export function storedDataStream(stream: DataStream): JsonObject {
  const { generation, indices, hidden, allowCustomRouting, lifecycle, meta, settings, mappings, options } = stream;
  const { replicated } = stream;
  return {
    generation,
    indices: [...indices],
    hidden,
    allow_custom_routing: allowCustomRouting,
    ...(lifecycle ? { lifecycle } : {}),
    ...(meta ? { _meta: meta } : {}),
    ...(settings ? { settings: Object.fromEntries(Object.entries(settings).map(([n, v]) => [n, String(v)])) } : {}),
    ...(mappings ? { mappings } : {}),
    ...(options ? { options } : {}),
    ...(replicated ? { replicated } : {}),
  };
}

/** The data stream to which an index belongs. */
export function streamOf({ aliases }: Pick<IndexMetadata, "aliases">): string | undefined {
  for (const name in aliases) if (ownOf(aliases, name)?.is_data_stream === true) return name;
  return undefined;
}

/** The aliases that an index has of its own: those of its data stream are shown with that. */
export function ownAliases(index: Pick<IndexMetadata, "aliases">): Readonly<Record<string, AliasMetadata>> {
  return streamOf(index) === undefined ? index.aliases : {};
}

/** The aliases of the data stream of an index. */
export function streamAliases({ aliases }: Pick<IndexMetadata, "aliases">): [string, AliasMetadata][] {
  return Object.entries(aliases).filter(([, alias]) => alias.is_data_stream !== true);
}

/** Whether an index takes the writes of its data stream. */
export function takesWrites({ aliases }: Pick<IndexMetadata, "aliases">): boolean {
  const name = streamOf({ aliases });
  return name !== undefined && ownOf(aliases, name)?.is_write_index === true;
}

/** Whether the next write is to find a new index of the data stream. */
export function rollsOverOnWrite({ aliases }: Pick<IndexMetadata, "aliases">): boolean {
  const name = streamOf({ aliases });
  return name !== undefined && ownOf(aliases, name)?.rolls_over === true;
}

/** `.ds-logs-2026.01.31-000001`. */
export function backingIndexName(name: string, generation: number, nowMs: number): string {
  const date = new Date(nowMs).toISOString().slice(0, "yyyy-mm-dd".length).replaceAll("-", ".");
  return `.ds-${name}-${date}-${String(generation).padStart(6, "0")}`;
}

/** A write as a data stream sees it. */
export interface StreamWrite {
  readonly kind: "index" | "create" | "update" | "delete";
  /** As the request says it. */
  readonly name: string;
  readonly hasSeqNo: boolean;
  /** Whether the refusal says that there is no index of the name (single writes). */
  readonly isSingle?: boolean;
}

/** Throws 400 for writes that a data stream, or an index of one, does not take. */
export function checkStreamWrite(index: Pick<IndexMetadata, "name" | "aliases">, write: StreamWrite): void {
  const stream = streamOf(index);
  if (stream === undefined) return;
  if (write.name !== index.name) {
    if (write.kind !== "create") throw onlyCreate(write.isSingle === true ? write.name : undefined);
    return;
  }
  if (write.kind === "delete" || write.kind === "update" || (write.kind === "index" && write.hasSeqNo)) return;
  const what = write.kind === "create" ? "op_type=create" : "op_type=index and no if_primary_term and if_seq_no set";
  throw illegalArgument(
    `index request with ${what} targeting backing indices is disallowed, target corresponding data stream [${stream}] instead`,
  );
}

/** 404 for a data stream that is not there. */
export function dataStreamMissing(name: string): RequestError {
  return new RequestError(404, "index_not_found_exception", `no such index [${name}]`, {
    details: { "resource.type": "index_or_alias", "resource.id": name, index_uuid: "_na_", index: name },
  });
}

/** 400 for a write that does not create. */
export function onlyCreate(unknownIndex?: string): RequestError {
  return new RequestError(
    400,
    "illegal_argument_exception",
    "only write ops with an op_type of create are allowed in data streams",
    { cause: unknownIndex === undefined ? undefined : noIndexOfStream(unknownIndex) },
  );
}

/** 404 where a data stream stands that an index is asked for. */
export function noIndexOfStream(name: string): RequestError {
  return new RequestError(404, "index_not_found_exception", `no such index [${name}]`, {
    details: {
      "resource.type": "index_or_alias",
      excluded_ds: "true",
      "resource.id": name,
      index_uuid: "_na_",
      index: name,
    },
  });
}

/** 404 for a name that is not that of a data stream, and would not become one. */
export function noDataStream(name: string, known: boolean): RequestError {
  if (known)
    return new RequestError(
      404,
      "resource_not_found_exception",
      `[require_data_stream] request flag is [true] and [${name}] is not a data stream`,
    );
  const reason = `no such index [${name}] and the index creation request requires a data stream, but no matching index template with data stream template was found for it`;
  return new RequestError(404, "index_not_found_exception", reason, { details: { index_uuid: "_na_", index: name } });
}
