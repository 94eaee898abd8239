/** What `open` takes, and what it refuses. */
import type { RemoteClusterOptions } from "./followed-remotes.ts";
import type { RemoteReindex } from "../api/requests/by-query/remote/remote-source.ts";
import { didYouMean } from "../compat/did-you-mean.ts";
import { ownOf } from "../core/names.ts";
import type { NotificationSettings } from "../identity/notifications/sender-settings.ts";
import { passwordFault } from "../security/password-rule.ts";
import { toNotificationSettings } from "./notification-settings.ts";
import { SettingError } from "./setting.ts";
import { LOOPBACK, type ListenerSettings, toListenerSettings } from "./listener-settings.ts";
import { LOG_LEVELS, type LogLevel } from "./settings.ts";

/** What `open` takes; everything has a default. */
export interface OpenOptions {
  /** Folder of the data; absent: memory only. */
  readonly data?: string;
  /**
   * Folder of the files that analyzers may name (`synonyms_path`, `stopwords_path`, hunspell …); absent: they can name
   * none.
   */
  readonly configFolder?: string;
  /** Folders within which repositories of snapshots may be; absent: there can be none. */
  readonly repositoryFolders?: readonly string[];
  /** Addresses of S3-compatible stores that repositories of snapshots may use; absent: none. */
  readonly s3Endpoints?: readonly string[];
  /** Which other servers `_reindex` may copy from, and how these are verified; absent: none. */
  readonly remoteReindex?: RemoteReindex;
  /** How remote clusters are reached, and the keys for them; absent: without any. */
  readonly remoteClusters?: RemoteClusterOptions;
  /** Whether inference endpoints may be at private, loopback and link-local addresses; false by default. */
  readonly inferenceAllowPrivate?: boolean;
  /** Listen on a socket as well. */
  readonly listen?: ListenOptions;
  /** Search threads; default 0: everything on the calling thread. */
  readonly threads?: number;
  /** Bytes of memory for requests and buffers; default half of the machine's. */
  readonly memoryBytes?: number;
  /** Ask for credentials; default true. `Connection` brings the administrator's own. */
  readonly security?: boolean;
  /** Whether the web console is there at `/ui/`, where it listens; default true. */
  readonly ui?: boolean;
  /** Whether user names with passwords open the identity interface; default true. */
  readonly identityPasswords?: boolean;
  readonly adminUser?: string;
  readonly adminPassword?: string;
  readonly adminToken?: string;
  readonly clusterName?: string;
  readonly nodeName?: string;
  /** Default `silent`. */
  readonly logLevel?: LogLevel;
  /** The SMTP server for notifications by e-mail; absent: none are sent. */
  readonly smtp?: SmtpOptions;
  /** Whether webhooks may go to private addresses; default false. */
  readonly webhookAllowPrivate?: boolean;
}

/** A socket. Addresses beyond this machine need `tls`, or the word that plain HTTP is meant. */
export interface ListenOptions {
  readonly host?: string;
  readonly port?: number;
  /** Files of the certificate and its key (PEM), read again when they change; absent: plain HTTP. */
  readonly tls?: TlsOptions;
  readonly allowPlainHttp?: boolean;
  /**
   * Addresses and networks, separated by commas, whose `X-Forwarded-For` and `X-Forwarded-Proto` count; absent:
   * nobody's.
   */
  readonly trustedProxies?: string;
  /** Scheme, host and port of links that others follow; absent: where a request came in. */
  readonly publicUrl?: string;
}

/**
 * Paths, but for `passphrase`. `ca`: what leads from the certificate to its authority, where that does not stand behind
 * it in its file.
 */
export interface TlsOptions {
  readonly certificate: string;
  readonly key: string;
  readonly ca?: string;
  readonly passphrase?: string;
}

/** An SMTP server. The port follows from `tls` (`starttls` when absent): 587, 465 for `implicit`, 25 for `off`. */
export interface SmtpOptions {
  readonly host: string;
  readonly from: string;
  readonly port?: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls?: "starttls" | "implicit" | "off";
}

const TYPES: Readonly<Record<keyof OpenOptions, string>> = {
  data: "string",
  configFolder: "string",
  repositoryFolders: "object",
  s3Endpoints: "object",
  remoteReindex: "object",
  remoteClusters: "object",
  inferenceAllowPrivate: "boolean",
  listen: "object",
  threads: "number",
  memoryBytes: "number",
  security: "boolean",
  ui: "boolean",
  identityPasswords: "boolean",
  adminUser: "string",
  adminPassword: "string",
  adminToken: "string",
  clusterName: "string",
  nodeName: "string",
  logLevel: "string",
  smtp: "object",
  webhookAllowPrivate: "boolean",
};

const LISTEN_TYPES: Readonly<Record<keyof ListenOptions, string>> = {
  host: "string",
  port: "number",
  tls: "object",
  allowPlainHttp: "boolean",
  trustedProxies: "string",
  publicUrl: "string",
};
const TLS_TYPES: Readonly<Record<keyof TlsOptions, string>> = {
  certificate: "string",
  key: "string",
  ca: "string",
  passphrase: "string",
};
const SMTP_TYPES: Readonly<Record<keyof SmtpOptions, string>> = {
  host: "string",
  from: "string",
  port: "number",
  username: "string",
  password: "string",
  tls: "string",
};
const MOST_THREADS = 64;
const MOST_PORT = 65_535;

/** Throws a SettingError where options have another name, type or value than they may: callers may have no compiler. */
export function checkOptions(options: OpenOptions): void {
  checkTypes(options, TYPES, "");
  const { threads, memoryBytes, listen, security, adminUser, adminPassword, logLevel } = options;
  if (listen) checkTypes(listen, LISTEN_TYPES, "listen.");
  if (listen?.tls) checkTypes(listen.tls, TLS_TYPES, "listen.tls.");
  notificationOptions(options);
  if (!isWithin(threads, MOST_THREADS))
    throw new SettingError(`option [threads] must be a number from 0 to ${MOST_THREADS}, not [${threads}]`);
  if (!isWithin(listen?.port, MOST_PORT))
    throw new SettingError(`option [listen.port] must be a number from 0 to ${MOST_PORT}, not [${listen?.port}]`);
  if (memoryBytes !== undefined && !(memoryBytes > 0))
    throw new SettingError(`option [memoryBytes] must be above 0, not [${memoryBytes}]`);
  const passwordProblem = adminPassword === undefined ? undefined : passwordFault(adminPassword);
  if (passwordProblem !== undefined) throw new SettingError(`option [adminPassword]: ${passwordProblem}`);
  if (adminUser === "") throw new SettingError("option [adminUser] must not be empty");
  if (logLevel !== undefined && !LOG_LEVELS.includes(logLevel))
    throw new SettingError(`option [logLevel] must be one of ${LOG_LEVELS.join(", ")}, not [${logLevel}]`);
  if (security === false && listen?.host !== undefined && !LOOPBACK.test(listen.host)) {
    throw new SettingError(
      `without security the engine listens on a loopback address only (127.0.0.1, ::1, localhost), not on [${listen.host}]`,
    );
  }
  listenerOptions(options);
}

/** What stands in place of which setting. */
const LISTEN_NAMES: Readonly<Record<string, string>> = {
  "tls-certificate": "tls.certificate",
  "tls-key": "tls.key",
  "allow-plain-http": "allowPlainHttp",
  "trusted-proxies": "trustedProxies",
  "public-url": "publicUrl",
};

/** How the socket is served; throws a SettingError. */
export function listenerOptions({ listen }: OpenOptions): ListenerSettings {
  const values: Readonly<Record<string, string>> = {
    "tls-certificate": listen?.tls?.certificate ?? "",
    "tls-key": listen?.tls?.key ?? "",
    "tls-ca": listen?.tls?.ca ?? "",
    "tls-key-passphrase": listen?.tls?.passphrase ?? "",
    "allow-plain-http": listen?.allowPlainHttp === true ? "on" : "off",
    "trusted-proxies": listen?.trustedProxies ?? "",
    "public-url": listen?.publicUrl ?? "",
  };
  const named = (flag: string): string => `option [listen.${ownOf(LISTEN_NAMES, flag) ?? flag}]`;
  return toListenerSettings((flag) => ownOf(values, flag) ?? "", listen?.host ?? "127.0.0.1", named);
}

/** How notifications leave; throws a SettingError. */
export function notificationOptions({ smtp, webhookAllowPrivate }: OpenOptions): NotificationSettings {
  if (smtp) checkTypes(smtp, SMTP_TYPES, "smtp.");
  const values: Readonly<Record<string, string>> = {
    "webhook-allow-private": String(webhookAllowPrivate ?? false),
    "smtp-tls": smtp?.tls ?? "starttls",
    "smtp-host": smtp?.host ?? "",
    "smtp-from": smtp?.from ?? "",
    "smtp-port": smtp?.port === undefined ? "" : String(smtp.port),
    "smtp-username": smtp?.username ?? "",
    "smtp-password": smtp?.password ?? "",
  };
  return toNotificationSettings((flag) => ownOf(values, flag) ?? "");
}

function checkTypes(options: object, types: Readonly<Record<string, string>>, prefix: string): void {
  for (const [name, value] of Object.entries(options)) {
    const type = ownOf(types, name);
    if (type === undefined)
      throw new SettingError(`unknown option [${prefix}${name}]${didYouMean(name, Object.keys(types))}`);
    if (value !== undefined && typeof value !== type)
      throw new SettingError(`option [${prefix}${name}] must be a ${type}, not [${String(value)}]`);
  }
}

function isWithin(value: number | undefined, most: number): boolean {
  return value === undefined || (Number.isInteger(value) && value >= 0 && value <= most);
}
