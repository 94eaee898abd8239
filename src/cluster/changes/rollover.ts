/**
 * Makes a new index for an alias, and has it take the writes from the one before (`MetadataRolloverService`): in one
 * change, so that either both are so or neither is.
 */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import { updatedIndices } from "../changed-indices.ts";
import type { ChangeInputs, Changed, ClusterChange } from "../cluster-change.ts";
import {
  backingIndexName,
  type DataStream,
  dataStreamOf,
  streamAliases,
  streamOf,
} from "../data-streams/data-stream.ts";
import { unchanged } from "../cluster-change.ts";
import type { AliasMetadata, ClusterState, IndexMetadata } from "../cluster-state.ts";
import { resolveDateMath } from "../date-math-names.ts";
import { aliasTargets } from "../index-table.ts";
import { checkIndexName } from "../index-names.ts";
import { writeIndexOf } from "../write-index.ts";
import { withNextIndex } from "./create-data-stream.ts";
import { checkNewName, createIndex, type CreateIndexRequest } from "./create-index.ts";
import { type AliasChange, updateAliases } from "./update-aliases.ts";

/** What conditions are compared with. */
export interface RolloverMeasures {
  readonly docs: number;
  readonly bytes: number;
  readonly mostShardDocs: number;
  readonly mostShardBytes: number;
}

/** A condition as the request states it. */
export interface RolloverCondition {
  /** `max_age`, `min_docs`, … */
  readonly name: string;
  /** `[max_age: 7d]`, as the answer calls it. */
  readonly text: string;
  readonly value: number;
}

export interface RolloverRequest {
  readonly alias: string;
  /** May be date maths; undefined: the next number behind the name of the index before. */
  readonly newIndex: string | undefined;
  readonly creation: Pick<CreateIndexRequest, "settings" | "mappings" | "aliases">;
  readonly conditions: readonly RolloverCondition[];
  /** Of the index that takes the writes, by its uuid; another one meets no condition but that of age. */
  readonly measures: { readonly uuid: string; readonly values: RolloverMeasures } | undefined;
}

/** What a rollover would do, and whether it should. */
export interface RolloverPlan {
  readonly source: IndexMetadata;
  /** As it is given on: date maths stay. */
  readonly providedName: string;
  readonly newName: string;
  readonly results: Readonly<Record<string, boolean>>;
  readonly isMet: boolean;
}

const NOTHING: RolloverMeasures = { docs: 0, bytes: 0, mostShardDocs: 0, mostShardBytes: 0 };
const SHORTEST_NUMBER = 6;

export function rollover(request: RolloverRequest): ClusterChange {
  return {
    task: `rollover_index [${request.alias}]`,
    apply(state, inputs) {
      const { source, providedName, newName, isMet } = planRollover(state, request, inputs.nowMs);
      if (!isMet) return unchanged(state);
      const stream = dataStreamOf(state, request.alias);
      if (stream) return rolledStream(state, stream, { source, inputs });
      const created = createIndex({ ...request.creation, name: providedName }).apply(state, inputs);
      const switched = updateAliases(switchedAlias(request.alias, source, newName)).apply(created.state, inputs);
      return { state: switched.state, events: [...created.events, ...switched.events] };
    },
  };
}

/** Throws Elasticsearch's refusals of what is no alias with a write index, or of a new index that is there. */
export function planRollover(state: ClusterState, request: RolloverRequest, nowMs: number): RolloverPlan {
  const source = sourceOf(state, request.alias);
  const stream = dataStreamOf(state, request.alias);
  if (stream) refuseParts(request);
  if (stream?.replicated)
    throw illegalArgument(`data stream [${stream.name}] cannot be rolled over, because it is a replicated data stream`);
  const providedName = stream
    ? backingIndexName(stream.name, stream.generation + 1, nowMs)
    : (request.newIndex ?? nextName(providedNameOf(source), nowMs));
  const newName = resolveDateMath(providedName, nowMs);
  checkIndexName(newName);
  checkNewName(state, newName);
  const { measures } = request;
  const values = measures?.uuid === source.uuid ? measures.values : NOTHING;
  const results = request.conditions.map((condition) => ({
    condition,
    isMet: holds(condition, source, values, nowMs),
  }));
  const [needed, enough] = ["min_", "max_"].map((kind) =>
    results.filter(({ condition }) => condition.name.startsWith(kind)),
  );
  return {
    source,
    providedName,
    newName,
    results: Object.fromEntries(results.map((result) => [result.condition.text, result.isMet])),
    isMet:
      results.length === 0 ||
      (needed?.every((result) => result.isMet) === true && enough?.some((result) => result.isMet) === true),
  };
}

/** A data stream has its name and its parts from its template. */
function refuseParts({ newIndex, creation }: RolloverRequest): void {
  if (newIndex !== undefined)
    throw illegalArgument("new index name may not be specified when rolling over a data stream");
  if (Object.values(creation).some((part) => Object.keys(part).length > 0))
    throw illegalArgument("aliases, mappings, and index settings may not be specified when rolling over a data stream");
}

/** The state with a new index of the stream; the aliases of the stream go on to it. */
function rolledStream(
  state: ClusterState,
  stream: DataStream,
  { source, inputs }: { source: IndexMetadata; inputs: ChangeInputs },
): Changed {
  const older = Object.entries(source.aliases).map(([alias, { rolls_over: _done, ...metadata }]) => [
    alias,
    metadata.is_write_index === true ? { ...metadata, is_write_index: false } : metadata,
  ]);
  const before = { ...source, aliases: Object.fromEntries(older), aliasesVersion: source.aliasesVersion + 1 };
  const left = updatedIndices(state, [before], "aliases");
  const aliases = Object.fromEntries(streamAliases(source));
  const made = withNextIndex(left.state, stream, { inputs, aliases });
  return { state: made.state, events: [...made.events, ...left.events] };
}

function sourceOf(state: ClusterState, alias: string): IndexMetadata {
  if (ownOf(state.indices, alias))
    throw illegalArgument("rollover target is a [concrete index] but one of [alias,data_stream] was expected");
  const targets = aliasTargets(state, alias);
  if (targets.length === 0)
    throw new RequestError(404, "resource_not_found_exception", `rollover target [${alias}] does not exist`);
  if (targets.some((target) => streamOf(target) !== undefined) && !dataStreamOf(state, alias)) {
    const reason = "Aliases to data streams cannot be rolled over. Please rollover the data stream itself.";
    throw new RequestError(500, "illegal_state_exception", reason);
  }
  const source = writeIndexOf(targets, alias);
  if (!source) throw illegalArgument(`rollover target [${alias}] does not point to a write index`);
  return source;
}

function providedNameOf({ name, settings }: IndexMetadata): string {
  const provided = settings["index.provided_name"];
  return typeof provided === "string" ? provided : name;
}

/** `logs-000002` after `logs-1`, `<logs-{now/d}-000002>` after `<logs-{now/d}-1>`. */
function nextName(provided: string, nowMs: number): string {
  const resolved = resolveDateMath(provided, nowMs);
  const number = /-(\d+)(>?)$/.exec(provided);
  if (!/-\d+$/.test(resolved) || !number)
    throw illegalArgument(`index name [${provided}] does not match pattern '^.*-\\d+$'`);
  const [, digits = "", end = ""] = number;
  const next = String(Number(digits) + 1).padStart(SHORTEST_NUMBER, "0");
  return `${provided.slice(0, number.index)}-${next}${end}`;
}

function holds(
  { name, value }: RolloverCondition,
  { creationDateMs }: IndexMetadata,
  measures: RolloverMeasures,
  nowMs: number,
): boolean {
  switch (name.slice("max_".length)) {
    case "age":
      return nowMs - creationDateMs >= value;
    case "docs":
      return measures.docs >= value;
    case "size":
      return measures.bytes >= value;
    case "primary_shard_docs":
      return measures.mostShardDocs >= value;
    default:
      return measures.mostShardBytes >= value;
  }
}

/** An index that says that it takes the writes keeps the alias to be read; another one loses it. */
function switchedAlias(alias: string, source: IndexMetadata, newName: string): AliasChange[] {
  const before: AliasMetadata = ownOf(source.aliases, alias) ?? {};
  const hidden = before.is_hidden === undefined ? {} : { is_hidden: before.is_hidden };
  if (before.is_write_index !== true) {
    return [
      { index: newName, alias, metadata: hidden },
      { index: source.name, alias, metadata: null },
    ];
  }
  return [
    { index: newName, alias, metadata: { ...hidden, is_write_index: true } },
    { index: source.name, alias, metadata: { ...before, is_write_index: false } },
  ];
}
