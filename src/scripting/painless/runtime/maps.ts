/** Maps and sets, with the order in which Java goes through each kind. */
import { JavaCollection, JavaIterable, JavaList } from "./collections.ts";
import { unsupportedError } from "./java-error.ts";
import { countSize, countSteps } from "./limits.ts";
import { Boxed, equal, hashOf, JavaObject, textOf, type Value } from "./values.ts";

/** How a map is gone through: by hash, as keys came, or sorted. */
export type MapOrder = "hash" | "linked" | "sorted";

const CLASS_OF_ORDER: Readonly<Record<MapOrder, string>> = {
  hash: "java.util.HashMap",
  linked: "java.util.LinkedHashMap",
  sorted: "java.util.TreeMap",
};

const FIRST_BUCKETS = 16;
const MOST_TAKEN = 0.75;

export class MapEntry extends JavaObject {
  readonly java = "java.util.Map.Entry";
  readonly key: Value;
  value: Value;

  constructor(key: Value, value: Value) {
    super();
    this.key = key;
    this.value = value;
  }

  override equals(other: Value): boolean {
    return other instanceof MapEntry && equal(this.key, other.key) && equal(this.value, other.value);
  }

  override hash(): number {
    return hashOf(this.key) ^ hashOf(this.value);
  }

  override text(): string {
    return `${textOf(this.key)}=${textOf(this.value)}`;
  }
}

export class JavaMap extends JavaIterable {
  readonly java: string;
  readonly order: MapOrder;
  readonly #entries = new Map<unknown, MapEntry>();
  readonly #compare: ((one: Value, other: Value) => number) | undefined;
  #buckets = FIRST_BUCKETS;
  /** Why it cannot be changed; undefined: it can. */
  #frozen: string | null | undefined;

  constructor(order: MapOrder = "hash", compare?: (one: Value, other: Value) => number) {
    super();
    this.order = order;
    this.java = CLASS_OF_ORDER[order];
    this.#compare = compare;
  }

  /** Nothing is changed from here on; `why` is what who tries is told. */
  freeze(why: string | null = null): this {
    this.#frozen = why;
    return this;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Undefined: there is no such key. */
  find(key: Value): MapEntry | undefined {
    return this.#entries.get(keyOf(key));
  }

  get(key: Value): Value {
    return this.#entries.get(keyOf(key))?.value ?? null;
  }

  has(key: Value): boolean {
    return this.#entries.has(keyOf(key));
  }

  put(key: Value, value: Value): Value {
    this.#change();
    const by = keyOf(key);
    const entry = this.#entries.get(by);
    if (entry) {
      const before = entry.value;
      entry.value = value;
      return before;
    }
    this.#entries.set(by, new MapEntry(key, value));
    if (this.#entries.size > this.#buckets * MOST_TAKEN) {
      this.#buckets *= 2;
      countSize(this.#buckets);
    }
    return null;
  }

  remove(key: Value): Value {
    this.#change();
    const by = keyOf(key);
    const entry = this.#entries.get(by);
    this.#entries.delete(by);
    return entry?.value ?? null;
  }

  clear(): void {
    this.#change();
    this.#entries.clear();
  }

  /** In the order of the map. */
  entries(): MapEntry[] {
    const entries = [...this.#entries.values()];
    countSteps(entries.length >>> 3);
    if (this.order === "linked" || entries.length < 2) return entries;
    const compare = this.#compare;
    if (this.order === "sorted" && compare) return entries.sort((one, other) => compare(one.key, other.key));
    const mask = this.#buckets - 1;
    const placed = entries.map((entry) => {
      const hash = hashOf(entry.key);
      return { entry, bucket: (hash ^ (hash >>> 16)) & mask };
    });
    return placed.sort((one, other) => one.bucket - other.bucket).map(({ entry }) => entry);
  }

  keys(): Value[] {
    return this.entries().map(({ key }) => key);
  }

  override values(): Value[] {
    return this.entries().map(({ value }) => value);
  }

  override equals(other: Value): boolean {
    if (this === other) return true;
    if (!(other instanceof JavaMap) || other.size !== this.size) return false;
    return this.entries().every(({ key, value }) => {
      const found = other.find(key);
      return found !== undefined && equal(found.value, value);
    });
  }

  override hash(): number {
    return this.entries().reduce((sum, entry) => (sum + entry.hash()) | 0, 0);
  }

  override text(): string {
    const part = (value: Value): string => (value === this ? "(this Map)" : textOf(value));
    return `{${this.entries()
      .map(({ key, value }) => `${part(key)}=${part(value)}`)
      .join(", ")}}`;
  }

  #change(): void {
    if (this.#frozen !== undefined) throw unsupportedError(this.#frozen);
  }
}

export class JavaSet extends JavaCollection {
  readonly java: string;
  readonly #map: JavaMap;

  constructor(order: MapOrder = "hash", values: Iterable<Value> = [], compare?: (a: Value, b: Value) => number) {
    super();
    this.java = CLASS_OF_ORDER[order].replace("Map", "Set");
    this.#map = new JavaMap(order, compare);
    for (const value of values) this.#map.put(value, true);
  }

  override get size(): number {
    return this.#map.size;
  }

  override values(): Value[] {
    return this.#map.keys();
  }

  override contains(value: Value): boolean {
    return this.#map.has(value);
  }

  override add(value: Value): boolean {
    return this.#map.put(value, true) === null;
  }

  override remove(value: Value): boolean {
    return this.#map.remove(value) !== null;
  }

  override clear(): void {
    this.#map.clear();
  }

  override retain(test: (value: Value) => boolean): boolean {
    const gone = this.values().filter((value) => !test(value));
    for (const value of gone) this.#map.remove(value);
    return gone.length > 0;
  }

  freeze(): this {
    this.#map.freeze();
    return this;
  }

  override equals(other: Value): boolean {
    if (this === other) return true;
    return (
      other instanceof JavaSet && other.size === this.size && this.values().every((value) => other.contains(value))
    );
  }

  override hash(): number {
    return this.values().reduce<number>((sum, value) => (sum + hashOf(value)) | 0, 0);
  }
}

let numbered = 0;
const numbers = new WeakMap<object, number>();

/** What a value is found by in a map of JavaScript: equal for equal values, whatever they are. */
function keyOf(value: Value): unknown {
  if (typeof value === "string") return value.charCodeAt(0) === 0 ? `\0s${value}` : value;
  if (value === null || typeof value === "boolean" || typeof value === "number") return value;
  if (value instanceof Boxed) return `\0${value.kind}${value.value}`;
  if (value instanceof JavaList) return `\0[${value.items.map(partOf).join("")}`;
  if (value instanceof JavaSet) return `\0{${value.values().map(partOf).sort().join("")}`;
  if (value instanceof JavaMap)
    return `\0m${value
      .entries()
      .map(({ key, value: inner }) => partOf(key) + partOf(inner))
      .sort()
      .join("")}`;
  const known = value.sameAs();
  if (known !== undefined) return `\0v${value.java} ${known}`;
  let number = numbers.get(value);
  if (number === undefined) numbers.set(value, (number = ++numbered));
  return `\0#${number}`;
}

function partOf(value: Value): string {
  const key = keyOf(value);
  const text = `${typeof key}${String(key)}`;
  countSize(text.length);
  return `${text.length}:${text}`;
}
