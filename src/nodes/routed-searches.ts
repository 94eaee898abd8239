/**
 * Searches of a cluster. What has a copy of each shard on one node goes there as a whole, and to this node if it is
 * one; otherwise each node does its part, and the parts are put together as those of shards are.
 */
import { RequestError, toPortableError } from "../compat/errors.ts";
import { systemClock } from "../core/clock.ts";
import type { MaybeLater } from "../core/maybe-later.ts";
import { mergeCounts, mergeNodes } from "../search/actions/merge-clusters.ts";
import { calls } from "../search/actions.ts";
import type { ClusterAnswer, ClusterOutcome, ClusterSearch } from "../search/cluster-answer.ts";
import { resolved } from "../search/coordinate/rewrite.ts";
import type {
  Answer,
  Question,
  SearchAction,
  SearchAnswer,
  SearchCaller,
  SearchTarget,
  SearchVerbs,
  UnresolvedReferences,
} from "../search/search-service.ts";
import type { CallScope, NodeMethods } from "./port/node-connection.ts";
import type { NodeLinks } from "./node-links.ts";
import type { Routing } from "./routing.ts";

/** The search side of this node. */
export interface LocalSearches {
  call(action: SearchAction, caller?: SearchCaller): MaybeLater<SearchAnswer>;
  callOnce(action: SearchAction, caller: SearchCaller): MaybeLater<SearchAnswer | UnresolvedReferences>;
  ask<Verb extends keyof SearchVerbs>(
    verb: Verb,
    question: Question<Verb>,
    caller: SearchCaller,
  ): Promise<Answer<Verb>>;
  askOnce<Verb extends keyof SearchVerbs>(
    verb: Verb,
    question: Question<Verb>,
    how: { readonly startedMs: number; readonly caller: SearchCaller },
  ): MaybeLater<Answer<Verb> | UnresolvedReferences>;
}

const CALL = "search/call";
const ASK = "search/ask";

/** What other nodes may ask of the search side. */
export function searchMethods(local: LocalSearches): NodeMethods {
  return {
    [CALL]: ([asked], scope) => {
      const { kind: name, ...action } = asked as Omit<SearchAction, "kind"> & { readonly kind: string };
      const kind = calls.find((each) => each.name === name);
      if (!kind) throw new RequestError(400, "illegal_argument_exception", `there is no call [${name}]`);
      // Clocks of machines have nothing in common.
      return local.callOnce({ ...action, kind, startedMs: systemClock.monotonicMs() }, callerOf(scope));
    },
    [ASK]: ([verb, question], scope) =>
      local.askOnce(verb as keyof SearchVerbs, question as Question<keyof SearchVerbs>, {
        startedMs: systemClock.monotonicMs(),
        caller: callerOf(scope),
      }),
  };
}

function callerOf({ signal }: CallScope): SearchCaller {
  return { onGone: (listener) => signal.addEventListener("abort", listener, { once: true }) };
}

export class RoutedSearches {
  readonly #local: LocalSearches;
  readonly #links: NodeLinks;
  readonly #routing: Routing;

  constructor(local: LocalSearches, links: NodeLinks, routing: Routing) {
    this.#local = local;
    this.#links = links;
    this.#routing = routing;
  }

  call(action: SearchAction, caller: SearchCaller = {}): MaybeLater<SearchAnswer> {
    const targets = action.targets.flat();
    const nodes = this.#wholeOn(targets);
    if (nodes === "here") return this.#local.call(action, caller);
    const { kind, ...rest } = action;
    if (nodes.length > 0)
      return resolved(rest, (asked) => this.#onOne(nodes, CALL, [{ ...asked, kind: kind.name }], caller), caller);
    if (kind.name !== "search" && kind.name !== "count") throw spread(kind.name);
    if (action.steps?.some((step) => step !== undefined)) throw spread("scroll");
    return this.#onSeveral(action, caller);
  }

  async ask<Verb extends keyof SearchVerbs>(
    verb: Verb,
    question: Question<Verb>,
    caller: SearchCaller,
  ): Promise<Answer<Verb>> {
    const nodes = this.#wholeOn(targetsOf(question));
    if (nodes === "here") return this.#local.ask(verb, question, caller);
    if (nodes.length === 0) throw spread(verb);
    return resolved(question, (asked) => this.#onOne<Answer<Verb>>(nodes, ASK, [verb, asked], caller), caller);
  }

  /** The nodes that have a copy of all shards, the least busy first; none: no node has. */
  #wholeOn(targets: readonly SearchTarget[]): "here" | readonly string[] {
    let common: readonly string[] | undefined;
    const { own } = this.#routing;
    let isHere = true;
    for (const { uuid, shards = this.#routing.shards(uuid).keys() } of targets) {
      for (const shard of shards) {
        const nodes = this.#routing.searchable(uuid, shard);
        // What is nowhere fails wherever it is asked for.
        if (nodes.length === 0) continue;
        isHere &&= nodes.includes(own);
        common = common ? common.filter((node) => nodes.includes(node)) : nodes;
      }
    }
    if (isHere || common === undefined) return "here";
    return [...common].sort((left, right) => this.#links.pending(left) - this.#links.pending(right));
  }

  /** Asks one node, and another one when the first is gone. */
  async #onOne<Result>(
    nodes: readonly string[],
    method: string,
    args: readonly unknown[],
    { onGone }: SearchCaller,
  ): Promise<Result> {
    const controller = new AbortController();
    onGone?.(() => controller.abort());
    const { signal } = controller;
    for (const [at, node] of nodes.entries()) {
      try {
        return await this.#links.call<Result>(node, method, args, { signal });
      } catch (error) {
        const isGone = error instanceof RequestError && error.type === "node_disconnected_exception";
        if (!isGone || at === nodes.length - 1) throw error;
      }
    }
    throw spread(method);
  }

  async #onSeveral(action: SearchAction, caller: SearchCaller): Promise<SearchAnswer> {
    const counts = action.kind.name === "count";
    const [targets = []] = action.targets;
    const [body = ""] = action.bodies;
    const [parameters = {}] = action.parameters;
    const parts = [...this.#parts(targets)].map(async ([node, own]): Promise<ClusterOutcome> => {
      const search: ClusterSearch = { body, parameters, targets: own, cluster: undefined, counts };
      return { alias: undefined, expression: "", outcome: await this.#part(node, search, caller) };
    });
    const clusters = await Promise.all(parts);
    return this.#local.call({ ...action, kind: counts ? mergeCounts : mergeNodes, targets: [[]], clusters }, caller);
  }

  /** The shards that each node is asked for. */
  #parts(targets: readonly SearchTarget[]): Map<string, SearchTarget[]> {
    const parts = new Map<string, SearchTarget[]>();
    for (const target of targets) {
      const byNode = new Map<string, number[]>();
      for (const shard of target.shards ?? this.#routing.shards(target.uuid).keys()) {
        const node = this.#bestOf(this.#routing.searchable(target.uuid, shard));
        byNode.set(node, [...(byNode.get(node) ?? []), shard]);
      }
      for (const [node, shards] of byNode) parts.set(node, [...(parts.get(node) ?? []), { ...target, shards }]);
    }
    return parts;
  }

  /** This node where it has a copy, and where nobody has one: it says so. */
  #bestOf(nodes: readonly string[]): string {
    const { own } = this.#routing;
    if (nodes.length === 0 || nodes.includes(own)) return own;
    return nodes.reduce((best, node) => (this.#links.pending(node) < this.#links.pending(best) ? node : best));
  }

  async #part(node: string, search: ClusterSearch, caller: SearchCaller): Promise<ClusterAnswer> {
    try {
      if (node === this.#routing.own) return await this.#local.ask("searchCluster", search, caller);
      const asked = (question: ClusterSearch): Promise<ClusterAnswer | UnresolvedReferences> =>
        this.#onOne([node], ASK, ["searchCluster", question], caller);
      return await resolved(search, asked, caller);
    } catch (error) {
      return failedPart(node, search, error);
    }
  }
}

/** A node that could not answer: each of its shards failed. Throws what is the fault of the request. */
function failedPart(node: string, { targets }: ClusterSearch, error: unknown): ClusterAnswer {
  const isPhase = error instanceof RequestError && error.type === "search_phase_execution_exception";
  if (error instanceof RequestError && error.status < 500 && !isPhase) throw error;
  const cause = isPhase ? (error.rootCauses?.[0] ?? error) : error;
  const { stack: _own, ...portable } = toPortableError(cause);
  const results = targets.flatMap(({ index, uuid, shards = [] }) =>
    shards.map((shard) => ({ shard: { index, uuid, shard, generation: undefined }, error: portable })),
  );
  return {
    tookMs: 0,
    nodeId: node,
    shards: results.length,
    skipped: 0,
    results,
    documents: [],
    measured: [],
    reducePhases: 0,
    mapping: undefined,
  };
}

function spread(what: string): RequestError {
  const reason = `[${what}] over shards of several nodes is not supported by this server yet`;
  return new RequestError(400, "illegal_argument_exception", reason);
}

function targetsOf(question: Question<keyof SearchVerbs>): readonly SearchTarget[] {
  return "targets" in question ? question.targets : question.map(({ target }) => target);
}
