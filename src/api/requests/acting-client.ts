/** Searches in the name of somebody who is not asking just now. */
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { parseLossless } from "../../compat/json/lossless-json.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import { assert } from "../../core/assert.ts";
import { systemClock } from "../../core/clock.ts";
import { search as searchKind } from "../../search/actions/search.ts";
import type { SearchTarget } from "../../search/search-service.ts";
import type { Principal } from "../../security/principal.ts";
import type { Task } from "../../tasks/task.ts";
import type { Services } from "../operation.ts";
import { indexOptions, SEARCHED_INDICES } from "../targets/index-options.ts";
import { searchTargets } from "../targets/search-targets.ts";
import { runSearch, type SearchingRequest } from "./run-search.ts";

/** A request of theirs, which nobody waits for. */
export function actingClient(principal: Principal, task: Task): SearchingRequest {
  return {
    parameters: {},
    principal,
    render: { filterPath: undefined, pretty: false, human: false, format: "json" },
    startedMs: systemClock.monotonicMs(),
    task,
    onGone() {},
  };
}

/** What indices stand for, as the caller may see them. Throws 403 and 404 as a search would. */
export function actingTargets(
  services: Services,
  principal: Principal,
  indices: readonly string[],
  parameters: Readonly<Record<string, string>> = {},
): SearchTarget[] {
  services.authorizeIndices(principal, "indices:data/read/search", indices);
  return searchTargets(services, principal, {
    expression: indices.join(","),
    options: indexOptions(parameters, SEARCHED_INDICES),
    routing: undefined,
    preference: undefined,
  });
}

/** The answer of a search; numbers keep their spelling. */
export async function searchAs(
  client: SearchingRequest,
  services: Services,
  { targets, body }: { readonly targets: readonly SearchTarget[]; readonly body: JsonObject },
): Promise<JsonObject> {
  const parts = { kind: searchKind, targets: [targets], bodies: [writeJson(body)], parameters: [{}] };
  const { bytes } = await runSearch(client, services, parts);
  const answer = parseLossless(Buffer.from(bytes).toString("utf8"));
  assert(isJsonObject(answer), "a search answers an object");
  return answer;
}
