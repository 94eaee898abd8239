/** What opening a point in time answers, when its body can be read (`RestOpenPointInTimeAction`). */
import { tokenName } from "../../compat/body-reader.ts";
import { fromPortableError, RequestError } from "../../compat/errors.ts";
import { RequestText } from "../../compat/request-text.ts";
import { flag } from "../../compat/query-string.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { itemOf } from "../call-item.ts";
import { filterFailure } from "../field-caps/parse-caps.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { checkPreference, integer } from "../request/request-parameters.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { CallKind } from "../search-action.ts";
import { phaseFailure } from "../shard-failures.ts";
import { renderShards } from "../render-search.ts";
import { acquireShards, prepareIndices, releaseShards } from "../shard/prepare-shards.ts";

const WHAT = "[open_point_in_time_request]";
const PHASE = "indices:data/read/open_point_in_time";

export const openPointInTime: CallKind = {
  name: "open_point_in_time",

  *run(call, runtime) {
    const { body: text, parameters, targets, step } = itemOf(call, 0);
    const body = readBody(text);
    checkParameters(parameters);
    const queries = { text, root: body, query: body?.index_filter };
    const indices = prepared(() => prepareIndices(targets, queries, runtime));
    const shards = yield* acquireShards(indices, runtime, false);
    try {
      const { refusal } = step ?? {};
      const failures = shards.flatMap(({ index: { target }, shard, searcher }) => {
        if (searcher && !refusal) return [];
        const place = { index: target.index, uuid: target.uuid, shard, node: runtime.nodeId };
        const error = refusal ? fromPortableError(refusal) : absent(target.index, shard);
        return [{ ...place, error }];
      });
      if (failures.length > 0 && (refusal || !(flag(parameters, "allow_partial_search_results") ?? false)))
        throw phaseFailure(failures, "all shards failed", PHASE);
      return { status: 200, body: { id: step?.id, _shards: renderShards(shards.length, failures) } };
    } finally {
      releaseShards(shards);
    }
  },
};

/** Undefined: there is none. */
function readBody(text: string): JsonObject | undefined {
  if (text === "") return undefined;
  const request = RequestText.parse(text);
  const { body, places } = request;
  for (const [key, value] of Object.entries(body)) {
    if (key !== "index_filter") throw request.contentError(places.key(body, key), `${WHAT} unknown field [${key}]`);
    if (isJsonObject(value)) continue;
    throw request.contentError(
      places.value(body, key),
      `${WHAT} ${key} doesn't support values of type: ${tokenName(value)}`,
    );
  }
  return body;
}

function checkParameters(parameters: Readonly<Record<string, string>>): void {
  const concurrent = integer(parameters, "max_concurrent_shard_requests");
  if (concurrent !== undefined && concurrent < 1) throw illegalArgument("maxConcurrentShardRequests must be >= 1");
  checkPreference(parameters.preference);
  flag(parameters, "allow_partial_search_results");
  if (parameters.keep_alive === undefined) throw validationFailed(["[keep_alive] is not specified"]);
}

/** The filter says which shards a search need not ask; whether it can be read is known at once. */
function prepared<Result>(prepare: () => Result): Result {
  try {
    return prepare();
  } catch (error) {
    throw error instanceof RequestError && error.status === 400 ? filterFailure(error, WHAT) : error;
  }
}

function absent(index: string, shard: number): RequestError {
  return new RequestError(503, "no_shard_available_action_exception", `[${index}][${shard}]`);
}
