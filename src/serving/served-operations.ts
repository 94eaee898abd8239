/**
 * The operations that a serving thread answers by itself, with the services that they have there: what reads searchers
 * and changes nothing. Whatever they ask beyond that is answered on main.
 */
import { count } from "../api/count.ts";
import type { Operation, Services } from "../api/operation.ts";
import { exists } from "../api/exists.ts";
import { existsSource } from "../api/exists-source.ts";
import { get } from "../api/get.ts";
import { getSource } from "../api/get-source.ts";
import { readDocuments } from "../api/requests/document-reads.ts";
import { getsInPlace } from "../api/requests/gets-in-place.ts";
import { search } from "../api/search.ts";
import { GetCounters } from "../api/stats/get-counters.ts";
import { SearchCounters } from "../api/stats/search-counters.ts";
import { systemClock } from "../core/clock.ts";
import type { Documents } from "../documents/documents.ts";
import type { SearchThreads } from "../threads/search-threads.ts";
import { OnMain } from "./on-main.ts";
import type { ServedCluster } from "./served-cluster.ts";
import type { ServingSetup } from "./serving-messages.ts";

export const servedOperations: readonly Operation[] = [count, exists, existsSource, get, getSource, search];

/** What the services are made of. */
export interface ServedDependencies {
  readonly cluster: ServedCluster;
  readonly searches: SearchThreads;
  readonly node: ServingSetup["node"];
  readonly authorizeIndices: Services["authorizeIndices"];
  readonly slowLog: Services["slowLog"];
  /** Tells main what is searched; throws OnMain where a search has to wait for a refresh. */
  readonly markSearched: Documents["markSearched"];
}

/** What a thread counts. */
interface ServedCounters {
  readonly searches: SearchCounters;
  readonly gets: GetCounters;
}

/** The services of a thread, and what it counts. */
export function servedServices(parts: ServedDependencies): { services: Services; counters: ServedCounters } {
  const counters = { searches: new SearchCounters(systemClock, { contexts: () => 0 }), gets: new GetCounters() };
  const onMain = (): never => {
    throw new OnMain();
  };
  const reading = {
    documents: {
      get: getsInPlace({
        state: () => parts.cluster.state,
        lookUp: (asked) => parts.searches.lookUp(asked),
        ask: onMain,
        counters: counters.gets,
        clock: systemClock,
      }),
      refresh: onMain,
    },
    searches: { visible: onMain },
  };
  const present: Partial<Record<keyof Services, unknown>> = {
    cluster: parts.cluster,
    documents: { markSearched: parts.markSearched },
    respond: parts.searches.call.bind(parts.searches),
    info: parts.node,
    searchCounters: counters.searches,
    slowLog: parts.slowLog,
    get: (reads: Parameters<Services["get"]>[0]) => readDocuments(reading, reads),
    authorizeIndices: parts.authorizeIndices,
  };
  const services = new Proxy(present, {
    get(known, name) {
      if (Object.hasOwn(known, name)) return known[name as keyof Services];
      throw new OnMain();
    },
  });
  return { services: services as unknown as Services, counters };
}
