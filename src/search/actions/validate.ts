/** Whether a query can be parsed, and what it becomes on each index (`indices.validate_query`). */
import { RequestError } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import { expressionOf } from "../../query/kind-query.ts";
import { creatingQuery } from "../../query/query-shard-exception.ts";
import type { CallKind, CallRuntime } from "../search-action.ts";
import type { Question } from "../search-service.ts";
import { itemOf, type CallItem } from "../call-item.ts";
import { plannedScope } from "../shard/planned-scope.ts";
import {
  acquireShards,
  prepareIndices,
  type PreparedIndex,
  type PreparedShard,
  releaseShards,
  type RequestScope,
} from "../shard/prepare-shards.ts";
import { parseQueryBody } from "../request/parse-request.ts";
import { queryOfParameters } from "../request/request-parameters.ts";
import { hiddenDocuments, hidesDocuments } from "../hidden-documents.ts";
import { flag } from "../../compat/query-string.ts";

/** Class names of the errors that queries have, as Elasticsearch's texts name them. */
const CLASS_NAMES: Readonly<Record<string, string>> = {
  parsing_exception: "org.elasticsearch.common.ParsingException",
  query_shard_exception: "org.elasticsearch.index.query.QueryShardException",
  x_content_parse_exception: "org.elasticsearch.xcontent.XContentParseException",
  named_object_not_found_exception: "org.elasticsearch.xcontent.NamedObjectNotFoundException",
  illegal_argument_exception: "java.lang.IllegalArgumentException",
  number_format_exception: "java.lang.NumberFormatException",
  parse_exception: "org.elasticsearch.ElasticsearchParseException",
};

export const validate: CallKind = {
  name: "validate",

  *run(call, runtime) {
    const item = itemOf(call, 0);
    const explain = flag(item.parameters, "explain") ?? false;
    const rewrite = flag(item.parameters, "rewrite") ?? false;
    const allShards = flag(item.parameters, "all_shards") ?? false;
    const explained = explain || rewrite;
    if (rewrite && hidesDocuments(item.targets))
      throw hiddenDocuments("Validate with rewrite isn't supported if document level security is enabled");
    let indices: PreparedIndex[];
    const { control, scope } = plannedScope(runtime);
    try {
      indices = prepareIndices(item.targets, { text: item.body, root: undefined, query: queryOf(item) }, scope);
    } catch (error) {
      if (!(error instanceof RequestError) || error.status === 404) throw error;
      return { status: 200, body: { valid: false, ...(explained ? { error: errorText(error) } : {}) } };
    }
    try {
      return { status: 200, body: yield* validateShards(indices, scope, { explained, rewrite, allShards }) };
    } finally {
      control.memory.release();
    }
  },
};

function queryOf(item: CallItem): Json | undefined {
  return queryOfParameters(item.parameters) ?? parseQueryBody(item.body);
}

/** Whether a query can be read, and means something on all targets. Throws what cannot be read at all. */
export function* isValidQuery(
  { query, targets }: Question<"validate">,
  runtime: CallRuntime,
): Generator<void, boolean> {
  const { control, scope } = plannedScope(runtime);
  try {
    const indices = prepareIndices(targets, { text: stringifyJson(query), root: query, query }, scope);
    const { valid } = yield* validateShards(indices, scope, { explained: false, rewrite: false, allShards: false });
    return valid === true;
  } finally {
    control.memory.release();
  }
}

function* validateShards(
  indices: readonly PreparedIndex[],
  runtime: RequestScope,
  options: { explained: boolean; rewrite: boolean; allShards: boolean },
): Generator<void, Record<string, unknown>> {
  const shards = yield* acquireShards(indices, runtime, false);
  try {
    const asked = options.allShards
      ? shards
      : shards.filter((shard, place) => shards.findIndex((other) => other.index === shard.index) === place);
    const explanations = asked.map((shard) => explainShard(shard, options));
    const body: Record<string, unknown> = {
      _shards: { total: asked.length, successful: asked.length, failed: 0 },
      valid: explanations.every((explanation) => explanation.valid),
    };
    if (options.explained) body.explanations = explanations;
    return body;
  } finally {
    releaseShards(shards);
  }
}

/** What the query is on a shard; only where that is asked for after it was rewritten, with the terms of the shard. */
function explainShard(
  shard: PreparedShard,
  { rewrite, allShards }: { rewrite: boolean; allShards: boolean },
): { valid: boolean; [member: string]: unknown } {
  const { target, query } = shard.index;
  const head = { index: target.index, ...(allShards ? { shard: shard.shard } : {}) };
  try {
    const { view } = shard;
    const shown = rewrite
      ? query.plan(view, { scored: true, boost: 1 })
      : creatingQuery(view.index, () => expressionOf(query, view));
    return { ...head, valid: true, explanation: shown.description };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { ...head, valid: false, error: `[${target.index}/${target.uuid}] ${errorText(error)}` };
  }
}

/** An error and its causes in one line. */
function errorText(error: RequestError): string {
  const own = `${ownOf(CLASS_NAMES, error.type) ?? error.type}: ${error.message}`;
  return error.cause ? `${own}; ${errorText(error.cause)}` : own;
}
