/** Engines of a test's own process that are the nodes of one cluster. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import type { NodeAddress } from "../src/nodes/port/node-port.ts";
import { livesOf } from "../src/cluster/lives.ts";
import { MemoryClusterStateStore } from "../src/cluster/memory-cluster-state-store.ts";
import type { ClusterStateStore } from "../src/cluster/cluster-state.ts";
import type { BlobStore } from "../src/store/blobs/blob-store.ts";
import type { ChunkLogs } from "../src/store/chunks/chunk-log.ts";
import type { ReplicatedLog } from "../src/store/open-replicated-log.ts";
import { type Engine, openEngine } from "../src/server/engine.ts";
import { TestAuthority } from "../src/testing/nodes/certificates.ts";
import { type Caller, callerOf } from "./engine-caller.ts";
import { inMemory } from "./in-memory.ts";

/** A node of the cluster. */
export interface TestNode extends Caller {
  readonly name: string;
  readonly engine: Engine;
  /** Resolves when the node says that it cannot go on. */
  readonly ended: Promise<Error>;
}

/** Logs and files of shards that the nodes hold elsewhere. */
export interface Held {
  readonly logs: ChunkLogs;
  readonly blobs: BlobStore;
}

/** What calls of a node meet: as long as it is cut off, errors. */
interface Fate {
  isCutOff: boolean;
}

function subjectTo<Target extends object>(target: Target, fate: Fate): Target {
  return new Proxy(target, {
    get(_target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      if (key === "watch")
        return (onChange: (...args: unknown[]) => void) =>
          Reflect.apply(value, target, [(...args: unknown[]) => void (fate.isCutOff || onChange(...args))]) as unknown;
      if (key === "open")
        return async (writer: string) => subjectTo((await Reflect.apply(value, target, [writer])) as object, fate);
      return (...args: unknown[]): unknown => {
        if (fate.isCutOff) return Promise.reject(new Error("the node is cut off"));
        return Reflect.apply(value, target, args);
      };
    },
  });
}

/** Where nodes listen, each behind a door that breaks its connections. */
export class CuttableNetwork {
  readonly #doors: { readonly server: Server; readonly sockets: Set<Socket> }[] = [];

  get count(): number {
    return this.#doors.length;
  }

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

  /** Breaks all connections to a node, and refuses new ones. */
  async isolate(node: number): Promise<void> {
    const door = this.#doors[node];
    const closed = new Promise((done) => void door?.server.close(done));
    this.cut(node);
    await closed;
  }

  /** Breaks all connections to a node; new ones are let through. */
  cut(node: number): void {
    for (const socket of this.#doors[node]?.sockets ?? []) socket.destroy();
  }

  async close(): Promise<void> {
    for (const { server, sockets } of this.#doors) {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((closed) => void server.close(closed));
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
  readonly #held: Held | undefined;
  readonly #fates = new Map<Engine, { readonly fate: Fate; readonly door: number }>();
  readonly #lives = new Map<string, number>();

  private constructor(authority: TestAuthority, network: CuttableNetwork | undefined, held: Held | undefined) {
    this.#authority = authority;
    this.#network = network;
    this.#held = held;
  }

  static async begin(network?: CuttableNetwork, held?: Held): Promise<SeveralNodes> {
    return new SeveralNodes(await TestAuthority.make(), network, held);
  }

  /** The log of a node's next life. */
  #logOf(name: string, fate: Fate): { log?: ReplicatedLog } {
    if (!this.#held) return {};
    const { logs, blobs } = this.#held;
    const life = (this.#lives.get(name) ?? 0) + 1;
    this.#lives.set(name, life);
    const place = {
      ...({ kind: "given", logs: subjectTo(logs, fate), windowMs: 0 } as const),
      files: { kind: "given", store: subjectTo(blobs, fate) } as const,
    };
    const writers = livesOf(name, life);
    const isNew = { firstFile: 1, isDiskCurrent: false, isAlone: false };
    return { log: { place, node: name, writer: writers.at(-1)!, earlier: writers.slice(0, -1), ...isNew } };
  }

  /** Cuts a node off from the others, from the state, and from its log; it goes on, and does not know. */
  async cutOff({ engine }: TestNode): Promise<void> {
    const { fate, door } = this.#fates.get(engine)!;
    fate.isCutOff = true;
    await this.#network?.isolate(door);
  }

  /** The node reaches its log and the state again. */
  wake({ engine }: TestNode): void {
    this.#fates.get(engine)!.fate.isCutOff = false;
  }

  async node(name: string): Promise<TestNode> {
    const fate: Fate = { isCutOff: false };
    const door = this.#network?.count ?? 0;
    const cluster = {
      store: subjectTo(this.store, fate),
      ...this.#logOf(name, fate),
      ...((await this.#network?.place()) ?? { listen: { host: "127.0.0.1", port: 0 } }),
      certificates: await this.#authority.node(name),
    };
    const log = (level: string, message: string): void => void this.logged.push(`${name} ${level} ${message}`);
    let onFatal: (error: Error) => void = () => undefined;
    const ended = new Promise<Error>((resolve) => void (onFatal = resolve));
    const engine = await openEngine({
      ...inMemory,
      ...{ nodeName: name, cluster, log, runsTasks: false },
      ...(this.#held ? { onFatal } : {}),
    });
    this.#open.add(engine);
    this.#fates.set(engine, { fate, door });
    return { name, engine, ended, ...callerOf(engine) };
  }

  async close(node: TestNode): Promise<void> {
    this.#open.delete(node.engine);
    await node.engine.close();
  }

  async end(): Promise<void> {
    // Whoever is cut off would wait for its log.
    for (const { fate } of this.#fates.values()) fate.isCutOff = false;
    for (const engine of this.#open) await engine.close();
    this.#open.clear();
  }
}
