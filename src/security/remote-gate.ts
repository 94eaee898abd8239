/** The gate in front of calls from other clusters: who holds the key, and in whose name a call is made. */
import type { Principal } from "./principal.ts";

/** What of a request tells whose key it brings. */
export interface LinkRequest {
  readonly head: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  };
  readonly clientAddress: string;
}

export interface RemoteGate {
  /** The holder of the cross-cluster key. Rejects with 401 where there is none. */
  admit(request: LinkRequest): Promise<Principal>;
  /** What both the key and the caller that was sent along may. Rejects what cannot be read of the caller. */
  actingFor(key: Principal, caller: unknown): Promise<Principal>;
  /** Hears of calls that were refused. */
  refused(refusal: RefusedCall): void;
}

/** A call that somebody may not make. */
export interface RefusedCall {
  readonly action: string;
  readonly reason: string;
  /** Undefined: it was this side that would have called. */
  readonly clientAddress: string | undefined;
  /** Whom this side would have called, and for whom. */
  readonly towards?: { readonly cluster: string; readonly username: string };
}
