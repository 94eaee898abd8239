/** The filter of an alias is parsed when it is given, not when somebody searches. */
import { isJsonObject, type JsonObject } from "../core/json.ts";
import { illegalArgument } from "../core/errors.ts";
import { parseJson } from "../core/parse-json.ts";
import { stringifyJson } from "../core/stringify-json.ts";
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import type { Node } from "./operation.ts";

/** Throws 400 unless the filter can be parsed on all the indices. */
export async function checkAliasFilter(node: Node, alias: string, filter: JsonObject | undefined, indices: readonly IndexMetadata[]): Promise<void> {
  const open = indices.filter(({ state }) => state === "open");
  if (filter === undefined || open.length === 0) return;
  const answer = await node.search({
    call: "validate",
    targets: [open.map(({ uuid, name }) => ({ uuid, index: name, filters: [] }))],
    bodies: [stringifyJson({ query: filter })],
    parameters: [{}],
    render: { filterPath: undefined, pretty: false, human: false, format: "json" },
    control: undefined,
    startedMs: Date.now(),
  });
  const body = parseJson(new TextDecoder().decode(answer.body));
  if (answer.status !== 200 || !isJsonObject(body) || body["valid"] === false) throw illegalArgument(`failed to parse filter for alias [${alias}]`);
}
