/**
 * The operations that a serving thread answers by itself, with the services that they have there: what reads searchers
 * and changes nothing. Whatever they ask beyond that is answered on main.
 */
import { count } from "../api/count.ts";
import type { Operation, Services } from "../api/operation.ts";
import { search } from "../api/search.ts";
import { SearchCounters } from "../api/stats/search-counters.ts";
import { systemClock } from "../core/clock.ts";
import type { Documents } from "../documents/documents.ts";
import type { SearchThreads } from "../threads/search-threads.ts";
import { OnMain } from "./on-main.ts";
import type { ServedCluster } from "./served-cluster.ts";
import type { ServingSetup } from "./serving-messages.ts";

export const servedOperations: readonly Operation[] = [count, search];

/** What the services are made of. */
export interface ServedDependencies {
  readonly cluster: ServedCluster;
  readonly searches: SearchThreads;
  readonly node: ServingSetup["node"];
  readonly authorizeIndices: Services["authorizeIndices"];
  /** Tells main what is searched; throws OnMain where a search has to wait for a refresh. */
  readonly markSearched: Documents["markSearched"];
}

/** The services of a thread, and the counts of what it searched. */
export function servedServices(parts: ServedDependencies): { services: Services; counters: SearchCounters } {
  const counters = new SearchCounters(systemClock, { contexts: () => 0 });
  const present: Partial<Record<keyof Services, unknown>> = {
    cluster: parts.cluster,
    documents: { markSearched: parts.markSearched },
    respond: parts.searches.call.bind(parts.searches),
    info: parts.node,
    searchCounters: counters,
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
