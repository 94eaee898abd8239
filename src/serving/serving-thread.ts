/**
 * A thread that serves: it accepts connections beside main, answers what it can answer at once from what it knows, and
 * hands everything else to main as it came. So an error, too, is always main's.
 */
import { receiveMessageOnPort } from "node:worker_threads";
import { resolveDateMath } from "../cluster/date-math-names.ts";
import { systemClock } from "../core/clock.ts";
import { ElasticsearchDialect } from "../http/elasticsearch-dialect.ts";
import { operationRoutes } from "../http/operation-routes.ts";
import { RequestCounts } from "../http/request-counts.ts";
import { TrustedProxies } from "../http/trusted-proxies.ts";
import { type JoinedHttpServer, joinHttpServer } from "../http/front/http-server.ts";
import { handledOperation } from "../api/requests/handled-operation.ts";
import { Authorizer } from "../security/authorizer.ts";
import { openGate, requestGate } from "../security/request-gate.ts";
import { unsecuredPrincipal } from "../security/superuser.ts";
import type { SearchThreads } from "../threads/search-threads.ts";
import { PortCalls, PostCount } from "../transport/port-calls.ts";
import { Balance } from "./balance.ts";
import { GrantedCallers } from "./granted-callers.ts";
import { SearchedIndices } from "./searched-indices.ts";
import { ServedCluster, type FollowedChange } from "./served-cluster.ts";
import { servedOperations, servedServices } from "./served-operations.ts";
import type { ServingSetup, TakenCounts } from "./serving-messages.ts";
import { ServingWords } from "./serving-words.ts";
import { ShortWay } from "./short-way.ts";

/** What the thread searches with. */
export interface SearchSide {
  readonly searches: SearchThreads;
  /** Takes what main has posted to the search side. */
  catchUp(): void;
}

/** Begins to serve; resolves when connections are accepted. */
export async function serve(setup: ServingSetup, side: SearchSide): Promise<void> {
  const { port } = setup;
  const words = new ServingWords(setup.words);
  const cluster = new ServedCluster(setup.state);
  const callers = new GrantedCallers(words);
  const requests = new RequestCounts();
  const served: { server?: JoinedHttpServer; balance?: Balance } = {};
  const calls: PortCalls = new PortCalls(
    port,
    {
      follow: (change: FollowedChange) => cluster.follow(change),
      renewTls: (material: NonNullable<ServingSetup["tls"]>) => served.server?.renewTls(material),
      takeCounts: (): TakenCounts => ({
        searches: counters.searches.take(),
        gets: counters.gets.take(),
        requests: requests.take(),
      }),
      async drain(graceMs: number) {
        served.balance?.end();
        await served.server?.close(graceMs);
      },
    },
    { received: new PostCount(setup.posted) },
  );
  const searched = new SearchedIndices((uuids) => calls.notify("searched", [uuids]), systemClock);
  const authorizer = new Authorizer((name) => resolveDateMath(name, systemClock.now()));
  const { services, counters } = servedServices({
    cluster,
    searches: side.searches,
    slowLog: (level, message) => calls.notify("slow", [level, message]),
    node: setup.node,
    authorizeIndices: (principal, action, names) => authorizer.action(principal, action, names),
    markSearched: (uuids) => searched.searching(uuids),
  });
  const dialect = new ElasticsearchDialect({
    operations: servedOperations.map((operation) => handledOperation(operation, services)),
    routes: operationRoutes,
    authorize: setup.security
      ? requestGate({ authenticator: callers, authorizer, users: callers })
      : openGate(authorizer, unsecuredPrincipal),
    counts: requests,
    log: () => undefined,
  });
  const way = new ShortWay({
    dialect,
    calls,
    callers,
    catchUp() {
      side.catchUp();
      calls.catchUp(() => receiveMessageOnPort(port));
    },
  });
  served.balance = new Balance(way, words, setup.number);
  served.server = await joinHttpServer(served.balance, setup.descriptor, {
    tls: setup.tls,
    counts: words,
    proxies: new TrustedProxies(setup.proxies),
  });
}
