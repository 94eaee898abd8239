/** java.util: maps, and the statics of collections. */
import { comparing, truthOf } from "../runtime/callbacks.ts";
import { JavaArray, type JavaCollection, JavaList, type Lambda } from "../runtime/collections.ts";
import { compareValues } from "../runtime/compare.ts";
import { noElementError } from "../runtime/java-error.ts";
import { JavaMap, JavaSet, type MapEntry, type MapOrder } from "../runtime/maps.ts";
import { streamOf } from "../runtime/streams.ts";
import { equal, hashOf, textOf, type Value } from "../runtime/values.ts";
import type { ClassDefinition, Implementation } from "./class-definition.ts";
import { sorted } from "./collection.ts";

const map: ClassDefinition = {
  name: "java.util.Map",
  members: {
    "void clear()": (self: JavaMap) => self.clear(),
    "boolean containsKey(def)": (self: JavaMap, key: Value) => self.has(key),
    "boolean containsValue(def)": (self: JavaMap, value: Value) => self.values().some((each) => equal(each, value)),
    "def get(def)": (self: JavaMap, key: Value) => self.get(key),
    "def getOrDefault(def,def)": (self: JavaMap, key: Value, other: Value) => (self.has(key) ? self.get(key) : other),
    "boolean isEmpty()": (self: JavaMap) => self.size === 0,
    "Set keySet()": (self: JavaMap) => new JavaSet("linked", self.keys()),
    "Set entrySet()": (self: JavaMap) => new JavaSet("linked", self.entries()),
    "Collection values()": (self: JavaMap) => new JavaList(self.values()),
    "def put(def,def)": (self: JavaMap, key: Value, value: Value) => self.put(key, value),
    "void putAll(Map)": (self: JavaMap, other: JavaMap) => {
      for (const { key, value } of other.entries()) self.put(key, value);
    },
    "def putIfAbsent(def,def)": (self: JavaMap, key: Value, value: Value) => self.get(key) ?? self.put(key, value),
    "def remove(def)": (self: JavaMap, key: Value) => self.remove(key),
    "boolean remove(def,def)": (self: JavaMap, key: Value, value: Value) => {
      if (!self.has(key) || !equal(self.get(key), value)) return false;
      self.remove(key);
      return true;
    },
    "def replace(def,def)": (self: JavaMap, key: Value, value: Value) => (self.has(key) ? self.put(key, value) : null),
    "int size()": (self: JavaMap) => self.size,
    "void forEach(BiConsumer)": (self: JavaMap, run: Lambda) => {
      for (const { key, value } of self.entries()) run.call(key, value);
    },
    "void replaceAll(BiFunction)": (self: JavaMap, of: Lambda) => {
      for (const entry of self.entries()) entry.value = of.call(entry.key, entry.value);
    },
    "def computeIfAbsent(def,Function)": (self: JavaMap, key: Value, of: Lambda) => {
      const before = self.get(key);
      return before ?? kept(self, key, of.call(key));
    },
    "def computeIfPresent(def,BiFunction)": (self: JavaMap, key: Value, of: Lambda) => {
      const before = self.get(key);
      return before === null ? null : kept(self, key, of.call(key, before));
    },
    "def compute(def,BiFunction)": (self: JavaMap, key: Value, of: Lambda) =>
      kept(self, key, of.call(key, self.get(key))),
    "def merge(def,def,BiFunction)": (self: JavaMap, key: Value, value: Value, of: Lambda) => {
      const before = self.get(key);
      return kept(self, key, before === null ? value : of.call(before, value));
    },
    // What Elasticsearch adds.
    "List collect(BiFunction)": (self: JavaMap, of: Lambda) =>
      new JavaList(self.entries().map(({ key, value }) => of.call(key, value))),
    "int count(BiPredicate)": (self: JavaMap, test: Lambda) => matching(self, test).length,
    "def each(BiConsumer)": (self: JavaMap, run: Lambda) => {
      for (const { key, value } of self.entries()) run.call(key, value);
      return self;
    },
    "boolean every(BiPredicate)": (self: JavaMap, test: Lambda) => matching(self, test).length === self.size,
    "Map.Entry find(BiPredicate)": (self: JavaMap, test: Lambda) => matching(self, test)[0] ?? null,
    "Map findAll(BiPredicate)": (self: JavaMap, test: Lambda) => mapOf(matching(self, test)),
    "def getByPath(String)": (self: JavaMap, path: string) => byPath(self, path),
    "def getByPath(String,def)": (self: JavaMap, path: string, other: Value) => byPath(self, path) ?? other,
    "Map groupBy(BiFunction)": (self: JavaMap, by: Lambda) => {
      const groups = new JavaMap("linked");
      for (const { key, value } of self.entries()) {
        const name = by.call(key, value);
        const before = groups.get(name);
        const group = before instanceof JavaMap ? before : new JavaMap("linked");
        group.put(key, value);
        groups.put(name, group);
      }
      return groups;
    },
    ...Object.fromEntries(
      Array.from({ length: 6 }, (_, n) => [
        `static Map of(${Array.from({ length: n * 2 }, () => "def").join(",")})`,
        (...values: Value[]) => {
          const made = new JavaMap();
          for (let i = 0; i < values.length; i += 2) made.put(values[i]!, values[i + 1]!);
          return made.freeze();
        },
      ]),
    ),
  },
};

function kept(map_: JavaMap, key: Value, value: Value): Value {
  if (value === null) map_.remove(key);
  else map_.put(key, value);
  return value;
}

function matching(values: JavaMap, test: Lambda): MapEntry[] {
  const holds = truthOf(test);
  return values.entries().filter(({ key, value }) => holds(key, value));
}

function mapOf(entries: readonly MapEntry[]): JavaMap {
  const made = new JavaMap("linked");
  for (const { key, value } of entries) made.put(key, value);
  return made;
}

function byPath(from: JavaMap, path: string): Value {
  let value: Value = from;
  for (const step of path.split(".")) {
    if (value instanceof JavaMap) value = value.get(step);
    else if (value instanceof JavaList && /^\d+$/.test(step)) value = value.items[Number(step)] ?? null;
    else return null;
  }
  return value;
}

function mapClass(name: string, order: MapOrder, more: Readonly<Record<string, Implementation>> = {}): ClassDefinition {
  const made = (): JavaMap => new JavaMap(order, order === "sorted" ? compareValues : undefined);
  return {
    name,
    supers: ["java.util.Map"],
    members: {
      "new()": made,
      "new(def)": (from: Value) => {
        const copy = made();
        if (from instanceof JavaMap) for (const { key, value } of from.entries()) copy.put(key, value);
        return copy;
      },
      ...more,
    },
  };
}

const entry: ClassDefinition = {
  name: "java.util.Map.Entry",
  members: {
    "def getKey()": (self: MapEntry) => self.key,
    "def getValue()": (self: MapEntry) => self.value,
    "def setValue(def)": (self: MapEntry, value: Value) => {
      const before = self.value;
      self.value = value;
      return before;
    },
  },
};

function extreme(values: JavaCollection, compare: (one: Value, other: Value) => number): Value {
  let best: Value | undefined;
  for (const value of values.values()) if (best === undefined || compare(value, best) > 0) best = value;
  if (best === undefined) throw noElementError(null);
  return best;
}

const collections: ClassDefinition = {
  name: "java.util.Collections",
  members: {
    "static List emptyList()": () => new JavaList([], undefined, true),
    "static Map emptyMap()": () => new JavaMap().freeze(),
    "static Set emptySet()": () => new JavaSet().freeze(),
    "static List singletonList(def)": (value: Value) => new JavaList([value], undefined, true),
    "static Set singleton(def)": (value: Value) => new JavaSet("hash", [value]).freeze(),
    "static Map singletonMap(def,def)": (key: Value, value: Value) => {
      const made = new JavaMap();
      made.put(key, value);
      return made.freeze();
    },
    "static def max(Collection)": (values: JavaCollection) => extreme(values, compareValues),
    "static def max(Collection,Comparator)": (values: JavaCollection, by: Lambda) => extreme(values, comparing(by)),
    "static def min(Collection)": (values: JavaCollection) => extreme(values, (a, b) => compareValues(b, a)),
    "static def min(Collection,Comparator)": (values: JavaCollection, by: Lambda) =>
      extreme(values, (a, b) => comparing(by)(b, a)),
    "static void reverse(List)": (values: JavaList) => {
      values.items.reverse();
    },
    "static void sort(List)": (values: JavaList) => replaceAll(values, sorted(values.items, null)),
    "static void sort(List,Comparator)": (values: JavaList, by: Lambda) => replaceAll(values, sorted(values.items, by)),
    "static void swap(List,int,int)": (values: JavaList, one: number, other: number) => {
      values.set(other, values.set(one, values.get(other)));
    },
    "static int frequency(Collection,def)": (values: JavaCollection, value: Value) =>
      [...values.values()].filter((each) => equal(each, value)).length,
    "static boolean addAll(Collection,def[])": (values: JavaCollection, more: JavaArray) =>
      more.boxed().filter((value) => values.add(value)).length > 0,
    "static List unmodifiableList(List)": (values: JavaList) => new JavaList(values.items, undefined, true),
    "static Map unmodifiableMap(Map)": (values: JavaMap) => mapOf(values.entries()).freeze(),
    "static Comparator reverseOrder()": () => null,
  },
};

function replaceAll(values: JavaList, by: readonly Value[]): void {
  values.change();
  by.forEach((value, i) => (values.items[i] = value));
}

const arrays: ClassDefinition = {
  name: "java.util.Arrays",
  members: {
    "static List asList(Object[])": (values: JavaArray) => new JavaList(values.boxed(), "java.util.Arrays$ArrayList"),
    "static Stream stream(Object[])": (values: JavaArray) => streamOf(values.boxed()),
    "static String toString(Object)": (values: JavaArray) => new JavaList(values.boxed()).text(),
    "static boolean equals(Object,Object)": (one: JavaArray, other: JavaArray) =>
      new JavaList(one.boxed()).equals(new JavaList(other.boxed())),
  },
};

const objects: ClassDefinition = {
  name: "java.util.Objects",
  members: {
    "static boolean equals(Object,Object)": equal,
    "static int hashCode(Object)": hashOf,
    "static boolean isNull(Object)": (value: Value) => value === null,
    "static boolean nonNull(Object)": (value: Value) => value !== null,
    "static String toString(Object)": textOf,
    "static String toString(Object,String)": (value: Value, other: string) => (value === null ? other : textOf(value)),
    "static int hash(Object[])": (values: JavaArray) => new JavaList(values.boxed()).hash(),
    "static def requireNonNullElse(def,def)": (value: Value, other: Value) => value ?? other,
  },
};

export const mapClasses: readonly ClassDefinition[] = [
  map,
  entry,
  { name: "java.util.AbstractMap", supers: ["java.util.Map"], members: {} },
  mapClass("java.util.HashMap", "hash", { "Object clone()": (self: JavaMap) => copyOf(self, "hash") }),
  mapClass("java.util.LinkedHashMap", "linked"),
  mapClass("java.util.TreeMap", "sorted", {
    "def firstKey()": (self: JavaMap) => sortedEnd(self, 0).key,
    "def lastKey()": (self: JavaMap) => sortedEnd(self, -1).key,
    "Map.Entry firstEntry()": (self: JavaMap) => self.entries()[0] ?? null,
    "Map.Entry lastEntry()": (self: JavaMap) => self.entries().at(-1) ?? null,
  }),
  { name: "java.util.SortedMap", supers: ["java.util.Map"], members: {} },
  { ...mapClass("java.util.Hashtable", "hash") },
  collections,
  arrays,
  objects,
  { name: "java.util.Arrays$ArrayList", supers: ["java.util.List"], members: {} },
];

function copyOf(from: JavaMap, order: MapOrder): JavaMap {
  const copy = new JavaMap(order);
  for (const { key, value } of from.entries()) copy.put(key, value);
  return copy;
}

function sortedEnd(of: JavaMap, at: 0 | -1): MapEntry {
  const found = of.entries().at(at);
  if (!found) throw noElementError(null);
  return found;
}
