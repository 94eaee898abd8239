/** What queries that are stored take from documents elsewhere, as whoever stores them may see it. */
import { type PortableError, RequestError, toPortableError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import type { DocumentsEvents } from "../../documents/documents.ts";
import type { Principal } from "../../security/principal.ts";
import { unsecuredPrincipal } from "../../security/superuser.ts";
import type { Services } from "../operation.ts";
import { principalOf } from "./kept-principal.ts";
import { resolveReferences } from "../targets/resolve-references.ts";

/** `caller`: see `callerOfWrite`. */
export async function lookUpPlaces(
  services: Services,
  places: Parameters<DocumentsEvents["lookUp"]>[0],
  caller: JsonObject | undefined,
): ReturnType<DocumentsEvents["lookUp"]> {
  const principal = principalOfWrite(services, caller);
  if (!principal) return places.map((place) => ({ place, error: nobody }));
  const references = places.map((place) => ({ kind: "document" as const, ...place }));
  const resolved = await resolveReferences(services, principal, references);
  return places.map((place, at) => {
    const found = resolved[at];
    if (found && "value" in found) return { place, value: found.value };
    return { place, error: found && "error" in found ? found.error : nobody };
  });
}

function principalOfWrite({ identity }: Services, caller: JsonObject | undefined): Principal | undefined {
  if (!identity) return unsecuredPrincipal;
  return caller?.["principal"] === undefined ? undefined : principalOf(caller["principal"]);
}

/** What the server writes by itself has nobody in whose name something could be looked up. */
const nobody: PortableError = toPortableError(
  new RequestError(
    403,
    "security_exception",
    "a query with a lookup is stored by callers of the write operations only",
  ),
);
