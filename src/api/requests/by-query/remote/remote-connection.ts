/** Requests to another server, one after another over one connection. */
import { readFileSync } from "node:fs";
import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { illegalArgument, RequestError } from "../../../../compat/errors.ts";
import { parseLossless } from "../../../../compat/json/lossless-json.ts";
import { isJsonObject, type JsonObject } from "../../../../core/json.ts";
import { stringifyJson } from "../../../../core/stringify-json.ts";
import type { RemoteReindex, RemoteSource } from "./remote-source.ts";

/** As much of one answer as is held at once, as in Elasticsearch. */
const MOST_BYTES = 100 * 1024 * 1024;
const SHOWN_BYTES = 64 * 1024;

export class RemoteConnection {
  readonly #remote: RemoteSource;
  readonly #agent: HttpAgent;
  readonly #headers: Readonly<Record<string, string>>;
  #request: ClientRequest | undefined;
  #isClosed = false;

  constructor(remote: RemoteSource, { caFile, verification }: RemoteReindex) {
    this.#remote = remote;
    const { username, password, headers, scheme } = remote;
    const credentials = Buffer.from(`${username}:${password}`).toString("base64");
    this.#headers = {
      ...headers,
      ...(username === undefined ? {} : { authorization: `Basic ${credentials}` }),
      accept: "application/json",
    };
    const pool = { keepAlive: true, maxSockets: 1 };
    this.#agent =
      scheme === "http"
        ? new HttpAgent(pool)
        : new HttpsAgent({
            ...pool,
            ...(caFile === undefined ? {} : { ca: certificates(caFile) }),
            rejectUnauthorized: verification !== "none",
            ...(verification === "full" ? {} : { checkServerIdentity: () => undefined }),
          });
  }

  /**
   * The answer, an object. Throws RequestError with the status of the other server, or 500 where it does not answer.
   */
  async ask(method: string, path: string, body: JsonObject | undefined): Promise<JsonObject> {
    const { status, type, text } = await this.#send(method, path, body && stringifyJson(body));
    if (status >= 300) throw this.#failure({ method, path, status, text });
    if (!type.includes("json"))
      throw unlike(`Response didn't include supported Content-Type, remote is likely not an Elasticsearch instance`);
    try {
      const answer = parseLossless(text);
      if (isJsonObject(answer)) return answer;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      throw unlike("Error parsing the response, remote is likely not an Elasticsearch instance", error);
    }
    throw unlike("Error parsing the response, remote is likely not an Elasticsearch instance");
  }

  /** Ends a request under way, which fails; later ones do, too. */
  close(): void {
    this.#isClosed = true;
    this.#request?.destroy(new Error("closed"));
    this.#agent.destroy();
  }

  #send(method: string, path: string, body: string | undefined): Promise<Answer> {
    const { scheme, host, port, pathPrefix, connectTimeoutMs, socketTimeoutMs } = this.#remote;
    const send = scheme === "http" ? httpRequest : httpsRequest;
    const bytes = body === undefined ? undefined : Buffer.from(body);
    const headers = {
      ...this.#headers,
      ...(bytes ? { "content-type": "application/json", "content-length": bytes.length } : {}),
    };
    return new Promise<Answer>((resolve, reject) => {
      if (this.#isClosed) throw unreachable(new Error("closed"), this.#remote);
      const hostname = host.replace(/^\[|\]$/g, "");
      const options = { method, host: hostname, port, path: pathPrefix + path, headers, agent: this.#agent };
      const request = send(options, (message) => {
        whole(message).then(resolve, reject);
      });
      this.#request = request;
      const connecting = setTimeout(() => {
        request.destroy(new RequestError(500, "connect_timeout_exception", `Timeout connecting to [${host}:${port}]`));
      }, connectTimeoutMs);
      request.on("socket", (socket) => {
        const connected = (): void => {
          clearTimeout(connecting);
          request.setTimeout(socketTimeoutMs, () => {
            const told = socketTimeoutMs.toLocaleString("en");
            const reason = `${told} milliseconds timeout on connection`;
            request.destroy(new RequestError(500, "socket_timeout_exception", reason));
          });
        };
        if (socket.connecting) socket.once(scheme === "http" ? "connect" : "secureConnect", connected);
        else connected();
      });
      request.on("error", (error) => {
        clearTimeout(connecting);
        reject(error instanceof RequestError ? error : unreachable(error, this.#remote));
      });
      request.end(bytes);
    });
  }

  /** What the other server refused, with its status. */
  #failure({
    method,
    path,
    status,
    text,
  }: {
    method: string;
    path: string;
    status: number;
    text: string;
  }): RequestError {
    const { scheme, host, port, pathPrefix } = this.#remote;
    const shown = text.slice(0, SHOWN_BYTES);
    const where = `method [${method}], host [${scheme}://${host}:${port}], URI [${pathPrefix}${path}], status line [HTTP/1.1 ${status}]`;
    const cause = new RequestError(status, "response_exception", shown === "" ? where : `${where}\n${shown}`);
    const reason = shown === "" ? "No error body." : `body=${shown}`;
    return status < 400
      ? new RequestError(500, "status_exception", `Couldn't extract status [${status}]. ${reason}`, { cause })
      : new RequestError(status, "status_exception", reason, { cause });
  }
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

async function whole(message: IncomingMessage): Promise<Answer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of message) {
    length += (chunk as Uint8Array).length;
    if (length > MOST_BYTES) {
      message.destroy();
      throw illegalArgument("Remote responded with a chunk that was too large. Use a smaller batch size.");
    }
    chunks.push(chunk as Uint8Array);
  }
  const text = Buffer.concat(chunks).toString("utf8");
  return { status: message.statusCode ?? 500, type: message.headers["content-type"] ?? "", text };
}

function certificates(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw unlike(`the certificates [${file}] cannot be read: ${error instanceof Error ? error.message : ""}`);
  }
}

function unlike(reason: string, cause?: RequestError): RequestError {
  return new RequestError(500, "exception", reason, { cause });
}

function unreachable(error: Error, { host, port }: RemoteSource): RequestError {
  const code = "code" in error ? String(error.code) : "";
  if (code === "ECONNREFUSED") return new RequestError(500, "connect_exception", "Connection refused");
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return new RequestError(500, "unknown_host_exception", `${host}: Name or service not known`);
  return new RequestError(500, "i_o_exception", `[${host}:${port}] ${error.message}`);
}
