/** Which fields there are on some indices, and what can be done with them (`field_caps`). */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isKnownEmpty } from "../../query/kind-query.ts";
import type { CallKind, CallRuntime } from "../search-action.ts";
import { type CallItem, itemOf } from "../call-item.ts";
import {
  acquireShards,
  type IndexQueries,
  prepareIndices,
  type PreparedIndex,
  type PreparedShard,
  releaseShards,
} from "../shard/prepare-shards.ts";
import { fieldMeta } from "../field-caps/field-meta.ts";
import { type CapsSource, indexCaps } from "../field-caps/index-caps.ts";
import { type IndexCaps, mergeCaps } from "../field-caps/merge-caps.ts";
import { type CapsBody, filterFailure, NO_FIELDS, parseCapsBody } from "../field-caps/parse-caps.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { flag } from "../../compat/query-string.ts";

export const fieldCaps: CallKind = {
  name: "field_caps",

  *run(call, runtime) {
    const item = itemOf(call, 0);
    return { status: 200, body: renderCaps(yield* capsOfIndices(item, runtime), item.parameters) };
  },
};

/** The answer from what each index has. Throws 400 for parameters that cannot be read. */
export function renderCaps(
  shown: readonly IndexCaps[],
  parameters: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const unmapped = flag(parameters, "include_unmapped") ?? false;
  return { indices: shown.map(({ index }) => index).sort(), fields: mergeCaps(shown, unmapped) };
}

/** What each of some indices has. */
export function* capsOfIndices(
  item: Pick<CallItem, "body" | "parameters" | "targets">,
  runtime: CallRuntime,
): Generator<void, IndexCaps[]> {
  const body = parseCapsBody(item.body);
  const { filters, types } = item.parameters;
  const asked = { fields: fieldsOf(item, body), filters: listOf(filters), types: listOf(types) };
  const empty = flag(item.parameters, "include_empty_fields") ?? true;
  const indices = prepared(item, body, runtime);
  const shards = yield* acquireShards(indices, runtime, false);
  try {
    return indices
      .filter((index) => body.indexFilter === undefined || mayMatch(index, shards))
      .map((index) => ({
        index: index.target.index,
        fields: indexCaps(sourceOf(index, empty ? undefined : shards, runtime), asked),
      }));
  } finally {
    releaseShards(shards);
  }
}

/** The fields of the parameter or of the body, which must not both be given. */
function fieldsOf({ parameters }: Pick<CallItem, "parameters">, body: CapsBody): readonly string[] {
  if (parameters.fields !== undefined) {
    if (body.fields) {
      throw illegalArgument(
        "can't specify a request body and [fields] request parameter, either specify a request body or the [fields] request parameter",
      );
    }
    const fields = listOf(parameters.fields);
    if (fields.length === 0) throw illegalArgument(NO_FIELDS);
    return fields;
  }
  if (!body.fields) throw validationFailed(["no fields specified"]);
  return body.fields;
}

function listOf(text: string | undefined): string[] {
  return (text ?? "").split(",").filter((item) => item !== "");
}

function prepared(
  item: Pick<CallItem, "body" | "targets">,
  { root, indexFilter, runtimeMappings }: CapsBody,
  runtime: CallRuntime,
): PreparedIndex[] {
  const queries: IndexQueries = { text: item.body, root, query: indexFilter, runtimeMappings };
  let indices: PreparedIndex[];
  try {
    indices = prepareIndices(item.targets, queries, runtime);
  } catch (error) {
    throw error instanceof RequestError && error.status === 400 ? filterFailure(error) : error;
  }
  const failed = indices.find(({ failure }) => failure);
  if (failed?.failure) throw failed.failure;
  return indices;
}

/**
 * Whether a document of an index may match the filter: told from the mapping and the bounds of dates, without a search.
 */
function mayMatch(index: PreparedIndex, shards: readonly PreparedShard[]): boolean {
  return shards.some((shard) => shard.index === index && !isKnownEmpty(index.asked, shard.view));
}

function sourceOf(
  index: PreparedIndex,
  shards: readonly PreparedShard[] | undefined,
  runtime: CallRuntime,
): CapsSource {
  const { uuid, index: name } = index.target;
  return {
    mapping: index.mapping,
    meta: fieldMeta(runtime.registry.index(uuid, name).metadata.mapping),
    filledIn: shards
      ?.filter((shard) => shard.index === index)
      .flatMap((shard) => shard.view.segments.flatMap((segment) => [segment, ...segment.spaces])),
  };
}
