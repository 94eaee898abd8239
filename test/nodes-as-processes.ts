/** Nodes of one cluster as processes of their own, over real servers of NATS. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { TestAuthority } from "../src/testing/nodes/certificates.ts";
import { NatsServers } from "../src/testing/store/nats-servers.ts";
import { type CommandResult, runCommand, type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

/** What a node is started with, beside what all have in common. */
export interface NodeStart {
  /** Its data folder; a new one when absent. */
  readonly data?: string;
  readonly authority?: TestAuthority;
  /** More settings, before which the others give way. */
  readonly more?: readonly string[];
}

/** Certificate, key and authority. */
const PEMS = 3;

export class NodeProcesses {
  readonly nats: NatsServers;
  readonly authority: TestAuthority;
  readonly #prefix: string;
  readonly #common: readonly string[];
  readonly #started = new Set<ServerProcess>();

  private constructor(nats: NatsServers, authority: TestAuthority, prefix: string, common: readonly string[]) {
    this.nats = nats;
    this.authority = authority;
    this.#prefix = prefix;
    this.#common = common;
  }

  /** A cluster without nodes; `common`: settings of all of them. */
  static async begin(nats: NatsServers, prefix: string, common: readonly string[] = []): Promise<NodeProcesses> {
    return new NodeProcesses(nats, await TestAuthority.make(), prefix, [
      ...["--secret-key-file", secretKeyFile()],
      ...common,
    ]);
  }

  /** Settings of a node that is alone in the same place. */
  async placeOf(name: string, data: string): Promise<string[]> {
    const settings = await this.settings(name, { data });
    const own = settings.findIndex((flag) => flag === "--node-listen");
    const certificates = settings.findIndex((flag) => flag === "--node-certificate");
    settings.splice(certificates, 2 * PEMS);
    settings.splice(own, 2);
    return settings;
  }

  async settings(name: string, start: NodeStart = {}): Promise<string[]> {
    const { certificate, key, authority } = await (start.authority ?? this.authority).node(name);
    const folder = temporaryFolder();
    const files = { certificate, key, ca: authority };
    const certificates = Object.entries(files).flatMap(([what, pem]) => {
      writeFileSync(join(folder, `${what}.pem`), pem);
      return [`--node-${what}`, join(folder, `${what}.pem`)];
    });
    const place = ["--cluster", "nats", "--nats", this.nats.urls.join(","), "--nats-prefix", this.#prefix];
    const one = this.nats.urls.length === 1 ? ["--log-replicas", "1", "--cluster-allow-single", "on"] : [];
    const own = ["--node-name", name, "--node-listen", "127.0.0.1:0", "--data", start.data ?? temporaryFolder()];
    return [...place, ...one, ...own, ...certificates, ...this.#common, ...(start.more ?? [])];
  }

  async node(name: string, start?: NodeStart): Promise<ServerProcess> {
    const node = await startServer(await this.settings(name, start));
    this.#started.add(node);
    return node;
  }

  /** A node that is refused: how its process ended. */
  async refused(name: string, start?: NodeStart): Promise<CommandResult> {
    return runCommand([...(await this.settings(name, start)), "--port", "0", "--security", "off"]);
  }

  async end(): Promise<void> {
    await Promise.all([...this.#started].map((node) => node.kill()));
    this.#started.clear();
  }
}

export function secretKeyFile(): string {
  const path = join(temporaryFolder(), "secret.key");
  writeFileSync(path, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600 });
  return path;
}
