/** Engines of a test's own process that are the nodes of one cluster. */
import { MemoryClusterStateStore } from "../src/cluster/memory-cluster-state-store.ts";
import type { ClusterStateStore } from "../src/cluster/cluster-state.ts";
import { type Engine, openEngine } from "../src/server/engine.ts";
import { TestAuthority } from "../src/testing/nodes/certificates.ts";
import { type Caller, callerOf } from "./engine-caller.ts";
import { inMemory } from "./in-memory.ts";

/** A node of the cluster. */
export interface TestNode extends Caller {
  readonly name: string;
  readonly engine: Engine;
}

export class SeveralNodes {
  readonly store: ClusterStateStore = new MemoryClusterStateStore();
  readonly #authority: TestAuthority;
  readonly #open = new Set<Engine>();
  readonly logged: string[] = [];

  private constructor(authority: TestAuthority) {
    this.#authority = authority;
  }

  static async begin(): Promise<SeveralNodes> {
    return new SeveralNodes(await TestAuthority.make());
  }

  async node(name: string): Promise<TestNode> {
    const cluster = {
      store: this.store,
      listen: { host: "127.0.0.1", port: 0 },
      certificates: await this.#authority.node(name),
    };
    const log = (level: string, message: string): void => void this.logged.push(`${name} ${level} ${message}`);
    const engine = await openEngine({ ...inMemory, nodeName: name, cluster, log, runsTasks: false });
    this.#open.add(engine);
    return { name, engine, ...callerOf(engine) };
  }

  async close(node: TestNode): Promise<void> {
    this.#open.delete(node.engine);
    await node.engine.close();
  }

  async end(): Promise<void> {
    for (const engine of this.#open) await engine.close();
    this.#open.clear();
  }
}
