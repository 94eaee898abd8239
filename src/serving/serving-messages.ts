/** What main and its serving threads say to each other. Plain data. */
import type { MessagePort } from "node:worker_threads";
import type { CountedGets } from "../api/stats/get-counters.ts";
import type { CountedElsewhere } from "../api/stats/search-counters.ts";
import type { ClusterState } from "../cluster/cluster-state.ts";
import type { RawResponse } from "../http/exchange.ts";
import type { RequestCount } from "../http/request-counts.ts";
import type { TlsMaterial } from "../http/tls.ts";
import type { Principal } from "../security/principal.ts";

/** What a thread is to know before it serves. */
export interface ServingSetup {
  /** To main, for requests that main answers; counted in `posted`, so that a thread never acts on an older state. */
  readonly port: MessagePort;
  readonly posted: SharedArrayBuffer;
  /** `ServingWords`. */
  readonly words: SharedArrayBuffer;
  /** The number of this thread among those that serve; main is 0. */
  readonly number: number;
  /** The thread's own descriptor of the socket that all of them accept from. */
  readonly descriptor: number;
  readonly tls: TlsMaterial | undefined;
  /** Networks of trusted proxies, as the setting names them. */
  readonly proxies: string;
  readonly state: ClusterState;
  readonly node: { readonly id: string; readonly name: string; readonly host: string; readonly ip: string };
  /** Whether callers have to prove who they are. */
  readonly security: boolean;
}

/** What a thread counted since it was asked last. */
export interface TakenCounts {
  readonly searches: CountedElsewhere;
  readonly gets: readonly CountedGets[];
  readonly requests: readonly RequestCount[];
}

/** A request that main answers. */
export interface HandedRequest {
  /** Ascending on each port. */
  readonly id: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly clientAddress: string;
  readonly secure: boolean;
  readonly reachedAt: string | undefined;
  /** `streamed`: it comes in pieces. */
  readonly body: Uint8Array | "streamed" | undefined;
}

/** The answer, and what the thread may know of the caller from now on. */
export interface HandedAnswer extends Omit<RawResponse, "body"> {
  /** Small ones as one-byte text, which is cheaper to post than bytes. */
  readonly body: Uint8Array | string;
  readonly caller?: GrantedCaller | undefined;
}

/** A caller whose `Authorization` header was verified: who it is, and for how long the thread need not ask again. */
export interface GrantedCaller {
  readonly principal: Principal;
  /** Until then, in milliseconds since 1970. */
  readonly untilMs: number;
  /** `ServingWords.securityEpoch` before it was verified. */
  readonly epoch: number;
}
