/**
 * A `Connection` class for `@elastic/elasticsearch` 8 and 9 that answers within the process: the client's requests go
 * straight to the pipeline, without a socket. It has the shape of `BaseConnection` of `@elastic/transport`, which is
 * not needed at run time.
 */
import { Readable } from "node:stream";
import type { RawRequest, RawResponse } from "../http/exchange.ts";

/** Answers raw requests. */
export interface Answering {
  answer(request: RawRequest): RawResponse | Promise<RawResponse>;
}

interface ConnectionOptions {
  readonly url: URL;
  readonly id?: string;
  readonly headers?: Record<string, string>;
  /** Null: the client has none. */
  readonly auth?: {
    readonly username?: string;
    readonly password?: string;
    readonly apiKey?: string | { id: string; api_key: string };
    readonly bearer?: string;
  } | null;
  readonly timeout?: number;
  readonly weight?: number;
  readonly maxEventListeners?: number;
  readonly diagnostic?: unknown;
  readonly caFingerprint?: string | null;
  readonly tls?: unknown;
}

interface ConnectionRequest {
  readonly method: string;
  readonly path: string;
  readonly querystring?: string;
  readonly body?: string | Buffer | Readable | null;
  readonly headers?: Record<string, string | undefined>;
}

interface RequestOptions {
  readonly asStream?: boolean;
  readonly signal?: AbortSignal;
  readonly timeout?: number;
}

interface ConnectionResponse {
  readonly body: string | Buffer | Readable;
  readonly statusCode: number;
  readonly headers: Record<string, string | string[]>;
}

/** What `new Client({ Connection })` takes. */
export type ConnectionClass = new (options: ConnectionOptions) => {
  request(params: ConnectionRequest, options: RequestOptions): Promise<ConnectionResponse>;
  close(): Promise<void>;
};

const BINARY = /smile|cbor|arrow|vector-tile/;
const DEFAULT_TIMEOUT_MS = 30_000;

/** The names by which the client's transport knows what went wrong. */
class ConnectionFault extends Error {
  constructor(name: "TimeoutError" | "RequestAbortedError" | "ConnectionError", message: string) {
    super(message);
    this.name = name;
  }
}

/** Makes the class for one engine; `authorization` is used where the client brings no credentials of its own. */
export function connectionClass(target: Answering, authorization: () => string | undefined): ConnectionClass {
  return class Connection {
    static readonly statuses = { ALIVE: "alive", DEAD: "dead" };
    readonly url: URL;
    readonly id: string;
    readonly headers: Record<string, string>;
    readonly timeout: number;
    readonly weight: number;
    readonly maxEventListeners: number;
    readonly diagnostic: unknown;
    readonly tls: unknown;
    readonly caFingerprint: string | null;
    status = "alive";
    deadCount = 0;
    resurrectTimeout = 0;
    _openRequests = 0;
    #closed = false;

    constructor(options: ConnectionOptions) {
      this.url = options.url;
      this.id = options.id ?? options.url.href;
      this.headers = { ...options.headers };
      const credentials = ownCredentials(options.auth);
      if (credentials !== undefined) this.headers["authorization"] ??= credentials;
      this.timeout = options.timeout ?? DEFAULT_TIMEOUT_MS;
      this.weight = options.weight ?? 0;
      this.maxEventListeners = options.maxEventListeners ?? 100;
      this.diagnostic = options.diagnostic;
      this.tls = options.tls ?? null;
      this.caFingerprint = options.caFingerprint ?? null;
    }

    async request(params: ConnectionRequest, options: RequestOptions = {}): Promise<ConnectionResponse> {
      if (this.#closed) throw new ConnectionFault("ConnectionError", "the connection is closed");
      this._openRequests++;
      try {
        return toResponse(await this.#answer(params, options), options);
      } finally {
        this._openRequests--;
      }
    }

    close(): Promise<void> {
      this.#closed = true;
      return Promise.resolve();
    }

    /** Hides the credentials from logs. */
    toJSON(): unknown {
      const { authorization: _hidden, ...headers } = this.headers;
      return { url: this.url.origin, id: this.id, headers, status: this.status };
    }

    #answer(params: ConnectionRequest, options: RequestOptions): Promise<RawResponse> {
      const headers = lowerCase({ ...this.headers, ...params.headers });
      const fallback = authorization();
      if (headers["authorization"] === undefined && fallback !== undefined) headers["authorization"] = fallback;
      const listeners = new Set<() => void>();
      const raw: RawRequest = {
        head: {
          method: params.method,
          url: params.querystring ? `${params.path}?${params.querystring}` : params.path,
          headers,
        },
        clientAddress: "127.0.0.1",
        body: bodyOf(params.body),
        onGone: (listener) => void listeners.add(listener),
      };
      const gone = (): void => listeners.forEach((listener) => listener());
      return limited(Promise.resolve(target.answer(raw)), options.timeout ?? this.timeout, options.signal, gone);
    }
  };
}

function ownCredentials(auth: ConnectionOptions["auth"]): string | undefined {
  if (!auth) return undefined;
  const base64 = (text: string): string => Buffer.from(text).toString("base64");
  if (typeof auth.apiKey === "object") return `ApiKey ${base64(`${auth.apiKey.id}:${auth.apiKey.api_key}`)}`;
  if (auth.apiKey !== undefined) return `ApiKey ${auth.apiKey}`;
  if (auth.bearer !== undefined) return `Bearer ${auth.bearer}`;
  if (auth.username !== undefined && auth.password !== undefined)
    return `Basic ${base64(`${auth.username}:${auth.password}`)}`;
  return undefined;
}

function lowerCase(headers: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function bodyOf(body: ConnectionRequest["body"]): Readable | Uint8Array | undefined {
  if (body === undefined || body === null || body === "") return undefined;
  return typeof body === "string" ? Buffer.from(body) : body;
}

function toResponse(answer: RawResponse, options: RequestOptions): ConnectionResponse {
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const bytes = Buffer.from(answer.body.buffer, answer.body.byteOffset, answer.body.byteLength);
  const body = options.asStream
    ? Readable.from([bytes])
    : BINARY.test(String(headers["content-type"] ?? ""))
      ? bytes
      : bytes.toString("utf8");
  return { body, statusCode: answer.status, headers };
}

/** The answer, unless its time is over or the caller gave up first; then `gone` tells the handler. */
function limited(
  answer: Promise<RawResponse>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  gone: () => void,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const giveUp = (fault: ConnectionFault): void => {
      gone();
      reject(fault);
    };
    const timer = setTimeout(() => giveUp(new ConnectionFault("TimeoutError", "Request timed out")), timeoutMs);
    const abort = (): void => giveUp(new ConnectionFault("RequestAbortedError", "Request aborted"));
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
    answer.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    });
  });
}
