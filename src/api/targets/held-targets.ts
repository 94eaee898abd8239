/** States of shards that a context holds, as its caller may see them by the rights of now. */
import { accessTo } from "../../access/index-access.ts";
import { mayOnIndex } from "../../security/authorizer.ts";
import type { Principal } from "../../security/principal.ts";
import { grantedBy } from "../../security/privileges.ts";
import type { SearchTarget } from "../../search/search-service.ts";
import type { OperationRequest, Services } from "../operation.ts";
import { indexOptions, SEARCHED_INDICES } from "./index-options.ts";
import { visibleIndices } from "./visible-indices.ts";

const ACTION = "indices:data/read/search";
const PRIVILEGES = ["read", ACTION];

/** By which names a request reaches its targets. */
export function namesOf(
  services: Services,
  { parameters, principal }: Pick<OperationRequest, "parameters" | "principal">,
  targets: readonly SearchTarget[],
): (readonly string[])[] {
  const options = indexOptions(parameters, SEARCHED_INDICES);
  const visible = visibleIndices(services, principal, parameters["index"], options, ...PRIVILEGES);
  const names = new Map(visible.map(({ metadata, aliases }) => [metadata.uuid, aliases ?? [metadata.name]]));
  return targets.map(({ uuid, index }) => names.get(uuid) ?? [index]);
}

/** The targets with what the caller may see of them now. Throws 403 for an index that they may not read any more. */
export function grantedTargets(
  services: Services,
  principal: Principal,
  targets: readonly SearchTarget[],
  names: readonly (readonly string[])[],
): SearchTarget[] {
  return targets.map((target, place) => {
    const reached = names[place] ?? [target.index];
    const used = reached.filter((name) => PRIVILEGES.some((privilege) => mayOnIndex(principal, privilege, name)));
    if (used.length === 0) services.authorizeIndices(principal, ACTION, reached);
    const given = PRIVILEGES.flatMap((privilege) => grantedBy("index", privilege));
    const aliases = used.filter((name) => name !== target.index);
    return { ...target, access: accessTo(principal.indices, target.index, aliases, given) };
  });
}
