/** Auto-follow patterns as operations name them. */
import { RequestError } from "../../../compat/errors.ts";
import { updateCustom } from "../../../cluster/changes/update-custom.ts";
import type { ClusterChange } from "../../../cluster/cluster-change.ts";
import { AUTO_FOLLOW, readPattern, storedPattern } from "../../../replication/auto-follow-pattern.ts";

/** 404, in Elasticsearch's words. */
export function patternMissing(name: string): RequestError {
  return new RequestError(404, "resource_not_found_exception", `auto-follow pattern [${name}] is missing`);
}

/** Lets a pattern go on, or not. Throws 404. */
export function activatePattern(name: string, isActive: boolean): ClusterChange {
  return updateCustom(AUTO_FOLLOW, name, (before) => {
    const pattern = readPattern(name, before);
    if (!pattern) throw patternMissing(name);
    return storedPattern({ ...pattern, isActive });
  });
}
