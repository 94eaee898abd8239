/** The filter of an alias is parsed when it is given, not when somebody searches. */
import { systemClock } from "../../core/clock.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { RequestError } from "../../compat/errors.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import type { SearchAction, SearchTarget } from "../../search/search-service.ts";
import type { Services } from "../operation.ts";

/** What stands before the filter in the text that is parsed. */
const BEFORE_FILTER = '{"query":'.length;

/** Throws 400 unless the filter can be parsed, and means something on all the indices. */
export async function checkAliasFilter(
  services: Services,
  alias: string,
  filter: JsonObject | undefined,
  indices: readonly IndexMetadata[],
): Promise<void> {
  if (filter === undefined) return;
  try {
    await services.search(searchCall("count", [], filter));
  } catch (error) {
    throw refused(alias, error instanceof RequestError ? movedBack(error) : undefined);
  }
  const open = indices.filter(({ state }) => state === "open");
  if (open.length === 0) return;
  const answer = await services.search(
    searchCall(
      "validate",
      // Who may give aliases sees everything.
      open.map(({ uuid, name }) => ({ uuid, index: name, filters: [], access: undefined })),
      filter,
    ),
  );
  const body = parseJson(new TextDecoder().decode(answer.body));
  if (answer.status !== 200 || !isJsonObject(body) || body["valid"] === false) throw refused(alias, undefined);
}

function searchCall(call: string, targets: readonly SearchTarget[], filter: JsonObject): SearchAction {
  return {
    call,
    targets: [targets],
    bodies: [stringifyJson({ query: filter })],
    parameters: [{}],
    render: { filterPath: undefined, pretty: false, human: false, format: "json" },
    control: undefined,
    startedMs: systemClock.monotonicMs(),
  };
}

function refused(alias: string, cause: RequestError | undefined): RequestError {
  return new RequestError(400, "illegal_argument_exception", `failed to parse filter for alias [${alias}]`, { cause });
}

/** The error with places in the filter, instead of the text around it. */
function movedBack(error: RequestError): RequestError {
  const { col } = error.details;
  const reason = error.message.replace(/^\[1:(\d+)\]/, (_, column: string) => `[1:${Number(column) - BEFORE_FILTER}]`);
  const details = typeof col === "number" ? { ...error.details, col: col - BEFORE_FILTER } : error.details;
  return new RequestError(error.status, error.type, reason, { details, cause: error.cause && movedBack(error.cause) });
}
