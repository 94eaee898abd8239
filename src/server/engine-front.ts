/** What answers requests: the interfaces one behind the other, and the threads that answer beside main. */
import { operations } from "../api/operations.ts";
import { handledOperation } from "../api/requests/handled-operation.ts";
import type { Services } from "../api/operation.ts";
import { consoleDialect } from "../console/console-dialect.ts";
import { ConsoleFiles } from "../console/console-files.ts";
import { packageFile } from "../core/package-files.ts";
import { ElasticsearchDialect } from "../http/elasticsearch-dialect.ts";
import { Pipeline } from "../http/pipeline.ts";
import type { RequestCounts } from "../http/request-counts.ts";
import { ServingThreads } from "../serving/serving-threads.ts";
import type { EngineData } from "./engine-data.ts";
import type { EngineOptions } from "./engine-options.ts";
import { remoteCallDialect } from "./remote-call-dialect.ts";
import type { Security } from "./security.ts";

interface FrontParts {
  readonly data: EngineData;
  readonly security: Security;
  readonly node: Services;
  readonly requestCounts: RequestCounts;
  /** Whether all indices are open. */
  readonly isReady: () => boolean;
}

export function openFront(
  options: EngineOptions,
  { data, security, node, requestCounts, isReady }: FrontParts,
): { readonly pipeline: Pipeline; readonly serving: ServingThreads } {
  const { log } = options;
  const { searches, breakers, getCounters, info, several, cluster, activity } = data;
  const root = new ElasticsearchDialect({
    operations: [...operations, ...security.operations].map((operation) => handledOperation(operation, node)),
    authorize: security.authorize,
    counts: requestCounts,
    log,
  });
  const page = options.security.enabled ? "index.html" : "unsecured.html";
  const console = options.ui === true ? [consoleDialect(new ConsoleFiles(packageFile("dist/ui")), page)] : [];
  const pipeline = new Pipeline({
    dialects: [remoteCallDialect(() => node, security.remoteGate, log), ...security.dialects, ...console, root],
    breakers,
    tasks: node.tasks,
    trail: security.trail,
  });
  const serving = new ServingThreads({
    // They answer what they know, which is what this node has.
    limit: several ? 0 : options.threads,
    pipeline,
    searches,
    searchCounters: node.searchCounters,
    getCounters,
    requestCounts,
    node: { id: info.id, name: info.name, host: info.host, ip: info.ip },
    authenticator: security.identity?.authenticator,
    state: () => cluster.state,
    searched: (uuids) => void activity.searching(uuids),
    isReady,
    log,
  });
  return { pipeline, serving };
}
