/** Settings of the server: one list, from which `--help`, the environment, the file and the documentation are read. */
import { parseArgs } from "node:util";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { RemoteReindex } from "../api/requests/by-query/remote/remote-source.ts";
import { ownOf, put } from "../core/names.ts";
import { yaml } from "../core/rare-packages.ts";
import { parseBytes, parseTimeMs } from "../compat/time-value.ts";
import { passwordFault } from "../security/password-rule.ts";
import type { NotificationSettings } from "../identity/notifications/sender-settings.ts";
import { LOOPBACK, type ListenerSettings, listenerServerSettings, toListenerSettings } from "./listener-settings.ts";
import type { ClusterPlace } from "../store/cluster-place.ts";
import { clusterServerSettings, toClusterSettings } from "./cluster-settings.ts";
import { type NodeSettings, nodeServerSettings, toNodeSettings } from "./node-settings.ts";
import { notificationServerSettings, toNotificationSettings } from "./notification-settings.ts";
import type { RemoteClusterOptions } from "./followed-remotes.ts";
import { type ServerSetting, SettingError } from "./setting.ts";

/** How long events of the audit trail are kept, where nothing else is said. */
export const DEFAULT_RETENTION_DAYS = 365;

/** The list, in the order of `--help`. */
export const serverSettings: readonly ServerSetting[] = [
  { flag: "host", environment: "WARDEX_HOST", default: "127.0.0.1", help: "address to listen on" },
  {
    flag: "port",
    environment: "WARDEX_PORT",
    default: "9200",
    help: "port to listen on; 0 takes any free one and prints it",
  },
  ...listenerServerSettings,
  {
    flag: "data",
    environment: "WARDEX_DATA",
    default: "./data",
    help: "folder of the data; `:memory:` keeps everything in memory",
  },
  {
    flag: "config-folder",
    environment: "WARDEX_CONFIG_FOLDER",
    default: "",
    help: "folder of the files that analyzers may name (synonyms_path, stopwords_path, hunspell …); empty: they can name none",
  },
  {
    flag: "path-repo",
    environment: "WARDEX_PATH_REPO",
    default: "",
    help: "folders, separated by commas, within which repositories of snapshots may be (`fs`, `url`); empty: nowhere",
  },
  {
    flag: "s3-endpoints",
    environment: "WARDEX_S3_ENDPOINTS",
    default: "",
    help: "addresses of S3-compatible stores, separated by commas, that repositories of snapshots may use (`s3`); empty: none",
  },
  {
    flag: "reindex-whitelist",
    environment: "WARDEX_REINDEX_WHITELIST",
    default: "",
    help: "addresses (`host:port`, with `*`), separated by commas, of servers that `_reindex` may copy from; empty: none",
  },
  {
    flag: "reindex-ca-file",
    environment: "WARDEX_REINDEX_CA_FILE",
    default: "",
    help: "file of the certificates (PEM) by which such servers are verified; empty: those that Node.js knows",
  },
  {
    flag: "reindex-verification",
    environment: "WARDEX_REINDEX_VERIFICATION",
    default: "full",
    help: "what of their certificates is verified: `full`, `certificate` (not the name), `none`",
  },
  {
    flag: "remote-credentials",
    environment: "WARDEX_REMOTE_CREDENTIALS",
    default: "",
    help: "cross-cluster API keys of remote clusters, `alias:key` separated by commas, each key as it was shown (`encoded`); empty: none",
    secret: true,
  },
  {
    flag: "remote-ca-file",
    environment: "WARDEX_REMOTE_CA_FILE",
    default: "",
    help: "file of the certificates (PEM) by which remote clusters are verified; empty: those that Node.js knows",
  },
  {
    flag: "remote-verification",
    environment: "WARDEX_REMOTE_VERIFICATION",
    default: "",
    help: "how remote clusters are reached: by TLS that is verified (`full`, `certificate`: not the name, `none`: not at all), or without TLS (`off`); empty: `full` for those with a key, `off` for the others",
  },
  {
    flag: "inference-allow-private",
    environment: "WARDEX_INFERENCE_ALLOW_PRIVATE",
    default: "off",
    help: "on: inference endpoints may be at private, loopback and link-local addresses too",
  },
  {
    flag: "admin-user",
    environment: "WARDEX_ADMIN_USER",
    default: "admin",
    help: "name of the administrator made on the first start",
  },
  {
    flag: "admin-password",
    environment: "WARDEX_ADMIN_PASSWORD",
    default: "",
    help: "its password; empty: one is made and printed once",
    secret: true,
  },
  {
    flag: "admin-token",
    environment: "WARDEX_ADMIN_TOKEN",
    default: "",
    help: "its API token; empty: one is made and printed once",
    secret: true,
  },
  { flag: "security", environment: "WARDEX_SECURITY", default: "on", help: "on, or off (only on a loopback address)" },
  { flag: "ui", environment: "WARDEX_UI", default: "on", help: "the web console at /ui/: on, or off" },
  {
    flag: "threads",
    environment: "WARDEX_THREADS",
    default: "",
    help: "search threads; empty: one per core; 0: everything on the main thread",
  },
  {
    flag: "memory",
    environment: "WARDEX_MEMORY",
    default: "",
    help: "cap of memory for requests and buffers (512mb, 4gb); empty: half of the machine's",
  },
  {
    flag: "secret-key-file",
    environment: "WARDEX_SECRET_KEY_FILE",
    default: "",
    help: "key that encrypts what must be shown again; empty: <data>/secret.key, made with mode 0600",
  },
  { flag: "log-level", environment: "WARDEX_LOG_LEVEL", default: "info", help: "silent, error, warn, info or debug" },
  {
    flag: "shutdown-grace",
    environment: "WARDEX_SHUTDOWN_GRACE",
    default: "30s",
    help: "time that SIGTERM gives to what is under way; after it the process reports what it waited for and kills itself",
  },
  {
    flag: "cluster-name",
    environment: "WARDEX_CLUSTER_NAME",
    default: "wardex",
    help: "name of the cluster, as clients see it",
  },
  {
    flag: "node-name",
    environment: "WARDEX_NODE_NAME",
    default: "",
    help: "name of the node; empty: the machine's name",
  },
  {
    flag: "identity-passwords",
    environment: "WARDEX_IDENTITY_PASSWORDS",
    default: "on",
    help: "whether user names with passwords open /api/v2beta: on, or off (keys of tokens and sessions only)",
  },
  {
    flag: "event-retention-days",
    environment: "WARDEX_EVENT_RETENTION_DAYS",
    default: String(DEFAULT_RETENTION_DAYS),
    help: "days after which events of the audit trail are deleted",
  },
  ...clusterServerSettings,
  ...nodeServerSettings,
  ...notificationServerSettings,
  {
    flag: "config",
    environment: "WARDEX_CONFIG",
    default: "",
    help: "file (YAML or JSON) with any of these settings; flags and environment win",
  },
];

/** Settings as the server uses them. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly listener: ListenerSettings;
  /** Path, or undefined for memory. */
  readonly dataPath: string | undefined;
  /** Folder of the files that analyzers may name; undefined: none. */
  readonly configFolder: string | undefined;
  /** Folders within which repositories of snapshots may be. */
  readonly repositoryFolders: readonly string[];
  /** S3-compatible stores that they may use. */
  readonly s3Endpoints: readonly string[];
  readonly remoteReindex: RemoteReindex;
  readonly remoteClusters: RemoteClusterOptions;
  readonly inferenceAllowPrivate: boolean;
  readonly adminUser: string;
  readonly adminPassword: string | undefined;
  readonly adminToken: string | undefined;
  readonly security: boolean;
  /** Whether the web console is there. */
  readonly ui: boolean;
  readonly threads: number;
  readonly memoryBytes: number;
  readonly secretKeyFile: string | undefined;
  readonly logLevel: LogLevel;
  /** The process ends that long after SIGTERM at the latest. */
  readonly shutdownGraceMs: number;
  readonly clusterName: string;
  readonly nodeName: string;
  /** Whether user names with passwords open the identity interface. */
  readonly identityPasswords: boolean;
  readonly eventRetentionDays: number;
  readonly notifications: NotificationSettings;
  /** Where log and cluster state are held; undefined: in the data folder. */
  readonly place: ClusterPlace | undefined;
  /** What makes it one of several nodes of that cluster. */
  readonly nodes: NodeSettings | undefined;
}

export type LogLevel = "silent" | "error" | "warn" | "info" | "debug";

const MOST_RETENTION_DAYS = 36_500;
const MOST_GRACE_MS = 3_600_000;
/** From nothing to everything. */
export const LOG_LEVELS: readonly LogLevel[] = ["silent", "error", "warn", "info", "debug"];

/** What the command line asks for. */
export interface CommandLine {
  readonly help: boolean;
  readonly version: boolean;
  readonly values: Readonly<Record<string, string>>;
  /** What stands there without a flag, and the flags of the command itself that do. */
  readonly words: readonly string[];
  readonly own: ReadonlySet<string>;
}

/** What a command takes besides the settings. */
export interface OwnArguments {
  /** How many words without a flag. */
  readonly words: number;
  /** Flags without a value. */
  readonly flags: readonly string[];
}

/** Reads flags, environment and file; flags win over environment over file over defaults. */
export function readCommandLine(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  own: OwnArguments = { words: 0, flags: [] },
): CommandLine {
  const options: Record<string, { type: "string" | "boolean" }> = {
    help: { type: "boolean" },
    version: { type: "boolean" },
  };
  for (const flag of own.flags) put(options, flag, { type: "boolean" });
  for (const setting of serverSettings) put(options, setting.flag, { type: "string" });
  let flags: Record<string, string | boolean | undefined>;
  let words: string[];
  try {
    const parsed = parseArgs({ args: [...args], options, strict: true, allowPositionals: own.words > 0 });
    flags = parsed.values;
    words = parsed.positionals;
  } catch (error) {
    throw new SettingError(`${error instanceof Error ? error.message : String(error)}\nSee wardex --help.`);
  }
  if (words.length > own.words) throw new SettingError(`unexpected argument [${words[own.words]}]\nSee wardex --help.`);
  const configPath = String(flags["config"] ?? environment["WARDEX_CONFIG"] ?? "");
  const file = configPath === "" ? {} : readConfig(configPath);
  const values: Record<string, string> = {};
  for (const setting of serverSettings) {
    put(
      values,
      setting.flag,
      String(
        ownOf(flags, setting.flag) ??
          ownOf(environment, setting.environment) ??
          ownOf(file, setting.flag) ??
          setting.default,
      ),
    );
  }
  return {
    help: flags["help"] === true,
    version: flags["version"] === true,
    values,
    words,
    own: new Set(own.flags.filter((flag) => ownOf(flags, flag) === true)),
  };
}

function readConfig(path: string): Record<string, string> {
  let parsed: unknown;
  try {
    parsed = yaml().parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new SettingError(
      `cannot read the settings file ${path}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new SettingError(`the settings file ${path} must hold a map of settings`);
  const known = new Set(serverSettings.map((setting) => setting.flag));
  for (const key of Object.keys(parsed)) {
    if (!known.has(key))
      throw new SettingError(`unknown setting [${key}] in ${path}; known are ${[...known].join(", ")}`);
  }
  return Object.fromEntries(Object.entries(parsed).map(([key, value]) => [key, configText(key, value, path)]));
}

function configText(key: string, value: unknown, path: string): string {
  if (typeof value === "string" || typeof value === "number") return String(value);
  // `security: on` is a text in YAML 1.2; some write true.
  if (typeof value === "boolean") return value ? "on" : "off";
  throw new SettingError(`[${key}] in ${path} must be a text or a number`);
}

/** Checks and converts; throws SettingError. */
export function toSettings(
  values: Readonly<Record<string, string>>,
  machine: { memoryBytes: number; hostName: string },
): Settings {
  const value = (flag: string): string => ownOf(values, flag) ?? "";
  const port = Number(value("port"));
  if (!/^\d+$/.test(value("port")) || port > 65_535)
    throw new SettingError(`--port must be a number from 0 to 65535, not [${value("port")}]`);
  const security = onOrOff("security", value("security"));
  if (!security && !LOOPBACK.test(value("host"))) {
    throw new SettingError(
      `--security off is refused on ${value("host")}: without security the server listens on a loopback address only (127.0.0.1, ::1, localhost)`,
    );
  }
  const threads = value("threads") === "" ? Math.max(1, availableParallelism()) : Number(value("threads"));
  if (!Number.isInteger(threads) || threads < 0 || threads > 64)
    throw new SettingError(`--threads must be a number from 0 to 64, not [${value("threads")}]`);
  const logLevel = value("log-level");
  if (!isLogLevel(logLevel))
    throw new SettingError(`--log-level must be silent, error, warn, info or debug, not [${logLevel}]`);
  const passwordProblem = value("admin-password") === "" ? undefined : passwordFault(value("admin-password"));
  if (passwordProblem !== undefined) throw new SettingError(`--admin-password: ${passwordProblem}`);
  if (value("admin-user") === "") throw new SettingError("--admin-user must not be empty");
  return {
    host: value("host"),
    port,
    listener: toListenerSettings(value, value("host")),
    dataPath: value("data") === ":memory:" ? undefined : value("data"),
    configFolder: value("config-folder") || undefined,
    repositoryFolders: listOf(value("path-repo")),
    s3Endpoints: listOf(value("s3-endpoints")),
    remoteReindex: {
      whitelist: listOf(value("reindex-whitelist")),
      caFile: value("reindex-ca-file") || undefined,
      verification: verificationOf(value("reindex-verification")),
    },
    remoteClusters: {
      credentials: remoteCredentials(value("remote-credentials")),
      caFile: value("remote-ca-file") || undefined,
      ...remoteVerification(value("remote-verification")),
    },
    inferenceAllowPrivate: onOrOff("inference-allow-private", value("inference-allow-private")),
    adminUser: value("admin-user"),
    adminPassword: value("admin-password") || undefined,
    adminToken: value("admin-token") || undefined,
    security,
    ui: onOrOff("ui", value("ui")),
    threads,
    memoryBytes: memoryCap(value("memory"), machine.memoryBytes),
    secretKeyFile: value("secret-key-file") || undefined,
    logLevel,
    shutdownGraceMs: shutdownGraceMs(value("shutdown-grace")),
    clusterName: value("cluster-name") || "wardex",
    nodeName: value("node-name") || machine.hostName,
    identityPasswords: onOrOff("identity-passwords", value("identity-passwords")),
    eventRetentionDays: retentionDays(value("event-retention-days")),
    notifications: toNotificationSettings(value),
    place: toClusterSettings(value, value("data") === ":memory:" ? undefined : value("data")),
    nodes: toNodeSettings(value, value("node-name") || machine.hostName),
  };
}

function onOrOff(flag: string, text: string): boolean {
  if (text !== "on" && text !== "off") throw new SettingError(`--${flag} must be on or off, not [${text}]`);
  return text === "on";
}

function retentionDays(text: string): number {
  const days = Number(text);
  if (!/^\d+$/.test(text) || days < 1 || days > MOST_RETENTION_DAYS)
    throw new SettingError(`--event-retention-days must be a number from 1 to ${MOST_RETENTION_DAYS}, not [${text}]`);
  return days;
}

function shutdownGraceMs(text: string): number {
  let graceMs: number;
  try {
    graceMs = parseTimeMs(text, "shutdown-grace");
  } catch (error) {
    throw new SettingError(error instanceof Error ? error.message : String(error));
  }
  if (graceMs < 1000 || graceMs > MOST_GRACE_MS)
    throw new SettingError(`--shutdown-grace must be from 1s to 1h, not [${text}]`);
  return graceMs;
}

function memoryCap(text: string, machineBytes: number): number {
  if (text === "") return Math.floor(machineBytes / 2);
  let bytes: number;
  try {
    bytes = parseBytes(text, "memory");
  } catch (error) {
    throw new SettingError(error instanceof Error ? error.message : String(error));
  }
  if (bytes < 64 * 1024 ** 2) throw new SettingError(`--memory must be at least 64mb, not [${text}]`);
  return bytes;
}

function isLogLevel(text: string): text is LogLevel {
  return LOG_LEVELS.some((level) => level === text);
}

/** The text of `wardex --help`. */
export function helpText(): string {
  const width = Math.max(...serverSettings.map((setting) => setting.flag.length)) + 2;
  const lines = serverSettings.map((setting) => {
    const fallback = setting.default === "" ? "" : ` (default ${setting.default})`;
    return `  --${setting.flag.padEnd(width)}${setting.help}${fallback}\n  ${"".padEnd(width + 2)}environment: ${setting.environment}`;
  });
  return `wardex: an Elasticsearch-compatible document store and search server

usage: wardex [--setting value …]
       wardex <command> …

${lines.join("\n")}
  --${"help".padEnd(width)}this text
  --${"version".padEnd(width)}version of the product

On the first start the administrator's name, password and API token are printed once.
SIGTERM and SIGINT finish what is under way and exit with 0. What was acknowledged is durable in any case.
`;
}

/** Parts that commas separate. */
/** Keys by alias. The message of a refusal holds none of them. */
function remoteCredentials(text: string): Record<string, string> {
  const pairs = listOf(text).map((part): [string, string] => {
    const colon = part.indexOf(":");
    const [alias, key] = [part.slice(0, colon), part.slice(colon + 1)];
    if (colon <= 0 || !/^[-\w]+$/.test(alias) || !/^[\w+/=-]+$/.test(key))
      throw new SettingError("--remote-credentials must be `alias:key`, separated by commas");
    return [alias, key];
  });
  return Object.fromEntries(pairs);
}

function remoteVerification(text: string): Pick<RemoteClusterOptions, "verification"> {
  if (text === "") return {};
  if (text === "off" || text === "full" || text === "certificate" || text === "none") return { verification: text };
  throw new SettingError(`--remote-verification must be full, certificate, none or off, but was [${text}]`);
}

function verificationOf(text: string): RemoteReindex["verification"] {
  if (text === "full" || text === "certificate" || text === "none") return text;
  throw new SettingError(`--reindex-verification must be full, certificate or none, but was [${text}]`);
}

function listOf(text: string): string[] {
  const parts = text.split(",").map((part) => part.trim());
  return parts.filter((part) => part !== "");
}
