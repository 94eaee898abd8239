/**
 * The threads that serve beside main, as main sees them: when they begin, what they know, and what they hand over. They
 * begin one by one, each when those before it are busy, so that a server at rest is one thread.
 */
import { performance } from "node:perf_hooks";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { GetCounters } from "../api/stats/get-counters.ts";
import type { SearchCounters } from "../api/stats/search-counters.ts";
import { assert } from "../core/assert.ts";
import { changeBetween } from "../cluster/cluster-state-change.ts";
import type { ClusterState } from "../cluster/cluster-state.ts";
import type { ConnectionCounts } from "../http/front/http-server.ts";
import type { RequestCounts } from "../http/request-counts.ts";
import type { Pipeline } from "../http/pipeline.ts";
import type { TlsMaterial } from "../http/tls.ts";
import type { Authenticator } from "../security/principal.ts";
import type { SearchThreads } from "../threads/search-threads.ts";
import { PortCalls, PostCount } from "../transport/port-calls.ts";
import { Balance } from "./balance.ts";
import { HandedRequests } from "./handed-requests.ts";
import type { GrantedCaller, HandedRequest, ServingSetup, TakenCounts } from "./serving-messages.ts";
import { ServingWords } from "./serving-words.ts";

/** What they are made of. */
export interface ServingDependencies {
  /** Most threads beside main; 0: main serves alone. */
  readonly limit: number;
  readonly pipeline: Pick<Pipeline, "answer" | "refusesLength">;
  readonly searches: SearchThreads;
  readonly searchCounters: SearchCounters;
  readonly getCounters: GetCounters;
  readonly requestCounts: RequestCounts;
  readonly node: ServingSetup["node"];
  /** Who verifies callers; undefined: everybody may do everything. */
  readonly authenticator: Authenticator | undefined;
  readonly state: () => ClusterState;
  /** What is searched on another thread. */
  readonly searched: (uuids: readonly string[]) => void;
  /** Whether all indices are open: until then a request may have to wait for one. */
  readonly isReady: () => boolean;
  readonly log: (level: "info" | "warn", message: string) => void;
}

/** The socket that main accepts from. */
export interface SharedSocket {
  readonly tls: TlsMaterial | undefined;
  readonly proxies: string;
  /** One more descriptor of it. */
  secondDescriptor(): Promise<number>;
}

interface Served {
  readonly number: number;
  readonly calls: PortCalls;
  readonly port: MessagePort;
  readonly handed: HandedRequests;
}

const LOOK_MS = 250;
/** A thread begins when main has been this busy at so many looks. */
const BUSY = 0.7;
const BUSY_LOOKS = 4;

/** See the file comment. */
export class ServingThreads {
  readonly #parts: ServingDependencies;
  readonly #words: ServingWords;
  readonly #served = new Set<Served>();
  readonly #balance: Balance;
  #socket: SharedSocket | undefined;
  #state: ClusterState | undefined;
  #timer: NodeJS.Timeout | undefined;
  #last = performance.eventLoopUtilization();
  #busyLooks = 0;
  #isStarting = false;
  #isEnding = false;

  constructor(parts: ServingDependencies) {
    this.#parts = parts;
    this.#words = new ServingWords(parts.limit + 1);
    this.#balance = new Balance(parts.pipeline, this.#words, 0);
  }

  /** What main's own connections are answered by. */
  get answering(): Pick<Pipeline, "answer" | "refusesLength"> {
    return this.#parts.limit === 0 ? this.#parts.pipeline : this.#balance;
  }

  /** Connections of all threads, main's among them. */
  get connections(): ServingWords["connections"] {
    return this.#words.connections;
  }

  /** What main tells of its connections. */
  get counts(): ConnectionCounts {
    return this.#words;
  }

  /** Threads that serve beside main. */
  get running(): number {
    return this.#served.size;
  }

  /** Main accepts connections: others may join it. */
  listening(socket: SharedSocket): void {
    this.#socket = socket;
    if (this.#parts.limit > 0) this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  /** The state has changed; told before anybody hears that it has. */
  follow(state: ClusterState): void {
    const before = this.#state;
    if (this.#served.size === 0 || !before) return;
    this.#state = state;
    const followed = { change: changeBetween(before, state), transientSettings: state.transientSettings };
    for (const { calls } of this.#served) calls.notifyNow("follow", [followed]);
  }

  /** Whatever any thread knows of a caller does not hold any more. */
  callersChanged(): void {
    this.#words.raiseSecurityEpoch();
  }

  renewTls(material: TlsMaterial): void {
    if (this.#socket) this.#socket = { ...this.#socket, tls: material };
    for (const { calls } of this.#served) calls.notifyNow("renewTls", [material]);
  }

  /** What was counted on the threads until now is counted here from now on. */
  async gatherCounts(): Promise<void> {
    await Promise.all(
      [...this.#served].map(async ({ calls }) => {
        // What a thread that died had counted dies with it.
        const taken = await calls.call<TakenCounts>("takeCounts", []).catch(() => undefined);
        if (!taken) return;
        this.#parts.searchCounters.add(taken.searches);
        this.#parts.getCounters.add(taken.gets);
        this.#parts.requestCounts.add(taken.requests);
      }),
    );
  }

  /** No thread answers anything any more once this resolves. Main has stopped to accept before. */
  async close(graceMs = 10_000): Promise<void> {
    this.#isEnding = true;
    clearInterval(this.#timer);
    this.#balance.end();
    await Promise.all([...this.#served].map(({ calls }) => calls.call("drain", [graceMs]).catch(() => undefined)));
  }

  #look(): void {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.#last);
    this.#last = now;
    this.#busyLooks = utilization > BUSY ? this.#busyLooks + 1 : 0;
    if (this.#busyLooks < BUSY_LOOKS || this.#isStarting || this.#isEnding) return;
    if (this.#served.size >= this.#parts.limit || !this.#parts.isReady()) return;
    // The one before has no room left either.
    for (const { number } of this.#served) if (this.#words.utilisation(number) < BUSY) return;
    this.startNext().catch((error: unknown) => {
      this.#parts.log("warn", `a thread could not begin to serve: ${String(error)}`);
      // What the system cannot do it will not do the next time either.
      clearInterval(this.#timer);
    });
  }

  /** One more thread serves. */
  async startNext(): Promise<void> {
    const socket = this.#socket;
    const number = this.#freeNumber();
    if (!socket) return;
    this.#isStarting = true;
    this.#busyLooks = 0;
    try {
      const descriptor = await socket.secondDescriptor();
      const lane = this.#parts.searches.lane(number - 1);
      assert(lane, "there are as many search threads as may serve");
      const { port1, port2 } = new MessageChannel();
      const sent = new PostCount();
      const served = this.#join(number, port1, sent);
      const setup: ServingSetup = {
        port: port2,
        posted: sent.words.buffer,
        words: this.#words.buffer,
        number,
        descriptor,
        tls: socket.tls,
        proxies: socket.proxies,
        state: (this.#state = this.#parts.state()),
        node: this.#parts.node,
        security: this.#parts.authenticator !== undefined,
      };
      port1.once("close", () => this.#gone(served));
      await lane.serve(setup);
    } finally {
      this.#isStarting = false;
    }
  }

  #freeNumber(): number {
    const used = new Set([...this.#served].map((served) => served.number));
    let number = 1;
    while (used.has(number)) number++;
    return number;
  }

  #join(number: number, port: MessagePort, sent: PostCount): Served {
    const { pipeline, searched, log } = this.#parts;
    const handed = new HandedRequests(pipeline, (request) => this.#grant(request));
    const calls = new PortCalls(
      port,
      {
        answer: (request: HandedRequest) => handed.answer(request),
        piece: (id: number, piece: Uint8Array | null) => handed.piece(id, piece),
        gone: (id: number) => handed.gone(id),
        searched: (uuids: readonly string[]) => searched(uuids),
        slow: (level: "info" | "warn", message: string) => log(level, message),
      },
      { sent },
    );
    port.unref();
    const served = { number, calls, port, handed };
    this.#served.add(served);
    return served;
  }

  /** A thread died, and its connections with it. */
  #gone(served: Served): void {
    served.calls.fail(new Error("the thread is gone"));
    served.handed.end();
    this.#words.tellUtilisation(served.number, undefined);
    this.#served.delete(served);
  }

  #grant({ headers, clientAddress }: HandedRequest): GrantedCaller | undefined {
    const epoch = this.#words.securityEpoch;
    const known = this.#parts.authenticator?.remembered(headers, clientAddress);
    return known && { principal: known.principal, untilMs: known.untilMs, epoch };
  }
}
