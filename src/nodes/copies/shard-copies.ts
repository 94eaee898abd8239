/**
 * The copies of shards that this node has for others to search: their segments and sources as the primary has them,
 * fetched as they come to be. A copy indexes nothing, and reads nothing that only its primary could.
 */
import { KeyedQueue } from "../../core/keyed-queue.ts";
import { ChangedIds } from "../../documents/changed-ids.ts";
import type { SearcherDescriptor } from "../../documents/documents.ts";
import type { SegmentData } from "../../segment/format.ts";
import type { SegmentArenas } from "../../segment/memory/segment-arenas.ts";
import { loadSegment } from "../../segment/segment-file.ts";
import type { Files } from "../../store/files.ts";
import type { NodeLinks } from "../node-links.ts";
import type { CallScope, NodeMethods } from "../port/node-connection.ts";
import { type CopyFile, type CopyHead, FOLLOW, type Piece, type PieceRequest, READ } from "./copy-head.ts";

export interface ShardCopiesOptions {
  readonly links: NodeLinks;
  readonly files: Files;
  readonly arenas: SegmentArenas;
  readonly scratchSlots: number;
  readonly publish: (searcher: SearcherDescriptor) => void;
}

/** Files of copies stand here, and are fetched anew after a start. */
const FOLDER = "copies";

/** A file that a copy has, with the segment in memory that it may be. */
interface HeldFile {
  readonly path: string;
  readonly segment: SegmentData | undefined;
  /** Searchers that use it. */
  users: number;
}

interface UnsealedFile {
  readonly path: string;
  readonly after: number;
  readonly maximumSeqNo: number;
}

interface Copy {
  readonly folder: string;
  /** The life of the node that has the primary: numbers of its segments mean nothing to others. */
  readonly primary: string;
  /** By name. */
  readonly files: Map<string, HeldFile>;
  /** Sources that are not sealed yet, ascending. */
  unsealed: readonly UnsealedFile[];
}

export class ShardCopies {
  readonly #options: ShardCopiesOptions;
  readonly #copies = new Map<string, Copy>();
  /** What each searcher of this node uses, by its shard and generation. */
  readonly #searchers = new Map<string, { readonly copy: Copy; readonly used: readonly string[] }>();
  readonly #queue = new KeyedQueue();
  /** Of the searchers here: ascending over all lives of the primary. */
  #generation = 0;
  #folders = 0;

  constructor(options: ShardCopiesOptions) {
    this.#options = options;
    options.files.remove(FOLDER);
  }

  /** What primaries tell. */
  get methods(): NodeMethods {
    return {
      [FOLLOW]: ([head], scope) => {
        const { uuid, shard } = head as CopyHead;
        return this.#queue.run(`${uuid}/${shard}`, () => this.#take(head as CopyHead, scope));
      },
    };
  }

  /** A searcher is used no more; false where the shard has no copy here. */
  release(uuid: string, shard: number, generation: number): boolean {
    const key = `${uuid}/${shard}/${generation}`;
    const searcher = this.#searchers.get(key);
    if (!searcher) return false;
    this.#searchers.delete(key);
    this.#letGo(searcher.copy, searcher.used);
    return true;
  }

  /** An index is gone. */
  forget(uuid: string): void {
    for (const [key, copy] of this.#copies)
      if (key.startsWith(`${uuid}/`)) {
        this.#copies.delete(key);
        this.#options.files.remove(copy.folder);
      }
  }

  async #take(head: CopyHead, { from, signal }: CallScope): Promise<void> {
    const copy = this.#copyOf(head, from.life);
    const fetched = new Map<string, HeldFile>();
    const fetch = async (name: string, file: CopyFile): Promise<HeldFile> => {
      const known = copy.files.get(name);
      if (known) return known;
      const path = `${copy.folder}/${name}`;
      await this.#fetch(path, { head, file, node: from.node, signal });
      const { files, arenas, scratchSlots } = this.#options;
      const segment =
        file.kind === "segment" ? loadSegment(files, path, { memories: arenas, scratchSlots, whole: true }) : undefined;
      const held = { path, segment, users: 0 };
      copy.files.set(name, held);
      fetched.set(name, held);
      return held;
    };
    try {
      const segments: SearcherDescriptor["segments"][number][] = [];
      const used: string[] = [];
      for (const { id, live, deleted } of head.segments) {
        const name = `segment-${id}`;
        const { segment } = await fetch(name, { kind: "segment", id });
        used.push(name);
        if (segment) segments.push({ data: segment, live: live && shared(live), deleted });
      }
      const sources = await this.#sources(copy, head, fetch, used);
      this.#publish(copy, head, { segments, sources, used });
    } catch (error) {
      // What was fetched for nothing goes; the next searcher may want other things.
      this.#letGo(copy, [...fetched.keys()]);
      throw error;
    }
  }

  /** The sealed sources of the primary, and those that are not sealed. */
  async #sources(
    copy: Copy,
    head: CopyHead,
    fetch: (name: string, file: CopyFile) => Promise<HeldFile>,
    used: string[],
  ): Promise<SearcherDescriptor["sources"]> {
    const { files } = this.#options;
    const sources: SearcherDescriptor["sources"][number][] = [];
    let sealed = -1;
    for (const { name, minimumSeqNo, maximumSeqNo } of head.sources) {
      const own = `sources-${name.replaceAll("/", "-")}`;
      const { path } = await fetch(own, { kind: "sources", name });
      used.push(own);
      sealed = Math.max(sealed, maximumSeqNo);
      sources.push({ name: path, file: files.reference(path), minimumSeqNo, maximumSeqNo });
    }
    const kept = copy.unsealed.filter(({ maximumSeqNo }) => maximumSeqNo > sealed);
    const after = kept.reduce((most, { maximumSeqNo }) => Math.max(most, maximumSeqNo), sealed);
    const next = [...kept];
    if (after < head.maximumSeqNo) {
      const name = `unsealed-${after}-${head.maximumSeqNo}`;
      const { path } = await fetch(name, { kind: "unsealed", after });
      next.push({ path, after, maximumSeqNo: head.maximumSeqNo });
    }
    for (const { path, after: before, maximumSeqNo } of next) {
      used.push(path.slice(copy.folder.length + 1));
      sources.push({ name: path, file: files.reference(path), minimumSeqNo: before + 1, maximumSeqNo });
    }
    copy.unsealed = next;
    return sources;
  }

  #publish(
    copy: Copy,
    { index, uuid, shard }: CopyHead,
    parts: Pick<SearcherDescriptor, "segments" | "sources"> & { readonly used: readonly string[] },
  ): void {
    const { segments, sources, used } = parts;
    const generation = ++this.#generation;
    for (const name of used) copy.files.get(name)!.users++;
    this.#searchers.set(`${uuid}/${shard}/${generation}`, { copy, used });
    // What was written since is known to the primary alone.
    const changed = new ChangedIds();
    changed.addAll();
    this.#options.publish({ index, uuid, shard, generation, segments, sources, changed: changed.buffer, logs: [] });
  }

  /** The copy of a shard; another one when its primary lives another life. */
  #copyOf({ uuid, shard }: CopyHead, primary: string): Copy {
    const key = `${uuid}/${shard}`;
    const known = this.#copies.get(key);
    if (known?.primary === primary) return known;
    const copy: Copy = {
      folder: `${FOLDER}/${uuid}/${shard}/${++this.#folders}`,
      primary,
      files: new Map(),
      unsealed: [],
    };
    this.#copies.set(key, copy);
    return copy;
  }

  async #fetch(
    path: string,
    from: { readonly head: CopyHead; readonly file: CopyFile; readonly node: string; readonly signal: AbortSignal },
  ): Promise<void> {
    const { head, file, node, signal } = from;
    const { uuid, shard, generation } = head;
    const { files, links } = this.#options;
    const handle = files.open(path);
    try {
      handle.truncate(0);
      for (;;) {
        const request: PieceRequest = { uuid, shard, generation, file, offset: handle.size };
        const { bytes, total } = await links.call<Piece>(node, READ, [request], { signal });
        handle.append([bytes]);
        if (handle.size >= total) return;
      }
    } catch (error) {
      files.remove(path);
      throw error;
    } finally {
      handle.close();
    }
  }

  #letGo(copy: Copy, names: readonly string[]): void {
    const { files, arenas } = this.#options;
    for (const name of names) {
      const held = copy.files.get(name);
      if (!held) continue;
      if (held.users > 0 && --held.users > 0) continue;
      copy.files.delete(name);
      if (held.segment) arenas.release(held.segment);
      files.remove(held.path);
    }
  }
}

/** In memory that threads share. */
function shared(live: Uint32Array): Uint32Array {
  const words = new Uint32Array(new SharedArrayBuffer(live.byteLength));
  words.set(live);
  return words;
}
