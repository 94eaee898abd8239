/**
 * The cluster state in registers, which all nodes share: a root (`state`), and each index and each kind of customs in a
 * value of its own that is written before the root that names it, so that a change costs in proportion to its size.
 * A value is named by the revision that its root was to replace: when another one did, nothing will ever name it.
 */
import { writeJsonBytes } from "../compat/json/write-json-bytes.ts";
import { assert } from "../core/assert.ts";
import { randomUuid } from "../core/clock.ts";
import { isJsonObject, type JsonObject } from "../core/json.ts";
import { parseJsonBytes } from "../compat/json/parse-json.ts";
import type { Registered, Registers } from "../store/registers/registers.ts";
import type { ClusterState, ClusterStateStore, IndexMetadata } from "./cluster-state.ts";

type Watcher = (state: ClusterState, revision: number) => void;
type Part = IndexMetadata | ClusterState["customs"][string];

const ROOT = "state";
const PART = "state-part-";
const FORMAT = 1;
/** Parts that are read or written at once. */
const AT_ONCE = 16;

/** The root: everything but what has parts, and their names. */
interface Root {
  readonly format: number;
  readonly state: Omit<ClusterState, "indices" | "customs">;
  readonly indices: Readonly<Record<string, string>>;
  readonly customs: Readonly<Record<string, string>>;
}

export class RegisterClusterStateStore implements ClusterStateStore {
  readonly #registers: Registers;
  /** Revision of the newest state that was read or written here, and its parts by name. */
  #revision = 0;
  #parts = new Map<string, Part>();
  /** Parts whose root is being written. */
  #fresh = new Map<string, Part>();
  readonly #names = new WeakMap<Part, string>();

  constructor(registers: Registers) {
    this.#registers = registers;
  }

  async read(): Promise<{ state: ClusterState; revision: number } | undefined> {
    for (;;) {
      const value = await this.#registers.read(ROOT);
      if (!value) return undefined;
      const read = await this.#assembled(value);
      // A part is gone because another state took its place meanwhile.
      if (read) return read;
      const again = await this.#registers.read(ROOT);
      assert(again?.revision !== value.revision, "a part of the cluster state is missing");
    }
  }

  async compareAndSet(expected: number, state: ClusterState): Promise<number | undefined> {
    if (this.#revision < expected) await this.read();
    if (this.#revision !== expected) return undefined;
    const before = this.#parts;
    const parts = new Map<string, Part>();
    const fresh = new Map<string, Part>();
    const nameOf = (part: Part): string => {
      let name = this.#names.get(part);
      if (name === undefined || !before.has(name)) fresh.set((name = `${PART}${expected}-${randomUuid()}`), part);
      parts.set(name, part);
      return name;
    };
    const { indices, customs, ...rest } = state;
    const root: Root = {
      format: FORMAT,
      state: rest,
      indices: named(indices, nameOf),
      customs: named(customs, nameOf),
    };
    this.#fresh = fresh;
    await inPortions([...fresh], ([name, part]) => this.#registers.compareAndSet(name, 0, encode(part)));
    const revision = await this.#registers.compareAndSet(ROOT, expected, encode(root));
    if (revision === undefined) {
      await this.#registers.remove([...fresh.keys()]);
      return undefined;
    }
    this.#keep(revision, parts);
    // What is left when this fails is found by `removeUnnamed`.
    await this.#registers.remove([...before.keys()].filter((name) => !parts.has(name))).catch(() => undefined);
    return revision;
  }

  watch(onChange: Watcher): () => void {
    let last = 0;
    let queue: Promise<void> = Promise.resolve();
    return this.#registers.watch(ROOT, (value) => {
      queue = queue.then(async () => {
        // A state whose parts are gone has a successor, of which the next call tells.
        const read = await this.#assembled(value).catch(() => undefined);
        if (!read || read.revision <= last) return;
        last = read.revision;
        onChange(read.state, read.revision);
      });
    });
  }

  /** Removes parts that a crash left. */
  async removeUnnamed(): Promise<void> {
    const value = await this.#registers.read(ROOT);
    if (!value) return;
    const root = decode(value.bytes) as unknown as Root;
    const used = new Set([...Object.values(root.indices), ...Object.values(root.customs)]);
    const names = await this.#registers.list(PART);
    const old = names.filter(
      (name) => !used.has(name) && Number(name.slice(PART.length).split("-")[0]) < value.revision,
    );
    await this.#registers.remove(old);
  }

  async #assembled({ bytes, revision }: Registered): Promise<{ state: ClusterState; revision: number } | undefined> {
    const root = decode(bytes) as unknown as Root;
    assert(root.format === FORMAT, "the cluster state has a format that this version does not read");
    const names = [...Object.values(root.indices), ...Object.values(root.customs)];
    const read = await inPortions(names, (name) => this.#part(name));
    const parts = new Map<string, Part>();
    for (const [at, part] of read.entries()) {
      if (!part) return undefined;
      parts.set(names[at]!, part);
    }
    this.#keep(revision, parts);
    const indices = filled<IndexMetadata>(root.indices, parts);
    const customs = filled<ClusterState["customs"][string]>(root.customs, parts);
    return { state: { ...root.state, indices, customs }, revision };
  }

  async #part(name: string): Promise<Part | undefined> {
    const known = this.#parts.get(name) ?? this.#fresh.get(name);
    if (known) return known;
    const value = await this.#registers.read(name);
    return value && (decode(value.bytes) as unknown as Part);
  }

  #keep(revision: number, parts: Map<string, Part>): void {
    if (revision < this.#revision) return;
    this.#revision = revision;
    this.#parts = parts;
    for (const [name, part] of parts) this.#names.set(part, name);
  }
}

/** Does some work for each item, a few at once. */
async function inPortions<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE)
    done.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(work))));
  return done;
}

function named(parts: Readonly<Record<string, Part>>, nameOf: (part: Part) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, nameOf(part)]));
}

function filled<T extends Part>(names: Readonly<Record<string, string>>, parts: Map<string, Part>): Record<string, T> {
  return Object.fromEntries(Object.entries(names).map(([key, name]) => [key, parts.get(name) as T]));
}

function encode(value: Root | Part): Uint8Array {
  return writeJsonBytes(value);
}

function decode(bytes: Uint8Array): JsonObject {
  const value = parseJsonBytes(bytes);
  assert(isJsonObject(value), "a part of the cluster state is an object");
  return value;
}
