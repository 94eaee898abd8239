/**
 * This node as one of several: its port, its place in the state of the cluster, and what it does for the others and has
 * done by them. Made before the rest of the node, which asks it by way of the routing; opened when the state is there.
 */
import { CallerTrust } from "./caller-trust.ts";
import { electMaster } from "../cluster/changes/elect-master.ts";
import { joinNode, removeNodes } from "../cluster/changes/join-node.ts";
import { reroute } from "../cluster/changes/reroute.ts";
import { type NamedCopy, startCopies } from "../cluster/changes/start-copies.ts";
import { delayedUntil } from "../cluster/allocation/allocate.ts";
import { masterOf } from "../cluster/allocation/master.ts";
import type { ClusterService } from "../cluster/cluster-service.ts";
import type { ClusterNode as NodeEntry, ClusterState, IndexMetadata, NodeLogs } from "../cluster/cluster-state.ts";
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
import type { Leases } from "../cluster/leases.ts";
import { ClusterRefused } from "../store/cluster-refused.ts";
import { Mastership } from "./mastership.ts";
import { isGoneFor, meetNodes } from "./meet-nodes.ts";
import { NodeLinks, PING } from "./node-links.ts";
import { cloneVersion, PROTOCOL } from "./port/hello.ts";
import { nodeGone, type NodeMethods } from "./port/node-connection.ts";
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
  /** By which the nodes agree who is master; undefined: it is the one that is there for longest. */
  readonly leases?: Leases;
  /** Whether indices that have no node yet are those of this one. */
  readonly wasAlone: boolean;
  /** Whether it is certain that no other process has taken this node's place. */
  readonly isCertain: () => boolean;
  /** Name of the index by which callers are known. */
  readonly callersIndex: string;
  /** Seals logs of another node, or of this one: nothing is acknowledged any more by who writes them. */
  readonly seal?: (logs: NodeLogs) => Promise<void>;
  readonly cluster: () => ClusterService;
  /** Resolves when this node has applied a version of the state. */
  readonly caughtUp: (version: number) => Promise<void>;
  readonly documents: () => Documents;
  readonly searches: CopiedSearches;
  /** Where copies of shards are kept. */
  readonly files: Files;
  readonly scratchSlots: number;
  readonly clock: Clock & MonotonicClock;
  readonly log: (level: "info" | "warn" | "error", message: string) => void;
}

/** The part of an operation that a node answers for itself. */
const OPERATION = "operation/part";
/** Bytes of memories that are kept for the next segments of copies. */
const KEEP_BYTES = 32 * 1024 * 1024;
/** How often is looked whether copies have waited long enough for a node that left. */
const DELAYED_MS = 1_000;
/** A node of the same name that cannot be reached may be about to be taken out. */
const TWIN_MS = 20_000;
const TWIN_LOOK_MS = 500;
/** How often is looked whether what the start needs is there, and how many looks are between two words of it. */
const STARTED_LOOK_MS = 50;
const TELL_LOOKS = 200;
/** A node that was taken out comes back so much later, as it may be taken out again at once. */
const COME_BACK_MS = 3_000;

export class ClusterNode {
  readonly #options: ClusterNodeOptions;
  readonly #links: NodeLinks;
  readonly #routing: Routing;
  readonly #copies: ShardCopies;
  readonly #sender: CopySender;
  readonly #mastership: Mastership | undefined;
  /** Whether this node may believe what it remembers of callers. */
  readonly callers: CallerTrust;
  #isComingBack = false;
  #answer: (part: unknown, signal: AbortSignal) => unknown = () => {
    throw nodeGone(this.#options.self.name, "the node is starting");
  };
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
      onGone: (node, reason) => void this.#gone(node, reason),
    });
    this.callers = new CallerTrust({
      links: this.#links,
      own: self.id,
      clock,
      keeper: () => this.#primaryOf(options.callersIndex),
      nodes: () => Object.keys(options.cluster().state.nodes ?? {}),
      isCertain: options.isCertain,
    });
    this.#mastership =
      options.leases &&
      new Mastership({
        leases: options.leases,
        holder: `${self.id}/${self.ephemeralId}`,
        node: self.id,
        onMaster: () => void this.#becomesMaster(),
        onExpired: (node) => void this.#expired(node),
        log,
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
    const { clusterUuid } = cluster().state;
    const methods: NodeMethods = {
      ...searchMethods(searches),
      ...this.#copies.methods,
      ...this.#sender.methods,
      ...this.callers.methods,
      [PING]: () => true,
      [OPERATION]: ([part], { signal }) => this.#answer(part, signal),
      [DOCUMENTS]: async ([method, args, version]) => {
        // What the other node knows of may be news here: an index that was just made.
        await this.#options.caughtUp(Number(version));
        return askedDocuments(documents(), [method, args]);
      },
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
    try {
      await this.#meet(this.#port);
    } catch (error) {
      await this.#port.close();
      throw error;
    }
    await this.#waitForFirst();
    this.#isOpen = true;
    await cluster().apply("server", joinNode({ ...self, address: this.#address(this.#port) }));
    if (self.roles.includes("master")) await this.#mastership?.open();
    this.follow(cluster().state);
    await this.#links.settled();
    await this.callers.open();
    this.#look();
  }

  /** Indices of a node that was alone are where its data is: it takes its place before all others. */
  async #waitForFirst(): Promise<void> {
    const { cluster, wasAlone, log } = this.#options;
    for (let looks = 1; ; looks++) {
      const { nodes, indices } = cluster().state;
      if (nodes || wasAlone || Object.keys(indices).length === 0) return;
      if (looks % TELL_LOOKS === 0) log("warn", "the start waits for the node that was alone until now");
      await new Promise<void>((resolve) => void after(STARTED_LOOK_MS, resolve));
    }
  }

  /** Waits until the primaries of these indices can be asked, where there are such indices. */
  async started(indices: readonly string[]): Promise<void> {
    const { cluster, log } = this.#options;
    for (let looks = 0; ; looks++) {
      const { state } = cluster();
      const missing = indices.find((name) => {
        const uuid = ownOf(state.indices, name)?.uuid;
        return uuid !== undefined && this.#routing.shards(uuid).some(({ primary }) => primary.state !== "STARTED");
      });
      if (missing === undefined) return;
      if (looks % TELL_LOOKS === TELL_LOOKS - 1)
        log("warn", `the start waits for the node with the primary shard of [${missing}]`);
      await new Promise<void>((resolve) => void after(STARTED_LOOK_MS, resolve));
    }
  }

  /** Whether this node is master, as far as it knows. */
  get isMaster(): boolean {
    const { cluster, self } = this.#options;
    return this.#mastership?.isMaster ?? masterOf(cluster().state)?.id === self.id;
  }

  /** Takes over a state of the cluster. */
  follow(state: ClusterState): void {
    if (!this.#isOpen) return;
    this.#links.follow(state);
    this.#sender.follow(Object.values(state.indices).map(({ uuid }) => uuid));
    this.callers.follow();
    this.#mastership?.follow(Object.keys(state.nodes ?? {}));
    if (ownOf(state.nodes ?? {}, this.#options.self.id) || this.#isComingBack) return;
    this.#isComingBack = true;
    void this.#comeBack().finally(() => (this.#isComingBack = false));
  }

  /** Others took it for gone: it comes back, and its copies begin anew. */
  async #comeBack(): Promise<void> {
    const { self, cluster, leases, log } = this.#options;
    if (leases) await new Promise<void>((resolve) => void after(COME_BACK_MS, resolve));
    if (!this.#isOpen || !this.#port) return;
    try {
      await cluster().apply("server", joinNode({ ...self, address: this.#address(this.#port) }));
    } catch (error) {
      log("error", `the node could not come back to the cluster: ${String(error)}`);
    }
  }

  /** Metadata with the nodes of the primaries, as threads want it. */
  placed(metadata: IndexMetadata): IndexMetadata {
    const { uuid } = metadata;
    return { ...metadata, primaries: this.#routing.primaries(uuid), replays: this.#routing.replays(uuid) };
  }

  /** The methods of `Documents` that concern several nodes. */
  routed(local: Documents): Partial<Documents> {
    return routedDocuments(local, this.#links, this.#routing);
  }

  /** The search side of the cluster. */
  searching(): RoutedSearches {
    return new RoutedSearches(this.#options.searches, this.#links, this.#routing);
  }

  /** What answers the parts of operations that other nodes ask for. */
  answering(answer: (part: unknown, signal: AbortSignal) => unknown): void {
    this.#answer = answer;
  }

  /** Asks another node for its part of an operation. */
  askPart<Result>(node: string, part: unknown, timeoutMs: number): Promise<Result> {
    return this.#links.call<Result>(node, OPERATION, [part], { timeoutMs });
  }

  askNode<Result>(node: string, method: "write" | "get", args: readonly unknown[]): Promise<Result> {
    return this.#links.call<Result>(node, DOCUMENTS, [method, args, this.#options.cluster().state.version]);
  }

  /** A shard of this node has a new searcher; resolves when its copies use it. */
  async published(searcher: SearcherDescriptor): Promise<void> {
    const { uuid, shard } = searcher;
    if (!this.#isOpen) return;
    if (this.#routing.shards(uuid)[shard]?.primary.state !== "STARTED") this.#tellStarted({ uuid, shard });
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
    if (!this.#options.self.logs) await this.#withdraw();
    await this.#mastership?.close();
  }

  /** All that it had is stored: others may have its shards. */
  async depart(): Promise<void> {
    if (this.#options.self.logs) await this.#withdraw();
  }

  async #withdraw(): Promise<void> {
    const { self, seal, cluster, log } = this.#options;
    try {
      if (self.logs) await seal?.(self.logs);
      await cluster().apply("server", removeNodes([self]));
    } catch (error) {
      log("warn", `the node left the cluster without a word: ${String(error)}`);
    }
  }

  async close(): Promise<void> {
    this.callers.close();
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

  /** Throws when other nodes refuse this one, or one of its name is there; one that is gone is taken out. */
  async #meet(port: NodePort): Promise<void> {
    const { self, cluster, clock } = this.#options;
    const endMs = clock.monotonicMs() + TWIN_MS;
    for (;;) {
      const others = Object.values(cluster().state.nodes ?? {}).filter(({ id }) => id !== self.id);
      const missing = await meetNodes(port, others);
      const twin = others.find(({ name }) => name === self.name);
      if (!twin) return;
      const reason = missing.get(twin);
      if (reason === undefined || clock.monotonicMs() > endMs)
        throw new ClusterRefused(`there is a node of the name [${twin.name}] in the cluster already`);
      if (isGoneFor(reason)) await cluster().apply("server", removeNodes([twin]));
      else await new Promise<void>((resolve) => void after(TWIN_LOOK_MS, resolve));
    }
  }

  /** The node with the primary of the first shard of an index. */
  #primaryOf(index: string): string | undefined {
    const uuid = ownOf(this.#options.cluster().state.indices, index)?.uuid;
    return uuid === undefined ? undefined : this.#routing.shards(uuid)[0]?.primary.node;
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

  /** A node cannot be reached. */
  async #gone(node: NodeEntry, reason: string): Promise<void> {
    const { cluster } = this.#options;
    if (!this.#isOpen) return;
    if (this.#mastership) {
      if (this.#mastership.isMaster) return this.#takeOut(node, `cannot be reached (${reason})`);
      if (masterOf(cluster().state)?.id === node.id && isGoneFor(reason)) this.#mastership.hurry();
      return;
    }
    if (this.#isOldestLeft(node)) await this.#takeOut(node, "cannot be reached");
  }

  /** Of the nodes that can be reached, this one is there for longest. */
  #isOldestLeft(gone: NodeEntry): boolean {
    const { cluster, self } = this.#options;
    const { nodes = {} } = cluster().state;
    const left = Object.values(nodes).filter(({ id }) => id === self.id || (id !== gone.id && this.#links.reaches(id)));
    return masterOf({ nodes: Object.fromEntries(left.map((one) => [one.id, one])) })?.id === self.id;
  }

  /** A node has lost the engine that all stand on, or runs no more. */
  async #expired(id: string): Promise<void> {
    const node = ownOf(this.#options.cluster().state.nodes ?? {}, id);
    if (node && this.isMaster) await this.#takeOut(node, "has not renewed its lease");
  }

  async #becomesMaster(): Promise<void> {
    const { cluster, self, log } = this.#options;
    log("info", `node [${self.name}] is master`);
    try {
      await cluster().apply("server", electMaster(self.id));
      this.callers.follow();
      this.#mastership?.follow(Object.keys(cluster().state.nodes ?? {}));
      for (const node of this.#links.lost) await this.#gone(node, "while there was no master");
    } catch (error) {
      log("warn", `the state could not be told who is master: ${String(error)}`);
    }
  }

  async #takeOut(node: NodeEntry, why: string): Promise<void> {
    const { cluster, seal, log } = this.#options;
    log("warn", `node [${node.name}] ${why}, and is taken out of the cluster`);
    try {
      // Only then may others have its shards: it acknowledges nothing any more, whatever it believes.
      if (node.logs) await seal?.(node.logs);
      await cluster().apply("server", removeNodes([node]));
    } catch (error) {
      log("error", `node [${node.name}] could not be taken out, which is tried again: ${String(error)}`);
    }
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
    if (!this.isMaster) return;
    // What could not be told when it became so, or was told otherwise meanwhile.
    if (this.#mastership && state.master !== self.id) await this.#becomesMaster();
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
