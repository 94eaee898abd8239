/**
 * Connections from this node to all others of the cluster, as its state names them. What is lost is tried again; a node
 * that cannot be reached for a while is told of, so that somebody takes it out of the state.
 */
import type { ClusterNode, ClusterState } from "../cluster/cluster-state.ts";
import { ownOf } from "../core/names.ts";
import type { CallOptions, NodeConnection } from "./port/node-connection.ts";
import { nodeGone } from "./port/node-connection.ts";
import type { NodePort } from "./port/node-port.ts";

/** What links need. */
export interface NodeLinksOptions {
  readonly port: Pick<NodePort, "connect">;
  /** The id of this node. */
  readonly own: string;
  /** Calls back once after so many milliseconds, unless the answer is called. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  /** A node of the state was not reached, however often it was tried; the last attempt ended with `reason`. */
  readonly onGone: (node: ClusterNode, reason: string) => void;
}

/** Attempts before a node counts as gone, and the time between them. */
const ATTEMPTS = 4;
const BETWEEN_MS = 500;
/** How often a node is asked whether it is there, and how long it may take to say so. */
const PING_MS = 1_000;
const PING_TIMEOUT_MS = 5_000;

/** Answered by every node. */
export const PING = "ping";

interface Link {
  readonly node: ClusterNode;
  connection: NodeConnection | undefined;
  /** Resolves when there is a connection, or nobody tries any more. */
  connecting: Promise<void>;
  isOver: boolean;
  /** It counts as gone until it is reached. */
  isLost: boolean;
  stopWaiting: () => void;
  /** Calls under way. */
  pending: number;
}

export class NodeLinks {
  readonly #options: NodeLinksOptions;
  readonly #links = new Map<string, Link>();

  constructor(options: NodeLinksOptions) {
    this.#options = options;
  }

  /** Connects to the nodes of a state, and lets go of those that are not there any more. */
  follow({ nodes = {} }: Pick<ClusterState, "nodes">): void {
    for (const [id, link] of this.#links)
      if (ownOf(nodes, id)?.ephemeralId !== link.node.ephemeralId) {
        this.#end(link);
        this.#links.delete(id);
      }
    for (const node of Object.values(nodes)) {
      if (node.id === this.#options.own || this.#links.has(node.id)) continue;
      const link: Link = {
        node,
        connection: undefined,
        connecting: Promise.resolve(),
        isOver: false,
        isLost: false,
        stopWaiting: () => undefined,
        pending: 0,
      };
      this.#links.set(node.id, link);
      link.connecting = this.#connect(link);
    }
  }

  /** Whether a node can be called at once. */
  reaches(node: string): boolean {
    return this.#links.get(node)?.connection?.isClosed === false;
  }

  /** The nodes that count as gone. */
  get lost(): readonly ClusterNode[] {
    return [...this.#links.values()].flatMap(({ isLost, node }) => (isLost ? [node] : []));
  }

  /** Calls of this node that a node has not answered yet. */
  pending(node: string): number {
    return this.#links.get(node)?.pending ?? 0;
  }

  /** Resolves when each node of the state was reached once, or given up. */
  async settled(): Promise<void> {
    await Promise.all([...this.#links.values()].map(({ connecting }) => connecting));
  }

  /** Calls another node; rejects with 503 when it cannot be reached. */
  async call<Result>(
    node: string,
    method: string,
    args: readonly unknown[],
    options: CallOptions = {},
  ): Promise<Result> {
    const link = this.#links.get(node);
    if (!link) throw nodeGone(node, "the node is not in the cluster");
    if (!link.connection || link.connection.isClosed) await link.connecting;
    if (!link.connection) throw nodeGone(link.node.name, "the node cannot be reached");
    link.pending++;
    try {
      return await link.connection.call<Result>(method, args, options);
    } finally {
      link.pending--;
    }
  }

  close(): void {
    for (const link of this.#links.values()) this.#end(link);
    this.#links.clear();
  }

  #end(link: Link): void {
    link.isOver = true;
    link.stopWaiting();
    link.connection?.close();
  }

  async #connect(link: Link): Promise<void> {
    const { port, onGone } = this.#options;
    for (let attempt = 1; !link.isOver; attempt++) {
      try {
        const connection = await port.connect(link.node.address);
        if (link.isOver) return connection.close();
        link.connection = connection;
        link.isLost = false;
        this.#pingLater(link, connection);
        connection.onClosed(() => {
          if (link.isOver) return;
          link.connection = undefined;
          link.connecting = this.#connect(link);
        });
        return;
      } catch (error) {
        // Told when it lasts.
        if (attempt >= ATTEMPTS) {
          link.isLost = true;
          onGone(link.node, error instanceof Error ? error.message : String(error));
          this.#tryLater(link);
          return;
        }
        await this.#pause(link);
      }
    }
  }

  /** Whoever calls meanwhile hears at once that the node is gone. */
  #tryLater(link: Link): void {
    if (link.isOver) return;
    link.stopWaiting = this.#options.after(BETWEEN_MS * ATTEMPTS, () => {
      link.connecting = this.#connect(link);
    });
  }

  /** Breaks a connection that does not answer: who called over it hears of it. */
  #pingLater(link: Link, connection: NodeConnection): void {
    this.#options.after(PING_MS, () => {
      if (link.isOver || connection.isClosed) return;
      connection.call(PING, [], { timeoutMs: PING_TIMEOUT_MS }).then(
        () => this.#pingLater(link, connection),
        () => connection.close("it does not answer"),
      );
    });
  }

  #pause(link: Link): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#options.after(BETWEEN_MS, resolve);
      link.stopWaiting = () => {
        stop();
        resolve();
      };
    });
  }
}
