/** Requests of calls to one address of another server, over connections that are kept. */
import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import { gunzip, gzip } from "node:zlib";
import { promisify } from "node:util";
import { RequestError } from "../compat/errors.ts";
import { CALL_PREFIX, LINK_MEDIA, MAX_MESSAGE_BYTES } from "./link-protocol.ts";

/** How servers that are reached by TLS are verified; `off`: there is no TLS. */
export interface LinkTls {
  readonly verification: "off" | "full" | "certificate" | "none";
  /** Certificates in PEM by which the other server's is verified; undefined: those that the system trusts. */
  readonly authorities: string | undefined;
}

/** What a link is made of. */
export interface HttpLinkOptions {
  /** `host:port`. */
  readonly address: string;
  readonly tls: LinkTls;
  /** The name that the other certificate is to have; empty: that of the address. */
  readonly serverName: string;
  /** `id:key` in base64, as an API key is shown. */
  readonly credentials: string | undefined;
  /** Sockets that are kept when nothing is asked. */
  readonly idleSockets: number;
  readonly connectTimeoutMs: number;
  readonly compress: boolean;
  /** Hears when no socket is open any more. */
  readonly onSilence: () => void;
}

/** An answer as it came. */
export interface LinkAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: Uint8Array;
}

/** One call. */
export interface LinkRequest {
  readonly action: string;
  readonly body: Uint8Array;
  readonly signal: AbortSignal | undefined;
}

/** So many calls are under way at once, others wait. */
const MAX_SOCKETS = 256;
const KEEP_ALIVE_MS = 30_000;
/** Smaller bodies are not worth the work. */
const COMPRESSED_BYTES = 1024;
const squeeze = promisify(gzip);

/** The other server cannot be asked. */
export class Unreachable extends RequestError {
  constructor(address: string, cause: RequestError) {
    super(502, "connect_transport_exception", `[][${address}] ${cause.type}`, { cause, rootCauses: [cause] });
  }
}

/** See the file comment. */
export class HttpLink {
  readonly #options: HttpLinkOptions;
  readonly #agent: HttpAgent;
  readonly #sockets = new Set<Socket>();

  constructor(options: HttpLinkOptions) {
    this.#options = options;
    const { tls, serverName, idleSockets } = options;
    const pool = {
      keepAlive: true,
      keepAliveMsecs: KEEP_ALIVE_MS,
      maxSockets: MAX_SOCKETS,
      maxFreeSockets: idleSockets,
    };
    this.#agent =
      tls.verification === "off"
        ? new HttpAgent(pool)
        : new HttpsAgent({
            ...pool,
            ...(tls.authorities === undefined ? {} : { ca: tls.authorities }),
            ...(serverName === "" ? {} : { servername: serverName }),
            rejectUnauthorized: tls.verification !== "none",
            ...(tls.verification === "full" ? {} : { checkServerIdentity: () => undefined }),
          });
  }

  /** Sockets that are open. */
  get sockets(): number {
    return this.#sockets.size;
  }

  /** The answer, whatever it is. Rejects with Unreachable, or with the reason of the signal. */
  async ask(request: LinkRequest): Promise<LinkAnswer> {
    const isSmall = !this.#options.compress || request.body.length < COMPRESSED_BYTES;
    const body = isSmall ? request.body : await squeeze(request.body);
    const sent = { ...request, body, encoding: isSmall ? undefined : "gzip" };
    for (let kept = this.#options.idleSockets; ; kept--) {
      try {
        return await this.#send(sent);
      } catch (error) {
        if (!(error instanceof StaleConnection)) throw error;
        // The other side closed a connection that nobody used, just when it was to be used: perhaps others, too.
        if (kept <= 0)
          throw new Unreachable(this.#options.address, new RequestError(500, "i_o_exception", error.message));
      }
    }
  }

  close(): void {
    this.#agent.destroy();
    for (const socket of this.#sockets) socket.destroy();
  }

  #send({ action, body, signal, encoding }: LinkRequest & { encoding: string | undefined }): Promise<LinkAnswer> {
    const { address, tls, credentials, connectTimeoutMs, compress } = this.#options;
    const colon = address.lastIndexOf(":");
    const headers = {
      ...(credentials === undefined ? {} : { authorization: `ApiKey ${credentials}` }),
      "content-type": LINK_MEDIA,
      accept: LINK_MEDIA,
      "content-length": body.length,
      ...(encoding === undefined ? {} : { "content-encoding": encoding }),
      "accept-encoding": compress ? "gzip" : "identity",
    };
    const target = {
      method: "POST",
      host: address.slice(0, colon).replace(/^\[|\]$/g, ""),
      port: Number(address.slice(colon + 1)),
      path: `${CALL_PREFIX}/${encodeURIComponent(action)}`,
      headers,
      agent: this.#agent,
      ...(signal ? { signal } : {}),
    };
    const send = tls.verification === "off" ? httpRequest : httpsRequest;
    return new Promise<LinkAnswer>((resolve, reject) => {
      const fail = (error: Error): void => reject(this.#failure(error, request, signal));
      const request = send(target, (message) => {
        whole(message).then(resolve, fail);
      });
      const connecting = setTimeout(
        () =>
          request.destroy(new RequestError(500, "connect_timeout_exception", `connect_timeout[${connectTimeoutMs}ms]`)),
        connectTimeoutMs,
      );
      request.on("socket", (socket) => {
        this.#watch(socket);
        if (!socket.connecting) clearTimeout(connecting);
        else socket.once(tls.verification === "off" ? "connect" : "secureConnect", () => clearTimeout(connecting));
      });
      request.on("error", (error) => {
        clearTimeout(connecting);
        fail(error);
      });
      request.end(body);
    });
  }

  #watch(socket: Socket): void {
    if (this.#sockets.has(socket)) return;
    this.#sockets.add(socket);
    socket.once("close", () => {
      this.#sockets.delete(socket);
      if (this.#sockets.size === 0) this.#options.onSilence();
    });
  }

  #failure(error: Error, request: ClientRequest, signal: AbortSignal | undefined): unknown {
    if (signal?.aborted === true) return signal.reason;
    const code = "code" in error ? String(error.code) : "";
    if (request.reusedSocket && (code === "ECONNRESET" || code === "EPIPE")) return new StaleConnection(error.message);
    return new Unreachable(this.#options.address, causeOf(error, code));
  }
}

class StaleConnection extends Error {
  override name = "StaleConnection";
}

function causeOf(error: Error, code: string): RequestError {
  if (error instanceof RequestError) return error;
  if (code === "ECONNREFUSED") return new RequestError(500, "connect_exception", "Connection refused");
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return new RequestError(500, "unknown_host_exception", "Name or service not known");
  if (code.startsWith("ERR_SSL") || code.startsWith("ERR_TLS") || code.includes("CERT") || code.includes("SIGNED"))
    return new RequestError(500, "s_s_l_handshake_exception", error.message);
  return new RequestError(500, "i_o_exception", error.message);
}

async function whole(message: IncomingMessage): Promise<LinkAnswer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of message) {
    const bytes = chunk as Uint8Array;
    length += bytes.length;
    if (length > MAX_MESSAGE_BYTES) {
      message.destroy();
      throw new RequestError(500, "i_o_exception", `an answer is longer than ${MAX_MESSAGE_BYTES} bytes`);
    }
    chunks.push(bytes);
  }
  if (!message.complete) throw new RequestError(500, "i_o_exception", "an answer was cut off");
  const packed = Buffer.concat(chunks, length);
  const body = message.headers["content-encoding"] === "gzip" ? await unpacked(packed) : packed;
  return { status: message.statusCode ?? 500, type: message.headers["content-type"] ?? "", body };
}

function unpacked(packed: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    gunzip(packed, { maxOutputLength: MAX_MESSAGE_BYTES }, (error, bytes) => (error ? reject(error) : resolve(bytes)));
  });
}
