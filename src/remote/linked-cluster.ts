/** A cluster that is asked over HTTP: its addresses one after another, looked after in the background. */
import { RequestError } from "../compat/errors.ts";
import type { Principal } from "../security/principal.ts";
import type { RefusedCall } from "../security/remote-gate.ts";
import { isJsonObject } from "../core/json.ts";
import type { RemoteClusterSettings } from "../cluster/remote-cluster-settings.ts";
import { HttpLink, type HttpLinkOptions, type LinkAnswer, type LinkTls, Unreachable } from "./http-link.ts";
import { HANDSHAKE, isJson, isMembers, LINK_MEDIA, readError } from "./link-protocol.ts";
import type { PlainData } from "./plain-data.ts";
import { readPlainData, UnreadableData } from "./read-plain-data.ts";
import type { RemoteCallOptions, RemoteCluster, RemoteIdentity, RemoteState } from "./remote-cluster.ts";
import { sentCaller } from "./sent-caller.ts";
import { writePlainData } from "./write-plain-data.ts";

/** What a cluster is asked with, beside its settings. */
export interface LinkedClusterOptions {
  readonly tls: LinkTls;
  readonly credentials: string | undefined;
  /** `cluster.remote.initial_connect_timeout`. */
  readonly connectTimeoutMs: number;
  readonly log: (level: "info" | "warn", message: string) => void;
  /** Hears of callers who may not call. */
  readonly refused: (refusal: RefusedCall) => void;
}

const LOOK_AFTER_MS = 10_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;
const HANDSHAKE_MS = 30_000;

/** See the file comment. */
export class LinkedCluster implements RemoteCluster {
  readonly settings: RemoteClusterSettings;
  readonly #options: LinkedClusterOptions;
  readonly #links: readonly HttpLink[];
  #current = 0;
  #connected = false;
  #other: RemoteIdentity | undefined;
  #timer: NodeJS.Timeout | undefined;
  #retryMs = FIRST_RETRY_MS;
  #looking: Promise<void> | undefined;
  #isClosed = false;

  constructor(settings: RemoteClusterSettings, options: LinkedClusterOptions) {
    this.settings = settings;
    this.#options = options;
    this.#links = settings.addresses.map((address) => new HttpLink(this.#linkTo(address)));
  }

  get alias(): string {
    return this.settings.alias;
  }

  get state(): RemoteState {
    return {
      connected: this.#connected,
      sockets: this.#links.reduce((sum, { sockets }) => sum + sockets, 0),
      other: this.#other,
      connectTimeoutMs: this.#options.connectTimeoutMs,
      hasCredentials: this.#options.credentials !== undefined,
    };
  }

  async call(
    action: string,
    body: PlainData,
    { signal, timeoutMs, caller }: RemoteCallOptions = {},
  ): Promise<PlainData> {
    const bytes = writePlainData({ caller: caller && this.#sent(caller, action), body });
    const ends = [signal, timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)].filter(
      (end) => end !== undefined,
    );
    const over = ends.length > 0 ? AbortSignal.any(ends) : undefined;
    over?.throwIfAborted();
    try {
      return this.#read(await this.#ask({ action, body: bytes, signal: over }));
    } catch (error) {
      throw over?.aborted === true ? endOf(over, action, this.alias) : error;
    }
  }

  /** Throws 403, which the audit trail hears of. */
  #sent(caller: Principal, action: string): PlainData {
    try {
      return sentCaller(caller, this.alias, action);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const towards = { cluster: this.alias, username: caller.username };
      this.#options.refused({ action, reason, clientAddress: undefined, towards });
      throw error;
    }
  }

  /** Looks whether the other side is there, now and from time to time. */
  start(): void {
    void this.lookAfter();
  }

  /** Resolves when the connection was looked after once more; the state says with what result. */
  lookAfter(): Promise<void> {
    return (this.#looking ??= this.#handshake().finally(() => {
      this.#looking = undefined;
      this.#schedule();
    }));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const link of this.#links) link.close();
    this.#connected = false;
  }

  #linkTo(address: string): HttpLinkOptions {
    const { serverName, connections, compress } = this.settings;
    const { tls, credentials, connectTimeoutMs } = this.#options;
    return {
      address,
      tls,
      serverName,
      credentials,
      idleSockets: connections,
      connectTimeoutMs,
      compress,
      onSilence: () => this.#silent(),
    };
  }

  /** The answer of the first address that answers, beginning with the one that did last. */
  async #ask(request: Parameters<HttpLink["ask"]>[0]): Promise<LinkAnswer> {
    let failure: unknown;
    const first = this.#current;
    for (let at = 0; at < this.#links.length; at++) {
      const index = (first + at) % this.#links.length;
      try {
        const answer = await this.#links[index]?.ask(request);
        if (!answer) break;
        this.#current = index;
        return answer;
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        failure ??= error;
      }
    }
    this.#lost(failure);
    throw failure;
  }

  #read({ status, type, body }: LinkAnswer): PlainData {
    const answer = type.startsWith(LINK_MEDIA) ? readable(body) : undefined;
    if (!isMembers(answer)) {
      const cause = new RequestError(
        500,
        "illegal_state_exception",
        `what answers there (status [${status}]) is no Wardex server of this version`,
      );
      throw this.#refused(cause);
    }
    if ("error" in answer) {
      const error = readError(answer["error"]);
      const cause =
        error ?? new RequestError(500, "illegal_state_exception", "an error of the other side cannot be read");
      // The caller's own credentials are good: it is ours that the other side does not take.
      if (!error || error.status === 401) throw this.#refused(cause);
      this.#reached();
      throw error;
    }
    this.#reached();
    return answer["answer"];
  }

  #refused(cause: RequestError): RequestError {
    const failure = new Unreachable(this.settings.addresses[this.#current] ?? "", cause);
    this.#lost(failure);
    return failure;
  }

  async #handshake(): Promise<void> {
    try {
      const answer = await this.call(HANDSHAKE, undefined, { timeoutMs: HANDSHAKE_MS });
      if (isJson(answer) && isJsonObject(answer)) this.#other = identityOf(answer);
    } catch (error) {
      if (!this.#isClosed) this.#lost(error);
    }
  }

  #reached(): void {
    if (!this.#connected) this.#options.log("info", `connected to the remote cluster [${this.alias}]`);
    this.#connected = true;
    this.#retryMs = FIRST_RETRY_MS;
  }

  #lost(why: unknown): void {
    if (this.#isClosed) return;
    if (this.#connected || this.#other === undefined)
      this.#options.log("warn", `the remote cluster [${this.alias}] cannot be reached: ${textOf(why)}`);
    const wasConnected = this.#connected;
    this.#connected = false;
    if (wasConnected && !this.#looking) this.#schedule();
  }

  /** All sockets closed: the other side went away, or nobody asked for long. */
  #silent(): void {
    if (this.#connected && !this.#isClosed) void this.lookAfter();
  }

  #schedule(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    const waitMs = this.#connected ? (this.settings.pingMs ?? LOOK_AFTER_MS) : this.#retryMs;
    if (!this.#connected) this.#retryMs = Math.min(LONGEST_RETRY_MS, this.#retryMs * 2);
    this.#timer = setTimeout(() => void this.lookAfter(), waitMs).unref();
  }
}

function readable(body: Uint8Array): PlainData {
  try {
    return readPlainData(body);
  } catch (error) {
    if (error instanceof UnreadableData) return undefined;
    throw error;
  }
}

function identityOf(answer: Readonly<Record<string, unknown>>): RemoteIdentity {
  const text = (name: "clusterName" | "clusterUuid" | "version"): string => {
    const value = answer[name];
    return typeof value === "string" ? value : "";
  };
  return { clusterName: text("clusterName"), clusterUuid: text("clusterUuid"), version: text("version") };
}

/** Why a call ended before its answer: its time was over, or whoever asked said so. */
function endOf({ reason }: AbortSignal, action: string, alias: string): unknown {
  if (reason instanceof DOMException && reason.name === "TimeoutError")
    return new RequestError(500, "receive_timeout_transport_exception", `[${alias}][${action}] request timed out`);
  return reason instanceof DOMException
    ? new RequestError(400, "task_cancelled_exception", "task cancelled [by user request]")
    : reason;
}

function textOf(error: unknown): string {
  if (!(error instanceof RequestError)) return String(error);
  return error.cause ? `${error.message}: ${textOf(error.cause)}` : error.message;
}
