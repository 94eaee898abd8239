/** `reindex`: copies what a query matches to an index, which it makes where that may be. */
import { knownWriteIndex } from "../cluster/write-index.ts";
import type { WriteItem } from "../documents/documents.ts";
import { byQueryScriptText, type ScriptedDocument } from "../documents/write/by-query-script.ts";
import type { FoundHit } from "../documents/write/found-documents.ts";
import { copiedItem, type Destination } from "../documents/write/write-found.ts";
import type { SearchTarget } from "../search/search-service.ts";
import type { Operation, Services } from "./operation.ts";
import { ALL_COUNTS } from "./requests/by-query/by-query-status.ts";
import type { HitWork, RemotePages } from "./requests/by-query/by-query-worker.ts";
import { readReindexRequest, type ReindexRequest } from "./requests/by-query/reindex-request.ts";
import { checkWhitelist, remoteText } from "./requests/by-query/remote/remote-source.ts";
import type { Task } from "../tasks/task.ts";
import { answerByQuery } from "./requests/by-query/run-by-query.ts";
import { NO_VERSION, scriptedHits } from "./requests/by-query/scripted-hits.ts";
import { validationFailed } from "../compat/validation-failed.ts";

export const reindex: Operation = {
  name: "reindex",
  actions: ["indices:data/write/reindex"],
  // Where it reads is judged by the search, and where it writes item by item.
  indexNames: [],
  cancellable: true,
  outlivesClient: true,

  async handle(request, services) {
    const asked = await readReindexRequest(request);
    const { sources, destination, script, remote } = asked;
    if (remote) checkWhitelist(remote.remote, services.remoteReindex);
    const from = remote ? `[${remoteText(remote.remote)}][${sources.join(", ")}]` : `[${sources.join(", ")}]`;
    const withVersion = destination.versionType !== undefined;
    const work: HitWork = {
      description: `reindex from ${from}${script ? ` updated with ${byQueryScriptText(script)}` : ""} to [${destination.index}]`,
      shown: { withSource: true, withVersion },
      counts: ALL_COUNTS,
      ...(remote ? { elsewhere: (task: Task) => remoteHits(asked, remote, services.remoteReindex, task) } : {}),
      check: (targets) => checkDestination(services, destination, targets),
      write: script
        ? async (hits, task) => {
            const made = await scriptedHits(hits, { services, task, script, withVersion });
            return made.map((document, at) => changed(hits[at], document, destination));
          }
        : { kind: "copy", destination },
    };
    return answerByQuery({ request, services, asked, work });
  },
};

/** What asks other servers is loaded when somebody does. */
async function remoteHits(
  { sources, batchSize, keepAliveMs }: ReindexRequest,
  { remote, source }: NonNullable<ReindexRequest["remote"]>,
  settings: Services["remoteReindex"],
  task: Task,
): Promise<RemotePages> {
  const { RemoteHits } = await import("./requests/by-query/remote/remote-hits.ts");
  return new RemoteHits({ remote, indices: sources, source, batchSize, keepAliveMs }, settings, task);
}

/** Throws 400 where it is one of the sources, 404 where an alias is wanted (`ReindexValidator`). */
function checkDestination(
  { cluster }: Services,
  { index: name, requireAlias }: Destination,
  targets: readonly SearchTarget[],
): void {
  const known = knownWriteIndex(cluster.state, name, requireAlias);
  const target = known?.name ?? name;
  if (targets.some(({ index }) => index === target))
    throw validationFailed([`reindex cannot write into an index its reading from [${target}]`]);
}

/** What a script made of a hit: whatever it did not change is as without it. */
function changed(
  hit: FoundHit | undefined,
  { op, index, id, routing, version, source }: ScriptedDocument,
  destination: Destination,
): WriteItem | undefined {
  if (!hit || op === "noop") return undefined;
  const same = copiedItem(hit, destination);
  const target = {
    index: index === hit.index ? same.index : index,
    id: id ?? undefined,
  };
  const kept = routing === (hit.routing ?? null) ? same.options.routing : (routing ?? undefined);
  if (op === "delete") return { kind: "delete", ...target, options: { routing: kept } };
  return { ...same, ...target, source, options: { ...versionOf(version, destination), routing: kept } };
}

function versionOf(version: ScriptedDocument["version"], { versionType }: Destination): WriteItem["options"] {
  if (version === null) return {};
  if (versionType !== undefined) return { version, versionType };
  return version === NO_VERSION ? {} : { version };
}
