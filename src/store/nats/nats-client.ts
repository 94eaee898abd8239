/**
 * What the store asks of NATS: requests over one connection, and JetStream's interface, which is JSON over requests.
 * Time-outs are short and errors are told apart here, which is why nothing but requests is used of the client.
 */
import { readFileSync } from "node:fs";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { loadNats, type NatsConnection, type NatsHeaders, type NatsMessage } from "./nats-package.ts";
import { NatsRefused } from "./nats-refused.ts";

/** Where and how to connect. Plain data. */
export interface NatsPlace {
  /** `nats://host:port` or `tls://host:port`, possibly with user and password. */
  readonly servers: readonly string[];
  /** File of credentials (`.creds`); empty: none. */
  readonly credentialsFile: string;
  /** File of the authorities that servers' certificates are checked by; empty: the system's, or no TLS. */
  readonly authorityFile: string;
  /** In front of the names of all streams and subjects: `[A-Za-z0-9_-]`. */
  readonly prefix: string;
  /** Servers that hold each stream. */
  readonly replicas: number;
  /** Fewer than three are allowed. */
  readonly allowSingle: boolean;
}

/** An append that has no answer within this time is settled by reading: leaders are elected again within seconds. */
const REQUEST_MS = 900;
const STREAM_MS = 10_000;
/** Without an answer, what may be repeated is tried so often. */
const ATTEMPTS = 12;
const PAUSE_MS = 250;
const CONNECTIONS = 20;
/** JetStream's codes of errors. */
const NO_STREAM = 10059;
const NO_MESSAGE = 10037;
const NO_SUCH_SEQUENCE = 10043;
const PASSING = 503;

/** A message of a stream. */
export interface StoredMessage {
  readonly sequence: number;
  readonly bytes: Uint8Array;
}

export class NatsClient {
  readonly #connection: NatsConnection;
  readonly #headers: () => NatsHeaders;
  readonly #replicas: number;
  readonly prefix: string;

  private constructor(connection: NatsConnection, headers: () => NatsHeaders, place: NatsPlace) {
    this.#connection = connection;
    this.#headers = headers;
    this.prefix = place.prefix;
    this.#replicas = place.replicas;
  }

  static async connect(place: NatsPlace, name: string): Promise<NatsClient> {
    const nats = loadNats();
    const { credentialsFile, authorityFile } = place;
    const addresses = place.servers.map((server) => new URL(server));
    const { username = "", password = "" } = addresses[0] ?? {};
    const isEncrypted = authorityFile !== "" || addresses.some(({ protocol }) => protocol === "tls:");
    const options = {
      servers: addresses.map(({ host }) => host),
      name,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 200,
      timeout: 5000,
      ...(credentialsFile !== "" && { authenticator: nats.credsAuthenticator(readFileSync(credentialsFile)) }),
      ...(username !== "" && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
      ...(isEncrypted && { tls: authorityFile === "" ? {} : { caFile: authorityFile } }),
    };
    // Servers may be starting together with this one.
    for (let attempt = 1; ; attempt++) {
      try {
        return new NatsClient(await nats.connect(options), () => nats.headers(), place);
      } catch (error) {
        if (attempt === CONNECTIONS)
          throw new NatsRefused(`[${options.servers.join(", ")}] cannot be used: ${String(error)}`);
        await new Promise((go) => setTimeout(go, PAUSE_MS));
      }
    }
  }

  /** What the server tells of itself. */
  get server(): { readonly version: string; readonly maximumBytes: number; readonly hasJetStream: boolean } {
    const { version = "0", max_payload = 0, jetstream = false } = this.#connection.info ?? {};
    return { version, maximumBytes: max_payload, hasJetStream: jetstream };
  }

  /** Makes a stream, or finds it as it is wanted. */
  async stream(name: string, subjects: readonly string[], config: JsonObject): Promise<void> {
    const wanted: JsonObject = {
      name,
      subjects: [...subjects],
      storage: "file",
      num_replicas: this.#replicas,
      retention: "limits",
      discard: "new",
      allow_direct: false,
      ...config,
    };
    const found = await this.#ask(`STREAM.INFO.${name}`, {});
    const answer = codeOf(found) === NO_STREAM ? await this.#ask(`STREAM.CREATE.${name}`, wanted) : found;
    const echoed = answer["config"];
    if (!isJsonObject(echoed)) throw new NatsRefused(`the stream [${name}] cannot be made: ${descriptionOf(answer)}`);
    for (const [key, value] of Object.entries(wanted)) {
      const [is, asked] = [ownOf(echoed, key) ?? false, value].map((each) => JSON.stringify(each));
      if (is !== asked) throw new NatsRefused(`the stream [${name}] has [${key}] ${is}, not ${asked}`);
    }
  }

  /** Publishes a message; answers its sequence, or undefined when the expectation was not met. */
  async publish(
    subject: string,
    bytes: Uint8Array,
    expected: Readonly<Record<string, string>>,
  ): Promise<number | undefined> {
    const headers = this.#headers();
    for (const [name, value] of Object.entries(expected)) headers.set(name, value);
    const answer = parsed(await this.#connection.request(subject, bytes, { timeout: REQUEST_MS, headers }));
    if (typeof answer["seq"] === "number" && answer["error"] === undefined) return answer["seq"];
    const error = errorOf(answer);
    if (error?.["code"] === 400) return undefined;
    throw new Error(`the answer to a message was: ${descriptionOf(answer)}`);
  }

  /** The message that a query of `STREAM.MSG.GET` names, from the leader of the stream; undefined: there is none. */
  async message(stream: string, query: JsonObject): Promise<StoredMessage | undefined> {
    const answer = await this.#ask(`STREAM.MSG.GET.${stream}`, query);
    const { message } = answer;
    if (isJsonObject(message)) {
      const { seq, data } = message;
      return { sequence: Number(seq), bytes: Buffer.from(typeof data === "string" ? data : "", "base64") };
    }
    const code = codeOf(answer);
    if (code === NO_MESSAGE || code === NO_SUCH_SEQUENCE) return undefined;
    throw new Error(`a message of the stream [${stream}] cannot be read: ${descriptionOf(answer)}`);
  }

  /** Removes messages. */
  async purge(stream: string, which: JsonObject): Promise<void> {
    const answer = await this.#ask(`STREAM.PURGE.${stream}`, which);
    if (answer["success"] !== true) throw new Error(`[${stream}] cannot be trimmed: ${descriptionOf(answer)}`);
  }

  /** Subjects below a filter that have messages. */
  async subjects(stream: string, filter: string): Promise<string[]> {
    const answer = await this.#ask(`STREAM.INFO.${stream}`, { subjects_filter: filter });
    const { state } = answer;
    if (!isJsonObject(state)) throw new Error(`[${stream}] tells nothing of itself: ${descriptionOf(answer)}`);
    return isJsonObject(state["subjects"]) ? Object.keys(state["subjects"]) : [];
  }

  /** Names of the streams that begin with a prefix. */
  async streams(prefix: string): Promise<string[]> {
    const found: string[] = [];
    for (;;) {
      const { streams, total } = await this.#ask("STREAM.NAMES", { offset: found.length });
      const names = Array.isArray(streams) ? streams.map(String) : [];
      found.push(...names);
      if (names.length === 0 || found.length >= Number(total)) break;
    }
    return found.filter((name) => name.startsWith(prefix));
  }

  async removeStream(name: string): Promise<void> {
    const answer = await this.#ask(`STREAM.DELETE.${name}`, {});
    if (answer["success"] !== true && codeOf(answer) !== NO_STREAM)
      throw new Error(`[${name}] cannot be removed: ${descriptionOf(answer)}`);
  }

  /** Tells whoever listens now. */
  notify(subject: string): void {
    this.#connection.publish(subject);
  }

  /** Calls back for each notification, until the answered function is called. */
  listen(subject: string, callback: () => void): () => void {
    const subscription = this.#connection.subscribe(subject, { callback: () => callback() });
    return () => subscription.unsubscribe();
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  /** Asks JetStream for what may be asked again. */
  async #ask(what: string, body: JsonObject): Promise<JsonObject> {
    const timeout = what.startsWith("STREAM.MSG") ? REQUEST_MS : STREAM_MS;
    const payload = Object.keys(body).length === 0 ? "" : JSON.stringify(body);
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = parsed(await this.#connection.request(`$JS.API.${what}`, payload, { timeout }));
        if (errorOf(answer)?.["code"] !== PASSING || attempt === ATTEMPTS) return answer;
      } catch (error) {
        if (attempt === ATTEMPTS || this.#connection.isClosed()) throw error;
      }
      await new Promise((go) => setTimeout(go, PAUSE_MS));
    }
  }
}

function parsed(message: NatsMessage): JsonObject {
  const value: unknown = JSON.parse(message.string() || "{}");
  return isJsonObject(value) ? value : {};
}

function errorOf(answer: JsonObject): JsonObject | undefined {
  return isJsonObject(answer["error"]) ? answer["error"] : undefined;
}

function codeOf(answer: JsonObject): number | undefined {
  const code = errorOf(answer)?.["err_code"];
  return typeof code === "number" ? code : undefined;
}

function descriptionOf(answer: JsonObject): string {
  const description = errorOf(answer)?.["description"];
  return typeof description === "string" ? description : JSON.stringify(answer);
}
