/** Holds states of shards for a search of several steps that another cluster makes over several. */
import { illegalArgument } from "../../compat/errors.ts";
import type { PlainData } from "../../remote/plain-data.ts";
import { namesOf } from "../targets/held-targets.ts";
import { searchedShards } from "../targets/searched-shards.ts";
import { ownerElsewhere } from "../requests/context-owner.ts";
import { readAsked } from "../requests/remote-body.ts";
import { OPEN_CONTEXT } from "../requests/remote-contexts.ts";
import { markSearched } from "../requests/run-search.ts";
import { tooLong, tooMany } from "../requests/scroll-pages.ts";
import { askedTargets } from "./asked-targets.ts";
import type { RemoteCall } from "./remote-call.ts";

export const openContext: RemoteCall = {
  action: OPEN_CONTEXT,
  keyPrivileges: ["cross_cluster_search"],

  async handle(body, { principal }, services) {
    const { expression, parameters, members } = readAsked(body);
    const { kind, keepAliveMs } = members;
    if ((kind !== "scroll" && kind !== "pit") || typeof keepAliveMs !== "number" || !(keepAliveMs >= 0))
      throw illegalArgument("a request of another cluster cannot be read");
    const targets = askedTargets(services, principal, { expression, parameters }, OPEN_CONTEXT);
    const refusal = tooLong(services, keepAliveMs) ?? (kind === "scroll" ? tooMany(services, targets) : undefined);
    if (refusal) throw refusal;
    await markSearched(services, targets);
    const searched = targets.map((target) => searchedShards(services, target));
    const { id } = services.contexts.open({
      owner: ownerElsewhere(principal),
      targets,
      names: namesOf(services, { parameters: { ...parameters, index: expression }, principal }, targets),
      keepAliveMs,
      // Where it is goes with each step.
      scroll: kind === "scroll" ? { body: "", parameters: {}, cursor: undefined, references: [] } : undefined,
      ...(kind === "scroll" ? { ended: services.searchCounters.beginScroll(searched) } : {}),
    });
    const shards = targets.flatMap(({ index, uuid }, place) =>
      searched[place]!.shards.map((shard) => ({ index, uuid, shard })),
    );
    return { id, nodeId: services.info.id, shards } satisfies PlainData;
  },
};
