/** Settings of a process that is one of several nodes: its port for the others, and what it tells of itself. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIPv6 } from "node:net";
import { put } from "../core/names.ts";
import type { NodeAddress, NodeCertificates } from "../nodes/port/node-port.ts";
import { SettingError, type ServerSetting } from "./setting.ts";

/** How a process is one of several nodes. */
export interface NodeSettings {
  readonly listen: NodeAddress;
  /** Where others find it, if that is not where it listens. */
  readonly address?: NodeAddress;
  readonly certificates: NodeCertificates;
  readonly roles: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
}

export const nodeServerSettings: readonly ServerSetting[] = [
  {
    flag: "node-listen",
    environment: "WARDEX_NODE_LISTEN",
    default: "",
    help: "host:port for the other nodes; with --cluster this process then is one of several nodes; empty: it is the only one",
  },
  {
    flag: "node-address",
    environment: "WARDEX_NODE_ADDRESS",
    default: "",
    help: "host:port by which the other nodes reach it; empty: that of --node-listen",
  },
  {
    flag: "node-certificate",
    environment: "WARDEX_NODE_CERTIFICATE",
    default: "",
    help: "file of the certificate (PEM) by which the node is known to the others, in its name; `wardex node-certificate` makes it",
  },
  { flag: "node-key", environment: "WARDEX_NODE_KEY", default: "", help: "file of its key (PEM)" },
  {
    flag: "node-ca",
    environment: "WARDEX_NODE_CA",
    default: "",
    help: "file of the authority (PEM) that signs the nodes of this cluster, and nobody else",
  },
  {
    flag: "node-roles",
    environment: "WARDEX_NODE_ROLES",
    default: "",
    help: "what the node does, separated by commas: master, data, ingest …; coordinating_only: none of it; empty: all",
  },
  {
    flag: "node-attributes",
    environment: "WARDEX_NODE_ATTRIBUTES",
    default: "",
    help: "what allocation may ask for, separated by commas: rack=r1,zone=z2",
  },
];

/** Roles of a node that is told none. */
export const ALL_ROLES: readonly string[] = ["data", "data_content", "ingest", "master"];
const ROLES: ReadonlySet<string> = new Set([
  ...ALL_ROLES,
  ...["hot", "warm", "cold", "frozen"].map((tier) => `data_${tier}`),
  ...["ml", "remote_cluster_client", "transform", "voting_only"],
]);
const MOST_PORT = 65_535;

type Value = (flag: string) => string;

/** Undefined: it is the only node. */
export function toNodeSettings(value: Value, nodeName: string): NodeSettings | undefined {
  if (value("node-listen") === "") {
    const idle = nodeServerSettings.find(({ flag }) => value(flag) !== "");
    if (idle) throw new SettingError(`--${idle.flag} is of no use without --node-listen`);
    return undefined;
  }
  if (value("cluster") === "") throw new SettingError("--node-listen needs --cluster nats or --cluster objects");
  const address = value("node-address");
  const listen = addressOf("node-listen", value("node-listen"), 0);
  if (address === "" && ["0.0.0.0", "::"].includes(listen.host))
    throw new SettingError(
      `--node-listen ${value("node-listen")} takes connections at any address: say by --node-address which one the other nodes use`,
    );
  return {
    listen,
    ...(address === "" ? {} : { address: addressOf("node-address", address, 1) }),
    certificates: certificatesOf(value, nodeName),
    roles: rolesOf(value("node-roles")),
    attributes: attributesOf(value("node-attributes")),
  };
}

function addressOf(flag: string, text: string, leastPort: number): NodeAddress {
  const [, host = "", port = ""] = /^(.+):(\d+)$/.exec(text) ?? [];
  const plain = /^\[(.*)\]$/.exec(host)?.[1] ?? host;
  const isHost = plain === host ? /^[\w.-]+$/.test(host) : isIPv6(plain);
  if (!isHost || Number(port) < leastPort || Number(port) > MOST_PORT)
    throw new SettingError(`--${flag} must be host:port, not [${text}]`);
  return { host: plain, port: Number(port) };
}

/** Checked here, so that what does not fit together is told at once, and not by the other nodes. */
function certificatesOf(value: Value, nodeName: string): NodeCertificates {
  const [certificate = "", key = "", authority = ""] = ["node-certificate", "node-key", "node-ca"].map((flag) =>
    readPem(flag, value(flag)),
  );
  const own = usable("node-certificate", () => new X509Certificate(certificate));
  const signer = usable("node-ca", () => new X509Certificate(authority));
  const secret = usable("node-key", () => createPrivateKey(key));
  if (!own.checkPrivateKey(secret)) throw new SettingError("--node-key is not the key of --node-certificate");
  if (!own.verify(signer.publicKey)) throw new SettingError("--node-certificate is not signed by --node-ca");
  const name = /^CN=(.*)$/m.exec(own.subject)?.[1];
  if (name !== nodeName)
    throw new SettingError(`--node-certificate is that of the node [${name ?? ""}], and --node-name is [${nodeName}]`);
  return { certificate, key, authority };
}

function readPem(flag: string, path: string): string {
  if (path === "") throw new SettingError(`--node-listen needs --${flag}: \`wardex node-certificate\` makes one`);
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new SettingError(`--${flag}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function usable<T>(flag: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new SettingError(`--${flag} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function rolesOf(text: string): readonly string[] {
  if (text === "") return ALL_ROLES;
  if (text === "coordinating_only") return [];
  const roles = [...new Set(text.split(",").map((role) => role.trim()))];
  const unknown = roles.find((role) => !ROLES.has(role));
  if (unknown !== undefined) throw new SettingError(`--node-roles: unknown role [${unknown}]`);
  return roles.sort();
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const pair of text === "" ? [] : text.split(",")) {
    const [, name = "", value = ""] = /^\s*([\w.-]+)\s*=\s*(\S+)\s*$/.exec(pair) ?? [];
    if (name === "") throw new SettingError(`--node-attributes must be name=value, separated by commas, not [${text}]`);
    put(attributes, name, value);
  }
  return attributes;
}
