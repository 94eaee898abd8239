/** The part of this cluster in a search that another one makes over several. */
import type { PlainData } from "../../remote/plain-data.ts";
import type { CallContext } from "../../remote/call-dialect.ts";
import type { SearchTarget } from "../../search/search-service.ts";
import type { Services } from "../operation.ts";
import { grantedTargets } from "../targets/held-targets.ts";
import { ownerElsewhere } from "../requests/context-owner.ts";
import { readStep } from "../requests/read-step.ts";
import { type AskedThere, readAsked } from "../requests/remote-body.ts";
import { SEARCH_ACTION } from "../requests/remote-searches.ts";
import { contextNumber } from "../../search/coordinate/search-contexts.ts";
import { clusterAnswerFor } from "../requests/run-search.ts";
import { missingContext, tooLong } from "../requests/scroll-pages.ts";
import { askedTargets } from "./asked-targets.ts";
import type { RemoteCall } from "./remote-call.ts";

export const search: RemoteCall = {
  action: SEARCH_ACTION,
  keyPrivileges: ["cross_cluster_search"],

  async handle(body, context, services) {
    const asked = readAsked(body);
    if (asked.members["context"] !== undefined) return step(asked, context, services);
    const { cluster, expression, text, parameters, members } = asked;
    const { principal } = context;
    const found = askedTargets(services, principal, { expression, parameters }, SEARCH_ACTION);
    const parts = { body: text, parameters, targets: namedBy(cluster, found), cluster };
    const more = { counts: members["counts"] === true, byShard: members["byShard"] === true };
    return (await clusterAnswerFor(context, services, { ...parts, ...more })) as unknown as PlainData;
  },
};

/** Goes on from the states that a context holds, by the rights of now. */
async function step(
  { cluster, text, parameters, members }: AskedThere,
  context: CallContext,
  services: Services,
): Promise<PlainData> {
  const { context: id, keepAliveMs } = members;
  const { principal } = context;
  const next = readStep(members["step"]);
  const { contexts } = services;
  const known = typeof id === "string" ? contexts.find(next.kind, id, ownerElsewhere(principal)) : undefined;
  const wantedMs = typeof keepAliveMs === "number" ? keepAliveMs : undefined;
  const refusal = wantedMs === undefined ? undefined : tooLong(services, wantedMs);
  if (refusal) throw refusal;
  // Several searches may use a point in time at once: none of them makes its time shorter.
  const held =
    known && contexts.begin(known, (old) => (next.kind === "pit" ? Math.max(old, wantedMs ?? 0) : (wantedMs ?? old)));
  if (!known || !held) {
    const asked = typeof id === "string" ? id : "";
    throw missingContext(contextNumber(next.kind, asked) ?? asked);
  }
  try {
    const targets = namedBy(cluster, grantedTargets(services, principal, held.targets, known.names));
    const part = { body: text, parameters, targets, cluster, counts: false, byShard: true, step: next };
    return (await clusterAnswerFor(context, services, part)) as unknown as PlainData;
  } finally {
    held.end();
  }
}

/** To who asks, documents are in an index with the name of this cluster before its own. */
function namedBy(cluster: string, targets: readonly SearchTarget[]): SearchTarget[] {
  return targets.map((target) => ({ ...target, cluster, index: `${cluster}:${target.index}` }));
}
