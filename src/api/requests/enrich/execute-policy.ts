/**
 * Executes enrich policies: what their sources hold, as who made the policy may see it, becomes an index of its own,
 * and from there a table in memory where pipelines run.
 */
import { createIndex } from "../../../cluster/changes/create-index.ts";
import { deleteIndices } from "../../../cluster/changes/delete-indices.ts";
import { putCustom } from "../../../cluster/changes/put-custom.ts";
import type { ChangeSource } from "../../../cluster/cluster-change.ts";
import { fromPortableError, RequestError } from "../../../compat/errors.ts";
import { systemClock } from "../../../core/clock.ts";
import { isJsonObject, type JsonObject } from "../../../core/json.ts";
import { ownOf } from "../../../core/names.ts";
import type { EnrichTableData } from "../../../ingest/enrich/enrich-table.ts";
import type { SearchTarget } from "../../../search/search-service.ts";
import { wholeIndex } from "../../../search/system-search.ts";
import { unsecuredPrincipal } from "../../../security/superuser.ts";
import type { Task } from "../../../tasks/task.ts";
import type { Services } from "../../operation.ts";
import { actingClient, actingTargets } from "../acting-client.ts";
import { readOptions } from "../by-query/by-query-request.ts";
import { foundAt } from "../../../documents/write/found-documents.ts";
import { holdShards, readHitSearch, ScrolledHits } from "../by-query/scrolled-hits.ts";
import { principalOf } from "../kept-principal.ts";
import { ENRICH_POLICIES, type EnrichPolicy, keptPolicy, policyNotFound, readPolicy } from "./policies.ts";
import { matchProperties } from "./match-field.ts";

/** Documents of a page (`enrich.fetch_size`). */
const PAGE = 10_000;
/** Bytes of the documents of a policy, all of which stand in memory. */
const MOST_BYTES = 256 * 1024 ** 2;

/** Policies that are being executed, by the tasks of the node. */
const running = new WeakMap<object, Map<string, Task>>();

export function executingPolicies({ tasks }: Services): ReadonlyMap<string, Task> {
  return running.get(tasks) ?? new Map();
}

/** Throws 404 for a policy that is not there, 429 for one that is being executed. */
export async function executePolicy(services: Services, name: string, { task, source }: PolicyRun): Promise<void> {
  const under = running.get(services.tasks) ?? new Map<string, Task>();
  running.set(services.tasks, under);
  if (under.has(name))
    throw new RequestError(
      429,
      "es_rejected_execution_exception",
      `Could not obtain lock because policy execution for [${name}] is already in progress.`,
    );
  under.set(name, task);
  try {
    await execute(services, name, { task, source });
  } finally {
    under.delete(name);
  }
}

/** For whom a policy is executed. */
export interface PolicyRun {
  readonly task: Task;
  readonly source: ChangeSource;
}

async function execute(services: Services, name: string, { task, source }: PolicyRun): Promise<void> {
  const { cluster, pipelines } = services;
  const kept = keptPolicy(cluster.state, name);
  if (!kept) throw policyNotFound(name, "does not exist");
  const { policy } = readPolicy(kept.definition);
  const principal = principalOf(kept.principal);
  const targets = actingTargets(services, principal, policy.indices);
  const properties = matchProperties(services, targets, name, policy);
  const query = policy.query ?? { match_all: {} };
  const fields = [policy.matchField, ...policy.enrichFields];
  const search = { query, _source: { includes: fields } };
  const documents = await documentsOf(services, { targets, search, task, principal });
  const data: EnrichTableData = { kind: policy.kind, matchField: policy.matchField, properties, documents };
  const index = `.enrich-${name}-${systemClock.now()}`;
  await cluster.apply(source, createIndex(indexOf(name, index, policy, properties)));
  await writeAll(services, index, documents);
  await pipelines.applyEnrichTable(name, data);
  const { definition, principal: maker } = kept;
  await cluster.apply(source, putCustom(ENRICH_POLICIES, name, { definition, principal: maker, index }));
  await cluster.apply(source, deleteIndices(indicesOf(services, name).filter((other) => other !== index)));
}

/** The indices that executions of a policy made. */
export function indicesOf({ cluster }: Services, name: string): string[] {
  const prefix = `.enrich-${name}-`;
  return Object.keys(cluster.state.indices).filter(
    (index) => index.startsWith(prefix) && /^\d+$/.test(index.slice(prefix.length)),
  );
}

function indexOf(
  policy: string,
  name: string,
  { kind, matchField }: EnrichPolicy,
  properties: JsonObject,
): Parameters<typeof createIndex>[0] {
  const _meta = { enrich_policy_name: policy, enrich_policy_type: kind, enrich_match_field: matchField };
  return {
    name,
    settings: { index: { number_of_shards: 1, auto_expand_replicas: "0-1", hidden: true, refresh_interval: "-1" } },
    mappings: { dynamic: "false", _meta, properties },
    aliases: {},
  };
}

interface Source {
  readonly targets: readonly SearchTarget[];
  readonly search: JsonObject;
  readonly task: Task;
  readonly principal: Parameters<typeof actingClient>[0];
}

async function documentsOf(services: Services, { targets, search, task, principal }: Source): Promise<string[]> {
  const client = actingClient(principal, task);
  const asked = {
    ...readOptions({}, {}),
    batchSize: PAGE,
    search,
    searchParameters: {},
    choice: { expression: undefined, options: {} as never, routing: undefined, preference: undefined },
  };
  const found = { client, services, asked, targets };
  const held = await holdShards(found, found.asked.keepAliveMs);
  try {
    const hits = new ScrolledHits(
      found,
      held,
      readHitSearch(asked, { withSource: true, withVersion: false }),
      undefined,
    );
    const documents: string[] = [];
    let bytes = 0;
    for (let page = await hits.next(PAGE); page.ids.length > 0; page = await hits.next(PAGE)) {
      if (task.cancelled)
        throw new RequestError(400, "task_cancelled_exception", `task cancelled [${task.cancelReason}]`);
      for (let at = 0; at < page.ids.length; at++) {
        const { source } = foundAt(page, at);
        if (source === undefined) continue;
        documents.push(Buffer.from(source).toString());
        bytes += source.length;
      }
      if (bytes > MOST_BYTES)
        throw new RequestError(
          429,
          "circuit_breaking_exception",
          `the documents of the policy are larger than the limit of [${MOST_BYTES}] bytes`,
        );
    }
    if (hits.timedOut || hits.failures.length > 0)
      throw new RequestError(500, "exception", "Encountered search failures during the execution of the policy");
    return documents;
  } finally {
    held.release();
  }
}

async function writeAll({ documents }: Services, index: string, sources: readonly string[]): Promise<void> {
  for (let at = 0; at < sources.length; at += PAGE) {
    const items = sources.slice(at, at + PAGE).map((source) => ({
      kind: "index" as const,
      index,
      id: undefined,
      source: Buffer.from(source),
      options: {},
      pipeline: "_none",
    }));
    for (const result of await documents.write(items, { refresh: "false" }))
      if (!result.ok) throw fromPortableError(result.error);
  }
}

/** Takes over what policies came to before the server stopped. */
export async function openEnrichTables(services: Services): Promise<void> {
  const { cluster, tasks } = services;
  for (const name of Object.keys(ownOf(cluster.state.customs, ENRICH_POLICIES) ?? {})) {
    const kept = keptPolicy(cluster.state, name);
    const index = kept?.index === undefined ? undefined : ownOf(cluster.state.indices, kept.index);
    if (!kept || !index) continue;
    const { policy } = readPolicy(kept.definition);
    const task = tasks.register({
      type: "enrich",
      action: "internal:enrich/open",
      description: name,
      headers: {},
      cancellable: true,
      parent: undefined,
    });
    try {
      await services.documents.refresh([index.uuid]);
      const source = { targets: [wholeIndex(index)], search: {}, task, principal: unsecuredPrincipal };
      const documents = await documentsOf(services, source);
      const { properties } = index.mapping;
      const { kind, matchField } = policy;
      const mapped = isJsonObject(properties) ? properties : {};
      await services.pipelines.applyEnrichTable(name, { kind, matchField, properties: mapped, documents });
    } finally {
      tasks.unregister(task);
    }
  }
}
