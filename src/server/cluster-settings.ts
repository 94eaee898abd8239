/** Settings of a node whose log and state are held outside of it. */
import { commaList } from "../core/comma-list.ts";
import { existsSync } from "node:fs";
import { parseTimeMs } from "../compat/time-value.ts";
import type { BlobPlace, ClusterPlace } from "../store/cluster-place.ts";
import type { NatsPlace } from "../store/nats/nats-client.ts";
import { SettingError, type ServerSetting } from "./setting.ts";

export const clusterServerSettings: readonly ServerSetting[] = [
  {
    flag: "cluster",
    environment: "WARDEX_CLUSTER",
    default: "",
    help: "nats: log and cluster state are held by NATS JetStream; objects: by a bucket; empty: by the data directory",
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
  {
    flag: "blob-store",
    environment: "WARDEX_BLOB_STORE",
    default: "",
    help: "where files of shards are held, and the log of --cluster objects: s3://bucket/prefix?endpoint=https://host&region=name, or file:///folder; empty with nats: on the disk alone",
  },
  {
    flag: "blob-store-access-key",
    environment: "WARDEX_BLOB_STORE_ACCESS_KEY",
    default: "",
    help: "its access key; empty: requests are not signed",
  },
  {
    flag: "blob-store-secret-key",
    environment: "WARDEX_BLOB_STORE_SECRET_KEY",
    default: "",
    help: "its secret key",
    secret: true,
  },
  {
    flag: "log-window",
    environment: "WARDEX_LOG_WINDOW",
    default: "",
    help: "least time between chunks of the log, which bounds what puts cost; empty: 0ms with nats, 100ms with objects",
  },
];

const OBJECTS_WINDOW = "100ms";
const LONGEST_WINDOW_MS = 10_000;
const DEFAULT_REGION = "us-east-1";

type Value = (flag: string) => string;

/** Undefined: no cluster. */
export function toClusterSettings(value: Value, dataPath: string | undefined): ClusterPlace | undefined {
  const cluster = value("cluster");
  if (cluster === "") return undefined;
  if (cluster !== "nats" && cluster !== "objects")
    throw new SettingError(`--cluster must be nats, objects or empty, not [${cluster}]`);
  if (dataPath === undefined) throw new SettingError("--cluster needs a data directory, not :memory:");
  if (cluster === "nats") {
    const files = value("blob-store") === "" ? undefined : toBlobPlace(value);
    return { kind: "nats", nats: toNatsPlace(value), windowMs: windowMs(value, "0ms"), files };
  }
  const blobs = toBlobPlace(value);
  return { kind: "objects", blobs, windowMs: windowMs(value, OBJECTS_WINDOW), files: blobs };
}

function toNatsPlace(value: Value): NatsPlace {
  const servers = commaList(value("nats"));
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

function toBlobPlace(value: Value): BlobPlace {
  const text = value("blob-store");
  const wrong = new SettingError(
    "--blob-store must be s3://bucket/prefix?endpoint=https://host&region=name or file:///folder",
  );
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw wrong;
  }
  const path = decodeURIComponent(url.pathname).replaceAll(/^\/+|\/+$/g, "");
  if (url.protocol === "file:" && path !== "") return { kind: "folder", path: `/${path}` };
  const { searchParams: given, hostname: bucket } = url;
  const unknown = [...given.keys()].find((name) => name !== "endpoint" && name !== "region");
  if (unknown !== undefined) throw new SettingError(`--blob-store has no parameter [${unknown}]`);
  if (url.protocol !== "s3:" || bucket === "") throw wrong;
  const region = given.get("region") ?? DEFAULT_REGION;
  const endpoint = (given.get("endpoint") ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, "");
  if (!/^https?:\/\//.test(endpoint)) throw wrong;
  const keys = {
    accessKey: value("blob-store-access-key"),
    secretKey: value("blob-store-secret-key"),
  };
  return {
    kind: "s3",
    place: {
      endpoint,
      region,
      bucket,
      prefix: path === "" ? "" : `${path}/`,
      ...keys,
      headers: {},
    },
  };
}

function windowMs(value: Value, otherwise: string): number {
  let window: number;
  try {
    window = parseTimeMs(value("log-window") || otherwise, "log-window");
  } catch (error) {
    throw new SettingError(error instanceof Error ? error.message : String(error));
  }
  if (window < 0 || window > LONGEST_WINDOW_MS)
    throw new SettingError(`--log-window must be from 0ms to 10s, not [${value("log-window")}]`);
  return window;
}
