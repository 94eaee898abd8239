/**
 * The indices that runtime fields of type `lookup` name: resolved before a search, for the search side knows neither
 * names nor rights.
 */
import { toPortableError } from "../../compat/errors.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import type { LookupTargets, SearchTarget } from "../../search/search-service.ts";
import type { Principal } from "../../security/principal.ts";
import { SEARCHED_INDICES } from "./index-options.ts";
import type { Services } from "../operation.ts";
import { searchTargets } from "./search-targets.ts";

/** By name, what the caller sees of the indices that a search may look up in; undefined when there are none. */
export function lookupTargets(
  services: Services,
  principal: Principal,
  targets: readonly SearchTarget[],
  body: string,
): Readonly<Record<string, LookupTargets>> | undefined {
  const names = new Set<string>();
  for (const { index } of targets) addNames(ownOf(services.cluster.state.indices, index)?.mapping["runtime"], names);
  // Most bodies have none, and need not be read twice.
  if (body.includes("runtime_mappings")) addNames(runtimeMappings(body), names);
  if (names.size === 0) return undefined;
  return Object.fromEntries([...names].map((name) => [name, targetsOf(services, principal, name)]));
}

function targetsOf(services: Services, principal: Principal, name: string): LookupTargets {
  try {
    services.authorizeIndices(principal, "indices:data/read/search", name.split(","));
    return {
      targets: searchTargets(services, principal, {
        expression: name,
        options: SEARCHED_INDICES,
        routing: undefined,
        preference: undefined,
      }),
    };
  } catch (error) {
    return { error: toPortableError(error) };
  }
}

/** A body that cannot be read is refused by the search side. */
function runtimeMappings(body: string): Json | undefined {
  try {
    const parsed = parseJson(body);
    return isJsonObject(parsed) ? parsed["runtime_mappings"] : undefined;
  } catch {
    return undefined;
  }
}

function addNames(fields: Json | undefined, names: Set<string>): void {
  if (!isJsonObject(fields)) return;
  for (const definition of Object.values(fields)) {
    if (!isJsonObject(definition) || definition["type"] !== "lookup") continue;
    const target = definition["target_index"];
    if (typeof target === "string" && target !== "") names.add(target);
  }
}
