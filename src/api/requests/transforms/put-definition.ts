/** A transform as it is put or changed: read, and checked against its sources and rights. */
import { illegalArgument } from "../../../compat/errors.ts";
import { systemClock } from "../../../core/clock.ts";
import type { JsonObject } from "../../../core/json.ts";
import { checkIndexName } from "../../../cluster/index-names.ts";
import type { Principal } from "../../../security/principal.ts";
import type { Services } from "../../operation.ts";
import { actingTargets } from "../acting-client.ts";
import { groupsOf } from "./buckets.ts";
import { deducedTypes } from "./destination.ts";
import { readTransform, type TransformConfig } from "./transform-config.ts";

/** Throws what is wrong with it. `defers`: sources may come later. */
export function checkedTransform(
  services: Services,
  principal: Principal,
  { body, defers }: { readonly body: JsonObject; readonly defers: boolean },
): TransformConfig {
  const config = readTransform(body);
  groupsOf(config);
  const { index } = config.dest;
  if (index === "") throw illegalArgument("dest.index must not be null");
  checkIndexName(index);
  services.authorizeIndices(principal, "indices:data/write/bulk", [index]);
  if (config.retention) services.authorizeIndices(principal, "indices:data/read/search", [index]);
  if (defers) {
    services.authorizeIndices(principal, "indices:data/read/search", config.source.index);
    return config;
  }
  deducedTypes(services, config, actingTargets(services, principal, config.source.index));
  return config;
}

/** What is kept of it. */
export function keptForm(definition: JsonObject, principal: JsonObject, createdMs = systemClock.now()): JsonObject {
  return { definition, principal, created_ms: createdMs };
}
