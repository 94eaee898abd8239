/** Another server as the source of a reindex (`RemoteInfo`): where it is, who asks there, and for what. */
import { illegalArgument, RequestError } from "../../../../compat/errors.ts";
import { parseTimeMs } from "../../../../compat/time-value.ts";
import { valueText } from "../../../../compat/value-text.ts";
import { simpleMatch } from "../../../../compat/wildcard.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../core/json.ts";
import { ownOf, put } from "../../../../core/names.ts";
import { stringifyJson } from "../../../../core/stringify-json.ts";
import { javaClass, javaText } from "../../../../ingest/document/java-values.ts";

/** What the operator says of other servers. */
export interface RemoteReindex {
  /** `host:port` of those that may be asked, with `*`. */
  readonly whitelist: readonly string[];
  /** A file of certificates by which they are verified; undefined: those that Node.js knows. */
  readonly caFile: string | undefined;
  /** `full`: certificate and name; `certificate`: not the name; `none`: nothing. */
  readonly verification: "full" | "certificate" | "none";
}

export interface RemoteSource {
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly port: number;
  /** Before all paths, without a slash at its end. */
  readonly pathPrefix: string;
  readonly username: string | undefined;
  readonly password: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly socketTimeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly query: JsonObject;
}

const KEYS = ["host", "username", "password", "headers", "socket_timeout", "connect_timeout"];
const DEFAULT_TIMEOUT = "30s";

/** Reads `source.remote`; the query stands beside it. Throws 400 in Elasticsearch's words. */
export function readRemote(source: JsonObject): RemoteSource | undefined {
  const given = ownOf(source, "remote") ?? null;
  if (given === null) return undefined;
  if (!isJsonObject(given)) {
    const name = javaClass(given);
    const reason = `class ${name} cannot be cast to class java.util.Map (${name} and java.util.Map are in module java.base of loader 'bootstrap')`;
    throw new RequestError(400, "class_cast_exception", reason);
  }
  const text = (name: string): string | undefined => {
    const value = ownOf(given, name) ?? null;
    if (value === null) return undefined;
    if (typeof value === "string") return value;
    throw illegalArgument(`Expected [${name}] to be a string but was [${valueText(value)}]`);
  };
  const username = text("username");
  const password = text("password") ?? "";
  const address = text("host");
  if (address === undefined)
    throw new RequestError(400, "null_pointer_exception", "[host] must be specified to reindex from a remote cluster");
  const headers = headersOf(ownOf(given, "headers") ?? null);
  const place = placeOf(address);
  const timeout = (name: string): number => parseTimeMs(text(name) ?? DEFAULT_TIMEOUT, name);
  const timeouts = { socketTimeoutMs: timeout("socket_timeout"), connectTimeoutMs: timeout("connect_timeout") };
  const unknown = Object.keys(given).filter((key) => !KEYS.includes(key));
  if (unknown.length > 0) throw illegalArgument(`Unsupported fields in [remote]: [${unknown.join(",")}]`);
  return { ...place, username, password, headers, ...timeouts, query: queryOf(ownOf(source, "query") ?? null) };
}

function placeOf(address: string): Pick<RemoteSource, "scheme" | "host" | "port" | "pathPrefix"> {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw malformed(address, "Expected an address");
  }
  // A port that is the scheme's own is not told by URL.
  const port = url.port || /^[a-z]+:\/\/(?:[^/@]*@)?[^/:]+:(\d+)(?:\/|$)/i.exec(address)?.[1];
  if (port === undefined || url.host === "") throw malformed(address, "The port was not defined in the [host]");
  const scheme = url.protocol.slice(0, -1);
  if (scheme !== "http" && scheme !== "https") throw malformed(address, "Neither http nor https is the scheme");
  const pathPrefix = url.pathname.replace(/\/$/, "");
  return { scheme, host: url.hostname, port: Number(port), pathPrefix };
}

function malformed(address: string, problem: string): RequestError {
  const cause = new RequestError(400, "u_r_i_syntax_exception", `${problem}: ${address}`);
  const reason = `[host] must be of the form [scheme]://[host]:[port](/[pathPrefix])? but was [${address}]`;
  return new RequestError(400, "illegal_argument_exception", reason, { cause });
}

function headersOf(given: Json): Record<string, string> {
  const headers: Record<string, string> = {};
  if (given === null) return headers;
  if (!isJsonObject(given))
    throw illegalArgument(`Expected [headers] to be an object containing strings but was [${valueText(given)}]`);
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== "string")
      throw illegalArgument(
        `Expected [headers] to be an object containing strings but has [${name}=${javaText(value)}]`,
      );
    put(headers, name, value);
  }
  return headers;
}

function queryOf(given: Json): JsonObject {
  if (given === null) return { match_all: {} };
  if (isJsonObject(given)) return given;
  throw illegalArgument(`Expected [query] to be an object but was [${valueText(given)}]`);
}

/** Throws 400 for a server that the operator does not name. */
export function checkWhitelist({ host, port }: RemoteSource, { whitelist }: RemoteReindex): void {
  const address = `${host}:${port}`;
  if (!whitelist.some((pattern) => simpleMatch(pattern, address)))
    throw illegalArgument(`[${address}] not whitelisted in reindex.remote.whitelist`);
}

/** As tasks tell of it: without what proves who asks. */
export function remoteText({ scheme, host, port, pathPrefix, username, query }: RemoteSource): string {
  const path = pathPrefix === "" ? "" : ` pathPrefix=${pathPrefix}`;
  const user = username === undefined ? "" : ` username=${username} password=<<>>`;
  const protocol = scheme === "http" ? "" : `scheme=${scheme} `;
  return `${protocol}host=${host} port=${port}${path} query=${stringifyJson(query)}${user}`;
}
