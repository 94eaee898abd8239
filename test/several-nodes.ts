/** Engines of a test's own process that are the nodes of one cluster. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import type { NodeAddress } from "../src/nodes/port/node-port.ts";
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

/** Where nodes listen, each behind a door that breaks its connections. */
export class CuttableNetwork {
  readonly #doors: { readonly server: Server; readonly sockets: Set<Socket> }[] = [];

  /** The place of the next node. */
  async place(): Promise<{ readonly listen: NodeAddress; readonly address: NodeAddress }> {
    const free = await listening(createServer());
    const { port } = free.address() as AddressInfo;
    await new Promise((closed) => void free.close(closed));
    const sockets = new Set<Socket>();
    const server = await listening(
      createServer((from) => {
        const to = connect(port, "127.0.0.1");
        for (const [socket, other] of [
          [from, to],
          [to, from],
        ] as const) {
          sockets.add(socket);
          socket
            .on("error", () => undefined)
            .on("close", () => {
              sockets.delete(socket);
              other.destroy();
            });
          socket.pipe(other);
        }
      }),
    );
    this.#doors.push({ server, sockets });
    const host = "127.0.0.1";
    return { listen: { host, port }, address: { host, port: (server.address() as AddressInfo).port } };
  }

  /** Breaks all connections to a node; new ones are let through. */
  cut(node: number): void {
    for (const socket of this.#doors[node]?.sockets ?? []) socket.destroy();
  }

  async close(): Promise<void> {
    for (const { server, sockets } of this.#doors) {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => void server.close(closed));
    }
  }
}

async function listening(server: Server): Promise<Server> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

export class SeveralNodes {
  readonly store: ClusterStateStore = new MemoryClusterStateStore();
  readonly #authority: TestAuthority;
  readonly #open = new Set<Engine>();
  readonly logged: string[] = [];

  readonly #network: CuttableNetwork | undefined;

  private constructor(authority: TestAuthority, network: CuttableNetwork | undefined) {
    this.#authority = authority;
    this.#network = network;
  }

  static async begin(network?: CuttableNetwork): Promise<SeveralNodes> {
    return new SeveralNodes(await TestAuthority.make(), network);
  }

  async node(name: string): Promise<TestNode> {
    const cluster = {
      store: this.store,
      ...((await this.#network?.place()) ?? { listen: { host: "127.0.0.1", port: 0 } }),
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
