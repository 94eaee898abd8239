/** Settings of a node whose log and state are held outside of it. */
import { existsSync } from "node:fs";
import type { NatsPlace } from "../store/nats/nats-client.ts";
import { SettingError, type ServerSetting } from "./setting.ts";

export const clusterServerSettings: readonly ServerSetting[] = [
  {
    flag: "cluster",
    environment: "WARDEX_CLUSTER",
    default: "",
    help: "nats: log and cluster state are held by NATS JetStream; empty: by the data directory",
  },
  {
    flag: "nats",
    environment: "WARDEX_NATS",
    default: "",
    help: "addresses of NATS, separated by commas: nats://host:4222 or tls://host:4222, with user:password@ if need be",
    secret: true,
  },
  {
    flag: "nats-credentials",
    environment: "WARDEX_NATS_CREDENTIALS",
    default: "",
    help: "file of credentials for NATS (.creds); empty: none, or those in the addresses",
  },
  {
    flag: "nats-ca",
    environment: "WARDEX_NATS_CA",
    default: "",
    help: "file (PEM) of the authorities of NATS's certificates; empty: the system's",
  },
  {
    flag: "nats-prefix",
    environment: "WARDEX_NATS_PREFIX",
    default: "wardex",
    help: "in front of the names of streams and subjects; each cluster has one of its own",
  },
  {
    flag: "log-replicas",
    environment: "WARDEX_LOG_REPLICAS",
    default: "3",
    help: "servers of NATS that hold each message: 1, 3 or 5",
  },
  {
    flag: "cluster-allow-single",
    environment: "WARDEX_CLUSTER_ALLOW_SINGLE",
    default: "off",
    help: "on: fewer than three replicas are allowed; what was acknowledged may be lost with one machine of NATS",
  },
];

/** Undefined: no cluster. */
export function toClusterSettings(
  value: (flag: string) => string,
  dataPath: string | undefined,
): NatsPlace | undefined {
  const cluster = value("cluster");
  if (cluster === "") return undefined;
  if (cluster !== "nats") throw new SettingError(`--cluster must be nats or empty, not [${cluster}]`);
  if (dataPath === undefined) throw new SettingError("--cluster needs a data directory, not :memory:");
  const servers = value("nats")
    .split(",")
    .map((server) => server.trim())
    .filter((server) => server !== "");
  if (servers.length === 0) throw new SettingError("--cluster nats needs addresses: --nats nats://host:4222");
  const wrong = servers.find((server) => !/^(nats|tls):\/\/[^/\s]+$/.test(server));
  if (wrong !== undefined)
    throw new SettingError("--nats must hold addresses like nats://host:port or tls://host:port");
  const files = { "nats-credentials": value("nats-credentials"), "nats-ca": value("nats-ca") };
  for (const [flag, file] of Object.entries(files))
    if (file !== "" && !existsSync(file)) throw new SettingError(`--${flag}: there is no file [${file}]`);
  const prefix = value("nats-prefix");
  if (!/^[\w-]+$/.test(prefix)) throw new SettingError(`--nats-prefix takes letters, digits, _ and -, not [${prefix}]`);
  const replicas = value("log-replicas");
  if (!["1", "3", "5"].includes(replicas))
    throw new SettingError(`--log-replicas must be 1, 3 or 5, not [${replicas}]`);
  const allowed = value("cluster-allow-single");
  if (allowed !== "on" && allowed !== "off")
    throw new SettingError(`--cluster-allow-single must be on or off, not [${allowed}]`);
  return {
    servers,
    credentialsFile: files["nats-credentials"],
    authorityFile: files["nats-ca"],
    prefix,
    replicas: Number(replicas),
    allowSingle: allowed === "on",
  };
}
