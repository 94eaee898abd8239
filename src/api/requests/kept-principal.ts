/** A caller as plain data, for what goes on in its name behind the request: with the rights that it had then. */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { assert } from "../../core/assert.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import type { Principal } from "../../security/principal.ts";

/** There are no secrets in it. */
export function keptPrincipal(principal: Principal): JsonObject {
  const { missingRoles: _absent, ...rest } = principal;
  const kept = parseJson(stringifyJson(rest as unknown as JsonObject));
  assert(isJsonObject(kept), "a principal is an object");
  return kept;
}

export function principalOf(kept: Json | undefined): Principal {
  assert(isJsonObject(kept), "a caller was kept");
  return kept as unknown as Principal;
}
