/**
 * This node as one of several: its port, its place in the state of the cluster, and what it does for the others and has
 * done by them. Made before the rest of the node, which asks it by way of the routing; opened when the state is there.
 */
import { joinNode, removeNodes } from "../cluster/changes/join-node.ts";
import { reroute } from "../cluster/changes/reroute.ts";
import { type NamedCopy, startCopies } from "../cluster/changes/start-copies.ts";
import { delayedUntil } from "../cluster/allocation/allocate.ts";
import { masterOf } from "../cluster/allocation/master.ts";
import type { ClusterService } from "../cluster/cluster-service.ts";
import type { ClusterNode as NodeEntry, ClusterState, IndexMetadata } from "../cluster/cluster-state.ts";
import type { Clock, MonotonicClock } from "../core/clock.ts";
import { ownOf } from "../core/names.ts";
import { after } from "../core/timers.ts";
import type { Documents, SearcherDescriptor } from "../documents/documents.ts";
import { nextSegmentId } from "../segment/segment-id.ts";
import { MemoryPool } from "../segment/memory/memory-pool.ts";
import { SegmentArenas } from "../segment/memory/segment-arenas.ts";
import type { SearchTarget } from "../search/search-service.ts";
import type { Files } from "../store/files.ts";
import { CopySender } from "./copies/copy-sender.ts";
import { ShardCopies } from "./copies/shard-copies.ts";
import { NodeLinks } from "./node-links.ts";
import { cloneVersion, PROTOCOL } from "./port/hello.ts";
import type { NodeMethods } from "./port/node-connection.ts";
import { type NodeAddress, type NodeCertificates, NodePort } from "./port/node-port.ts";
import { askedDocuments, DOCUMENTS, routedDocuments } from "./routed-documents.ts";
import { type LocalSearches, RoutedSearches, searchMethods } from "./routed-searches.ts";
import { Routing } from "./routing.ts";

/** How a node listens for others, and what it is believed by. */
export interface NodeListening {
  readonly listen: NodeAddress;
  /** Where others find it, if that is not where it listens. */
  readonly address?: NodeAddress;
  readonly certificates: NodeCertificates;
}

/** The search side, with what copies need of it. */
export interface CopiedSearches extends LocalSearches {
  current(uuid: string, shard: number): SearcherDescriptor | undefined;
  publish(searcher: SearcherDescriptor): void;
  keep(target: SearchTarget): SearchTarget;
  letGo(target: SearchTarget): void;
}

export interface ClusterNodeOptions extends NodeListening {
  /** What the state is to say of it. */
  readonly self: Omit<NodeEntry, "joined" | "address">;
  readonly cluster: () => ClusterService;
  readonly documents: () => Documents;
  readonly searches: CopiedSearches;
  /** Where copies of shards are kept. */
  readonly files: Files;
  readonly scratchSlots: number;
  readonly clock: Clock & MonotonicClock;
  readonly log: (level: "info" | "warn" | "error", message: string) => void;
}

/** Bytes of memories that are kept for the next segments of copies. */
const KEEP_BYTES = 32 * 1024 * 1024;
/** How often is looked whether copies have waited long enough for a node that left. */
const DELAYED_MS = 1_000;

export class ClusterNode {
  readonly #options: ClusterNodeOptions;
  readonly #links: NodeLinks;
  readonly #routing: Routing;
  readonly #copies: ShardCopies;
  readonly #sender: CopySender;
  #port: NodePort | undefined;
  #isOpen = false;
  /** Primaries that were opened, and are not in the state yet. */
  #started: NamedCopy[] = [];
  #isTelling = false;
  #stopLooking: () => void = () => undefined;

  constructor(options: ClusterNodeOptions) {
    this.#options = options;
    const { searches, files, scratchSlots, self, clock } = options;
    const log = (level: "info" | "warn", message: string): void => options.log(level, message);
    this.#routing = new Routing(() => options.cluster().state, self.id);
    this.#links = new NodeLinks({
      port: { connect: (address) => this.#openPort().connect(address) },
      own: self.id,
      after,
      onGone: (node) => void this.#gone(node),
    });
    this.#copies = new ShardCopies({
      links: this.#links,
      files,
      arenas: new SegmentArenas(new MemoryPool(KEEP_BYTES), nextSegmentId, () => undefined),
      scratchSlots,
      publish: (searcher) => searches.publish(searcher),
    });
    this.#sender = new CopySender({
      links: this.#links,
      routing: this.#routing,
      clock,
      current: (uuid, shard) => searches.current(uuid, shard),
      keep: (target) => searches.keep(target),
      letGo: (target) => searches.letGo(target),
      mark: (node, uuid, shard, state) => this.#mark(node, { uuid, shard }, state),
      after,
      log,
    });
  }

  /** Listens, and takes its place in the cluster; resolves when it has reached the nodes that can be reached. */
  async open(): Promise<void> {
    const { listen, certificates, self, cluster, searches, documents, log } = this.#options;
    const { clusterUuid, nodes = {} } = cluster().state;
    const twin = Object.values(nodes).find(({ id, name }) => name === self.name && id !== self.id);
    const methods: NodeMethods = {
      ...searchMethods(searches),
      ...this.#copies.methods,
      ...this.#sender.methods,
      [DOCUMENTS]: (args) => askedDocuments(documents(), args),
    };
    const hello = {
      protocol: PROTOCOL,
      clone: cloneVersion(),
      cluster: clusterUuid,
      node: self.id,
      name: self.name,
      life: self.ephemeralId,
    };
    this.#port = await NodePort.open({ listen, certificates, hello, methods, log });
    this.#isOpen = true;
    if (twin) await this.#refuseTwin(twin);
    await cluster().apply("server", joinNode({ ...self, address: this.#address(this.#port) }));
    this.follow(cluster().state);
    await this.#links.settled();
    this.#look();
  }

  /** Takes over a state of the cluster. */
  follow(state: ClusterState): void {
    if (!this.#isOpen) return;
    this.#links.follow(state);
    this.#sender.follow(Object.values(state.indices).map(({ uuid }) => uuid));
    const { self, cluster, log } = this.#options;
    if (ownOf(state.nodes ?? {}, self.id) || !this.#port) return;
    // Others took it for gone: it comes back, and its copies begin anew.
    const address = this.#address(this.#port);
    cluster()
      .apply("server", joinNode({ ...self, address }))
      .catch((error: unknown) => log("error", `the node could not come back to the cluster: ${String(error)}`));
  }

  /** Metadata with the nodes of the primaries, as threads want it. */
  placed(metadata: IndexMetadata): IndexMetadata {
    return { ...metadata, primaries: this.#routing.primaries(metadata.uuid) };
  }

  /** The methods of `Documents` that concern several nodes. */
  routed(local: Documents): Partial<Documents> {
    return routedDocuments(local, this.#links, this.#routing);
  }

  /** The search side of the cluster. */
  searching(): RoutedSearches {
    return new RoutedSearches(this.#options.searches, this.#links, this.#routing);
  }

  askNode<Result>(node: string, method: "write" | "get", args: readonly unknown[]): Promise<Result> {
    return this.#links.call<Result>(node, DOCUMENTS, [method, args]);
  }

  /** A shard of this node has a new searcher; resolves when its copies use it. */
  async published(searcher: SearcherDescriptor): Promise<void> {
    const { uuid, shard } = searcher;
    if (!this.#isOpen) return;
    const [primary] = this.#routing.shards(uuid).slice(shard, shard + 1);
    if (primary?.primary.state !== "STARTED") this.#tellStarted({ uuid, shard });
    await this.#sender.published(searcher);
  }

  /** A searcher is used no more; false where it is none of a copy. */
  release(uuid: string, shard: number, generation: number): boolean {
    return this.#copies.release(uuid, shard, generation);
  }

  forget(uuid: string): void {
    this.#copies.forget(uuid);
  }

  /** How far the primary of a shard is that another node has; undefined: this one has it. */
  stateElsewhere(uuid: string, shard: number): "STARTED" | "INITIALIZING" | "UNASSIGNED" | undefined {
    const primary = this.#routing.shards(uuid)[shard]?.primary;
    return primary && primary.node !== this.#options.self.id ? primary.state : undefined;
  }

  /** Leaves the cluster: others hear of it before they miss it. */
  async leave(): Promise<void> {
    this.#stopLooking();
    this.#isOpen = false;
    const { self, cluster, log } = this.#options;
    await cluster()
      .apply("server", removeNodes([self]))
      .catch((error: unknown) => log("warn", `the node left the cluster without a word: ${String(error)}`));
  }

  async close(): Promise<void> {
    this.#sender.close();
    this.#links.close();
    await this.#port?.close();
  }

  #address(port: NodePort): NodeAddress {
    return this.#options.address ?? port.address;
  }

  #openPort(): NodePort {
    if (!this.#port) throw new Error("the node port is not open");
    return this.#port;
  }

  /** Throws when a node of the same name is there; one that cannot be reached is gone. */
  async #refuseTwin(twin: NodeEntry): Promise<void> {
    const connection = await this.#openPort()
      .connect(twin.address)
      .catch((error: unknown) => error);
    const isGone = connection instanceof Error && /ECONNREFUSED/.test(connection.message);
    if (!isGone) {
      await this.#port?.close();
      throw new Error(`there is a node of the name [${twin.name}] in the cluster already`);
    }
    await this.#options.cluster().apply("server", removeNodes([twin]));
  }

  #mark(node: string, copy: NamedCopy, state: "STARTED" | "INITIALIZING"): Promise<void> {
    return this.#options
      .cluster()
      .apply("server", startCopies(node, [copy], state))
      .then(() => undefined);
  }

  /** Those that start together are told of together. */
  #tellStarted(copy: NamedCopy): void {
    this.#started.push(copy);
    if (this.#isTelling) return;
    this.#isTelling = true;
    void Promise.resolve().then(async () => {
      try {
        while (this.#started.length > 0 && this.#isOpen) {
          const copies = this.#started.splice(0);
          await this.#options.cluster().apply("server", startCopies(this.#options.self.id, copies, "STARTED"));
        }
      } catch (error) {
        this.#options.log("error", `shards that were opened could not be told of: ${String(error)}`);
      } finally {
        this.#isTelling = false;
      }
    });
  }

  /** A node cannot be reached: the oldest of those that are left takes it out. */
  async #gone(node: NodeEntry): Promise<void> {
    const { cluster, self, log } = this.#options;
    const { nodes = {} } = cluster().state;
    const left = Object.values(nodes).filter(({ id }) => id === self.id || (id !== node.id && this.#links.reaches(id)));
    if (!this.#isOpen || masterOf({ nodes: Object.fromEntries(left.map((one) => [one.id, one])) })?.id !== self.id)
      return;
    log("warn", `node [${node.name}] cannot be reached, and is taken out of the cluster`);
    await cluster()
      .apply("server", removeNodes([node]))
      .catch((error: unknown) => log("error", `node [${node.name}] could not be taken out: ${String(error)}`));
  }

  /** Looks for copies that have waited long enough. */
  #look(): void {
    this.#stopLooking = after(DELAYED_MS, () => {
      void this.#placeDelayed().finally(() => {
        if (this.#isOpen) this.#look();
      });
    });
  }

  async #placeDelayed(): Promise<void> {
    const { cluster, clock, self, log } = this.#options;
    const { state } = cluster();
    if (masterOf(state)?.id !== self.id) return;
    const now = clock.now();
    const isDue = Object.values(state.indices).some((index) =>
      (ownOf(state.routing ?? {}, index.uuid) ?? []).some(({ replicas }) =>
        replicas.some((copy) => (delayedUntil(index, copy) ?? Number.POSITIVE_INFINITY) <= now),
      ),
    );
    if (!isDue) return;
    try {
      await cluster().apply("server", reroute);
    } catch (error) {
      log("warn", `copies that wait for a node could not be placed: ${String(error)}`);
    }
  }
}
