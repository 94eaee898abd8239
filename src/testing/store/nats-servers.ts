/**
 * Real servers of NATS for tests, from the folder of `scripts/cluster/components.mjs`. Where they are not installed the
 * tests are skipped.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NATS_PACKAGE } from "../../store/nats/nats-package.ts";
import { componentFolder } from "./component-folder.ts";
import { freePorts } from "./free-ports.ts";

const binary = join(componentFolder, "nats-server");

/** Why there are no servers; undefined: there are. */
export const natsMissing: string | undefined = !existsSync(binary)
  ? "no nats-server: node scripts/cluster/components.mjs"
  : existsSync(new URL(`../../../node_modules/${NATS_PACKAGE}/package.json`, import.meta.url))
    ? undefined
    : `the package ${NATS_PACKAGE} is not installed`;

/** Changes of the configuration. */
export interface NatsOptions {
  readonly maximumPayload?: string;
  /** More lines. */
  readonly more?: string;
}

/** Servers that form a cluster, each of which can be killed and started again. */
export class NatsServers {
  readonly urls: readonly string[];
  readonly #folder: string;
  readonly #children: (ChildProcess | undefined)[] = [];

  private constructor(data: string, urls: readonly string[]) {
    this.#folder = data;
    this.urls = urls;
  }

  static async start(count: number, options: NatsOptions = {}): Promise<NatsServers> {
    const data = mkdtempSync(join(tmpdir(), "wardex-nats-"));
    const ports = await freePorts(2 * count);
    const servers = new NatsServers(
      data,
      ports.slice(0, count).map((port) => `nats://127.0.0.1:${port}`),
    );
    const routes = ports.slice(count).map((port) => `"nats://127.0.0.1:${port}"`);
    for (let at = 0; at < count; at++) {
      mkdirSync(join(data, String(at)));
      const cluster = `cluster { name: wardex, listen: "127.0.0.1:${ports[count + at]}", routes: [${routes.join(", ")}] }`;
      const configuration = [
        `server_name: n${at}`,
        `listen: "127.0.0.1:${ports[at]}"`,
        `max_payload: ${options.maximumPayload ?? "8MB"}`,
        `jetstream { store_dir: "${join(data, String(at))}", sync_interval: always }`,
        options.more ?? "",
        ...(count > 1 ? [cluster] : []),
      ];
      writeFileSync(join(data, `${at}.conf`), configuration.join("\n"));
      servers.run(at);
    }
    return servers;
  }

  run(at: number): void {
    this.#children[at] = spawn(binary, ["-c", join(this.#folder, `${at}.conf`)], { stdio: "ignore" });
  }

  async kill(at: number): Promise<void> {
    const child = this.#children[at];
    this.#children[at] = undefined;
    if (!child || child.exitCode !== null) return;
    await new Promise((ended) => {
      child.once("exit", ended);
      child.kill("SIGKILL");
    });
  }

  async stop(): Promise<void> {
    for (const at of this.#children.keys()) await this.kill(at);
    rmSync(this.#folder, { recursive: true });
  }
}
