/** `knn_search`: the documents nearest to a vector; deprecated, a search with a `knn` query does the same. */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { parseJsonWithPlaces } from "../compat/json/parse-json.ts";
import { LocatedBody } from "../compat/located-body.ts";
import { type BodyShape, type Member, parseObject } from "../compat/object-parser.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import { stringifyJson } from "../core/stringify-json.ts";
import { search as searchKind } from "../search/actions/search.ts";
import type { Operation } from "./operation.ts";
import { bodyText } from "./requests/request-body.ts";
import { runSearch } from "./requests/run-search.ts";
import { indexOptions, SEARCHED_INDICES } from "./targets/index-options.ts";
import { searchTargets } from "./targets/search-targets.ts";

const REPLACED = "The kNN search API has been replaced by the `knn` option in the search API.";
const MOST_CANDIDATES = 10_000;

const any: Member = { takes: () => true, read: (value) => value };

const BODY: BodyShape = {
  name: "knn-search",
  members: { knn: any, filter: any, _source: any, fields: any, docvalue_fields: any, stored_fields: any },
};

const KNN: BodyShape = {
  name: "knn",
  members: {
    field: "text",
    query_vector: { takes: (value) => Array.isArray(value) || typeof value === "string", read: (value) => value },
    k: "int32",
    num_candidates: "int32",
  },
};

export const knnSearch: Operation = {
  name: "knn_search",
  actions: ["indices:data/read/search"],
  cancellable: true,

  async handle(request, services) {
    const { parameters, principal } = request;
    const text = await bodyText(request);
    const body = searchOf(text);
    const targets = searchTargets(services, principal, {
      expression: parameters["index"],
      options: indexOptions(parameters, SEARCHED_INDICES),
      routing: parameters["routing"] || undefined,
      preference: undefined,
    });
    const answer = await runSearch(request, services, {
      kind: searchKind,
      targets: [targets],
      bodies: [stringifyJson(body)],
      parameters: [parameters],
    });
    return { ...answer, warnings: [REPLACED, ...("warnings" in answer ? (answer.warnings ?? []) : [])] };
  },
};

/** The search that does the same. Throws RequestError 400. */
function searchOf(text: string): JsonObject {
  if (text === "") throw missingSection();
  const { value } = parseJsonWithPlaces(text);
  const { knn, filter, ...shown } = parseObject(BODY, value, text);
  if (knn === undefined) throw missingSection();
  const { k, candidates, ...query } = knnOf(knn, text);
  // As in Elasticsearch, all candidates are hits, of which k are shown.
  const nearest = { ...query, k: candidates };
  return { ...shown, query: { knn: filter === undefined ? nearest : { ...nearest, filter } }, size: k };
}

function missingSection(): RequestError {
  return illegalArgument("missing required [knn] section in search body");
}

interface Nearest {
  readonly [key: string]: Json;
  readonly k: number;
  readonly candidates: number;
}

function knnOf(value: Json, text: string): Nearest {
  const read = within(text, () => {
    const parsed = parseObject(KNN, isJsonObject(value) ? value : null, text, ["knn"]);
    for (const name of Object.keys(KNN.members))
      if (ownOf(parsed, name) === undefined) throw illegalArgument(`Required [${name}]`);
    return parsed;
  });
  const [k, candidates] = [Number(read["k"]), Number(read["num_candidates"])];
  if (k < 1) throw illegalArgument("[k] must be greater than 0");
  if (candidates > MOST_CANDIDATES) throw illegalArgument(`[num_candidates] cannot exceed [${MOST_CANDIDATES}]`);
  if (candidates < k) throw illegalArgument("[num_candidates] cannot be less than [k]");
  return { ...read, candidates, k };
}

/** What is wrong within `knn` is told where it ends. */
function within<Read>(text: string, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { status, type, message } = new LocatedBody(text).error(
      ["knn"],
      "last",
      "[knn-search] failed to parse field [knn]",
    );
    const roots = error.type === "illegal_argument_exception" ? {} : { rootCauses: [error] };
    throw new RequestError(status, type, message, { cause: error, ...roots });
  }
}
