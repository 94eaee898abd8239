/** What is refused to who sees only a part of an index: it would give a way to the rest. */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { RequestError } from "../../compat/errors.ts";
import { givesMore } from "../../access/grants.ts";
import { seesPart } from "../../access/index-access.ts";
import type { SearchTarget } from "../../search/search-service.ts";
import { grantedBy } from "../../security/privileges.ts";
import type { Principal } from "../../security/principal.ts";

/**
 * Throws 400 where the caller, who has the privilege, sees only a part of one of the indices: their aliases could show
 * the rest.
 */
export function refuseNewAliases({ indices: grant }: Principal, indices: readonly IndexMetadata[]): void {
  if (indices.some(({ name }) => seesPart(grant, name, undefined, grantedBy("index", "manage")))) {
    throw refusal(
      "Alias requests are not allowed for users who have field or document level security enabled on one of the indices",
    );
  }
}

/** Throws 400 where the caller sees only a part of the index: an update tells of the document that it changes. */
export function refuseUpdate(
  { indices: grant }: Principal,
  index: string,
  aliases: readonly string[] | undefined,
): void {
  if (seesPart(grant, index, aliases, grantedBy("index", "index"))) {
    throw refusal("Can't execute an update request if field or document level security is enabled");
  }
}

/** Throws 400 where fields of the documents that are to be written once more are hidden: they would be lost. */
export function refuseRewrite(targets: readonly Pick<SearchTarget, "access">[]): void {
  if (targets.some(({ access }) => access !== undefined && access.fields.length > 0))
    throw refusal("Can't execute an update request if field or document level security is enabled");
}

/**
 * Throws 400 where the caller sees only a part of the index that is copied, or may do more with the copy than with it.
 */
export function refuseResize({ indices: grant }: Principal, source: string, target: string): void {
  if (seesPart(grant, source, undefined, grantedBy("index", "manage")))
    throw refusal(
      "Resize requests are not allowed for users when field or document level security is enabled on the source index",
    );
  if (givesMore(grant, target, source))
    throw refusal(
      "Resizing an index is not allowed because the target index has more permissions than the source index",
    );
}

/** Whether documents or fields of an index are hidden from the caller. */
export function seesOnlyPart({ indices: grant }: Principal, index: string): boolean {
  return seesPart(grant, index, undefined, grantedBy("index", "manage"));
}

function refusal(reason: string): RequestError {
  return new RequestError(400, "security_exception", reason);
}
