/** The settings of other clusters (`cluster.remote.<alias>.*`): what they may say, and what they say. */
import { commaList } from "../core/comma-list.ts";
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { ownOf } from "../core/names.ts";
import { parseTimeMs } from "../compat/time-value.ts";
import type { ClusterState } from "./cluster-state.ts";
import type { FlatSettings } from "./index-settings.ts";

/** Where a cluster is, and how it is asked. */
export interface RemoteClusterSettings {
  readonly alias: string;
  readonly mode: "sniff" | "proxy";
  /** `host:port`, tried in this order; empty: the cluster is not enabled. */
  readonly addresses: readonly string[];
  /** Connections at once. */
  readonly connections: number;
  /** The name that its certificate is to have; empty: that of the address. */
  readonly serverName: string;
  readonly skipUnavailable: boolean;
  /** How often a connection without requests is looked after; undefined: as the server likes. */
  readonly pingMs: number | undefined;
  readonly compress: boolean;
}

const NAME = /^cluster\.remote\.([-\w]+)\.(.+)$/;
const NODE_CONNECTIONS = 3;
const PROXY_SOCKETS = 18;
const STRATEGY = "org.elasticsearch.transport.RemoteConnectionStrategy.ConnectionStrategy";
const MODES = ["sniff", "proxy"];
const ADDRESS = /^(?<host>.+):(?<port>[^:]*)$/;

/** Throws what is wrong with the value of one setting, as far as it tells by itself. */
type Check = (text: string, name: string) => void;

const checks: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["mode", (text) => oneOf(text, MODES, STRATEGY)],
  ["seeds", (text) => addressesOf(text).forEach(checkAddress)],
  ["proxy_address", checkAddress],
  ["proxy_socket_connections", checkCount],
  ["node_connections", checkCount],
  ["server_name", () => undefined],
  ["skip_unavailable", checkBoolean],
  [
    "transport.compress",
    (text) => oneOf(text, ["true", "indexing_data", "false"], "org.elasticsearch.transport.Compression.Enabled"),
  ],
  [
    "transport.compression_scheme",
    (text) => oneOf(text, ["deflate", "lz4"], "org.elasticsearch.transport.Compression.Scheme"),
  ],
  ["transport.ping_schedule", (text, name) => void parseTimeMs(text, name)],
]);

/** Those that say something of one way to connect, by that way. */
const ofMode: Readonly<Record<string, string>> = {
  seeds: "sniff",
  node_connections: "sniff",
  proxy_address: "proxy",
  proxy_socket_connections: "proxy",
  server_name: "proxy",
};
/** Those that say nothing of a cluster that is nowhere. */
const OF_ENABLED = [
  "skip_unavailable",
  "transport.compress",
  "transport.compression_scheme",
  "transport.ping_schedule",
];

/** Settings of the node by which it connects, which stand in its file. */
const FIXED = [
  "cluster.remote.initial_connect_timeout",
  "cluster.remote.connections_per_cluster",
  "cluster.remote.node.attr",
];

/** Whether a name is that of a setting of another cluster. */
export function isRemoteClusterSetting(name: string): boolean {
  const suffix = NAME.exec(name)?.[2];
  return suffix !== undefined && checks.has(suffix);
}

/** Whether a name is that of a setting that cannot be set while the server runs: what is secret never is. */
export function isFixedRemoteSetting(name: string): boolean {
  return FIXED.includes(name) || NAME.exec(name)?.[2] === "credentials";
}

/** Throws 400 for what settings of one kind (persistent, transient) say of other clusters that cannot be. */
export function checkRemoteClusters(settings: FlatSettings): void {
  for (const [name, value] of Object.entries(settings)) {
    const [, alias, suffix] = NAME.exec(name) ?? [];
    if (alias === undefined || suffix === undefined) continue;
    checks.get(suffix)?.(textOf(value), name);
  }
  for (const name of Object.keys(settings)) {
    const [, alias, suffix] = NAME.exec(name) ?? [];
    if (alias === undefined || suffix === undefined) continue;
    const mode = modeOf(settings, alias);
    const wanted = ownOf(ofMode, suffix);
    if (wanted !== undefined && wanted !== mode)
      throw illegalArgument(
        `Setting "${name}" cannot be used with the configured "cluster.remote.${alias}.mode" [required=${wanted.toUpperCase()}, configured=${mode.toUpperCase()}]`,
      );
    if (OF_ENABLED.includes(suffix) && whereabouts(settings, alias).length === 0)
      throw illegalArgument(`Cannot configure setting [${name}] if remote cluster is not enabled.`);
  }
}

/** The other clusters that a state names, those that are enabled, in the order of their names. */
export function remoteClusterSettings(state: ClusterState): RemoteClusterSettings[] {
  const settings: FlatSettings = { ...state.persistentSettings, ...state.transientSettings };
  const aliases = new Set<string>();
  for (const name of Object.keys(settings)) {
    const [, alias, suffix = ""] = NAME.exec(name) ?? [];
    if (alias !== undefined && checks.has(suffix)) aliases.add(alias);
  }
  return [...aliases].sort().flatMap((alias) => {
    const addresses = whereabouts(settings, alias);
    return addresses.length === 0 ? [] : [settingsOf(settings, alias, addresses)];
  });
}

function settingsOf(settings: FlatSettings, alias: string, addresses: readonly string[]): RemoteClusterSettings {
  const value = (suffix: string): string => valueOf(settings, alias, suffix);
  const mode = modeOf(settings, alias);
  const ping = value("transport.ping_schedule");
  const pingMs = ping === "" ? 0 : parseTimeMs(ping, "transport.ping_schedule");
  const connections = value(mode === "proxy" ? "proxy_socket_connections" : "node_connections");
  return {
    alias,
    mode,
    addresses,
    connections: connections === "" ? (mode === "proxy" ? PROXY_SOCKETS : NODE_CONNECTIONS) : Number(connections),
    serverName: value("server_name"),
    skipUnavailable: value("skip_unavailable") !== "false",
    pingMs: pingMs > 0 ? pingMs : undefined,
    compress: value("transport.compress") === "true",
  };
}

function modeOf(settings: FlatSettings, alias: string): "sniff" | "proxy" {
  return valueOf(settings, alias, "mode").toLowerCase() === "proxy" ? "proxy" : "sniff";
}

function whereabouts(settings: FlatSettings, alias: string): string[] {
  return addressesOf(valueOf(settings, alias, modeOf(settings, alias) === "proxy" ? "proxy_address" : "seeds"));
}

function valueOf(settings: FlatSettings, alias: string, suffix: string): string {
  return textOf(ownOf(settings, `cluster.remote.${alias}.${suffix}`) ?? "");
}

function textOf(value: string | readonly string[]): string {
  return typeof value === "string" ? value : value.join(",");
}

function addressesOf(text: string): string[] {
  return commaList(text);
}

function checkAddress(address: string): void {
  if (address === "") return;
  const { host, port } = ADDRESS.exec(address)?.groups ?? {};
  if (host === undefined || port === undefined)
    throw illegalArgument(`remote hosts need to be configured as [host:port], found [${address}] instead`);
  if (!/^[+-]?\d+$/.test(port))
    throw new RequestError(400, "illegal_argument_exception", "failed to parse port", { cause: notANumber(port) });
  if (Number(port) <= 0) throw illegalArgument(`port number must be > 0 but was: [${Number(port)}]`);
}

function checkCount(text: string, name: string): void {
  const failed = `Failed to parse value [${text}] for setting [${name}]`;
  if (!/^[+-]?\d+$/.test(text))
    throw new RequestError(400, "illegal_argument_exception", failed, { cause: notANumber(text) });
  if (Number(text) < 1) throw illegalArgument(`${failed} must be >= 1`);
}

function checkBoolean(text: string): void {
  if (text !== "true" && text !== "false")
    throw illegalArgument(`Failed to parse value [${text}] as only [true] or [false] are allowed.`);
}

function oneOf(text: string, values: readonly string[], type: string): void {
  if (!values.includes(text.toLowerCase())) throw illegalArgument(`No enum constant ${type}.${text.toUpperCase()}`);
}

function notANumber(text: string): RequestError {
  return new RequestError(400, "number_format_exception", `For input string: "${text}"`);
}
