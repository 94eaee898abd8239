/** What pipelines may say of who writes: the fields of `set_security_user`. */
import { PIPELINES } from "../../cluster/changes/put-pipeline.ts";
import type { JsonObject } from "../../core/json.ts";
import { tellsWriters } from "../../cluster/slow-logs.ts";
import { ownOf } from "../../core/names.ts";
import { REALM } from "../../identity/roles/role-mappings.ts";
import { objectOf } from "../../identity/records/stored-values.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import type { Principal } from "../../security/principal.ts";
import type { Services } from "../operation.ts";
import { keptPrincipal } from "./kept-principal.ts";
import { authenticationType } from "./show-caller.ts";

/** Whether the caller is asked for, by the pipelines or indices of a cluster state. */
const asking = new WeakMap<object, boolean>();

/** The caller of a write; undefined where security is off, or neither pipelines nor logs ask. Costs nothing then. */
export async function callerOfWrite(principal: Principal, services: Services): Promise<JsonObject | undefined> {
  const isAsked = pipelinesAsk(services) || logsAsk(services);
  const caller = isAsked ? await callerOfPipelines(principal, services) : undefined;
  if (!services.identity || !queriesAsk(services)) return caller;
  return { ...caller, username: principal.username, principal: keptPrincipal(principal) };
}

/** Whether queries are stored in some index, or may be in one that a write makes: they may look something up. */
function queriesAsk({ cluster }: Services): boolean {
  const { indices, customs } = cluster.state;
  return (
    holds(indices, () => Object.values(indices).some(({ mapping }) => mayHoldQueries(mapping))) ||
    TEMPLATES.some((kind) => mayHoldQueries(ownOf(customs, kind) ?? NONE))
  );
}

const TEMPLATES = ["index_templates", "component_templates", "legacy_templates"];
const NONE: JsonObject = {};
const holding = new WeakMap<object, boolean>();

function mayHoldQueries(definitions: JsonObject): boolean {
  return holds(definitions, () => stringifyJson(definitions).includes('"percolator"'));
}

/** What `find` says of an object that never changes. */
function holds(object: object, find: () => boolean): boolean {
  let known = holding.get(object);
  if (known === undefined) holding.set(object, (known = find()));
  return known;
}

/** Whether the log of slow writes of some index tells who writes. */
function logsAsk({ cluster }: Services): boolean {
  const { indices } = cluster.state;
  let known = asking.get(indices);
  if (known === undefined)
    asking.set(indices, (known = Object.values(indices).some(({ settings }) => tellsWriters(settings))));
  return known;
}

/** The same, whatever the pipelines are. */
export async function callerOfPipelines(principal: Principal, services: Services): Promise<JsonObject | undefined> {
  const { identity } = services;
  if (!identity) return undefined;
  const record = principal.userId === 0 ? undefined : await identity.services.store.get(`user:${principal.userId}`);
  const { apiKey } = principal;
  return {
    username: principal.username,
    roles: apiKey ? [] : [...principal.roles],
    full_name: principal.fullName,
    email: principal.email,
    metadata: record ? objectOf(record.fields, "attributes") : {},
    realm: { ...REALM },
    authentication_type: authenticationType(principal).toUpperCase(),
    ...(apiKey ? { api_key: { name: apiKey.name, id: apiKey.id } } : {}),
  };
}

function pipelinesAsk({ cluster }: Services): boolean {
  const pipelines = ownOf(cluster.state.customs, PIPELINES);
  if (!pipelines) return false;
  let known = asking.get(pipelines);
  if (known === undefined) asking.set(pipelines, (known = stringifyJson(pipelines).includes('"set_security_user"')));
  return known;
}
