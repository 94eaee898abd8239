/** java.util: lists, sets, maps, iterators. */
import { comparing, truthOf } from "../runtime/callbacks.ts";
import {
  iterated,
  JavaArray,
  type JavaCollection,
  type JavaIterable,
  JavaIterator,
  JavaList,
  type Lambda,
  listOf,
} from "../runtime/collections.ts";
import { compareValues } from "../runtime/compare.ts";
import { boundsError, illegalArgumentError, noElementError, nullError } from "../runtime/java-error.ts";
import { countSteps } from "../runtime/limits.ts";
import { JavaMap, JavaSet, type MapOrder } from "../runtime/maps.ts";
import { castToNumber, doubleFrom } from "../runtime/numbers.ts";
import { streamOf } from "../runtime/streams.ts";
import { boxInt, equal, type Value } from "../runtime/values.ts";
import type { ClassDefinition, Implementation } from "./class-definition.ts";
import { joined } from "./text.ts";

const ITERABLE = "java.lang.Iterable";
const COLLECTION = "java.util.Collection";

export function sorted(values: Iterable<Value>, comparator: Lambda | null): Value[] {
  const compare = comparator === null ? compareValues : comparing(comparator);
  return [...values].sort((one, other) => {
    countSteps(1);
    return compare(one, other);
  });
}

const iterable: ClassDefinition = {
  name: ITERABLE,
  members: {
    "Iterator iterator()": (self: JavaIterable) => new JavaIterator(self.values()),
    "void forEach(Consumer)": (self: JavaIterable, run: Lambda) => {
      for (const value of self.values()) run.call(value);
    },
    // What Elasticsearch adds.
    "boolean any(Predicate)": (self: JavaIterable, test: Lambda) => [...self.values()].some((v) => truthOf(test)(v)),
    "boolean every(Predicate)": (self: JavaIterable, test: Lambda) => [...self.values()].every((v) => truthOf(test)(v)),
    "Collection asCollection()": (self: JavaIterable) => listOf(self.values()),
    "List asList()": (self: JavaIterable) => (self instanceof JavaList ? self : listOf(self.values())),
    "def each(Consumer)": (self: JavaIterable, run: Lambda) => {
      for (const value of self.values()) run.call(value);
      return self;
    },
    "def eachWithIndex(ObjIntConsumer)": (self: JavaIterable, run: Lambda) => {
      let index = 0;
      for (const value of self.values()) run.call(value, boxInt(index++));
      return self;
    },
    "Map groupBy(Function)": (self: JavaIterable, by: Lambda) => {
      const groups = new JavaMap("linked");
      for (const value of self.values()) {
        const key = by.call(value);
        const group = groups.get(key);
        if (group instanceof JavaList) group.add(value);
        else groups.put(key, new JavaList([value]));
      }
      return groups;
    },
    "String join(String)": (self: JavaIterable, glue: string) => joined(glue, self.values()),
    "double sum()": (self: JavaIterable) => [...self.values()].reduce<number>((sum, v) => sum + doubleFrom(v), 0),
    "double sum(ToDoubleFunction)": (self: JavaIterable, of: Lambda) =>
      [...self.values()].reduce<number>((sum, v) => sum + doubleFrom(of.call(v)), 0),
  },
};

const iterator: ClassDefinition = {
  name: "java.util.Iterator",
  members: {
    "boolean hasNext()": (self: JavaIterator) => self.hasNext(),
    "def next()": (self: JavaIterator) => {
      if (!self.hasNext()) throw noElementError(null);
      return self.next();
    },
  },
};

const collection: ClassDefinition = {
  name: COLLECTION,
  supers: [ITERABLE],
  members: {
    "boolean add(def)": (self: JavaCollection, value: Value) => self.add(value),
    "boolean addAll(Collection)": (self: JavaCollection, other: JavaCollection) => {
      if (self instanceof JavaList) {
        self.insert(self.size, [...other.values()]);
        return other.size > 0;
      }
      return [...other.values()].filter((value) => self.add(value)).length > 0;
    },
    "void clear()": (self: JavaCollection) => self.clear(),
    "boolean contains(def)": (self: JavaCollection, value: Value) => self.contains(value),
    "boolean containsAll(Collection)": (self: JavaCollection, other: JavaCollection) =>
      [...other.values()].every((value) => self.contains(value)),
    "boolean isEmpty()": (self: JavaCollection) => self.size === 0,
    "boolean remove(def)": (self: JavaCollection, value: Value) => self.remove(value),
    "boolean removeAll(Collection)": (self: JavaCollection, other: JavaCollection) =>
      self.retain((value) => !other.contains(value)),
    "boolean removeIf(Predicate)": (self: JavaCollection, test: Lambda) => self.retain((v) => !truthOf(test)(v)),
    "boolean retainAll(Collection)": (self: JavaCollection, other: JavaCollection) =>
      self.retain((value) => other.contains(value)),
    "int size()": (self: JavaCollection) => self.size,
    "def[] toArray()": (self: JavaCollection) =>
      new JavaArray("def", [...self.values()], { box: (v: Value) => v, unbox: (v) => v }),
    "Stream stream()": (self: JavaCollection) => streamOf(self.values()),
    // What Elasticsearch adds.
    "List collect(Function)": (self: JavaCollection, of: Lambda) =>
      new JavaList([...self.values()].map((value) => of.call(value))),
    "def find(Predicate)": (self: JavaCollection, test: Lambda) =>
      [...self.values()].find((value) => truthOf(test)(value)) ?? null,
    "List findAll(Predicate)": (self: JavaCollection, test: Lambda) =>
      new JavaList([...self.values()].filter((value) => truthOf(test)(value))),
    "def findResult(Function)": (self: JavaCollection, of: Lambda) => firstResult(self, of),
    "def findResult(def,Function)": (self: JavaCollection, other: Value, of: Lambda) => firstResult(self, of) ?? other,
    "List split(Predicate)": (self: JavaCollection, test: Lambda) => {
      const [yes, no]: [Value[], Value[]] = [[], []];
      for (const value of self.values()) (truthOf(test)(value) ? yes : no).push(value);
      return new JavaList([new JavaList(yes), new JavaList(no)]);
    },
  },
};

function firstResult(values: JavaCollection, of: Lambda): Value {
  for (const value of values.values()) {
    const result = of.call(value);
    if (result !== null) return result;
  }
  return null;
}

const list: ClassDefinition = {
  name: "java.util.List",
  supers: [COLLECTION],
  members: {
    "void add(int,def)": (self: JavaList, index: number, value: Value) => self.insert(index, [value]),
    "boolean addAll(int,Collection)": (self: JavaList, index: number, other: JavaCollection) => {
      self.insert(index, [...other.values()]);
      return other.size > 0;
    },
    "def get(int)": (self: JavaList, index: number) => self.get(index),
    "int indexOf(def)": (self: JavaList, value: Value) => self.indexOf(value),
    "int lastIndexOf(def)": (self: JavaList, value: Value) => self.items.findLastIndex((item) => equal(item, value)),
    "def remove(int)": (self: JavaList, index: number) => self.removeAt(index),
    "void replaceAll(UnaryOperator)": (self: JavaList, of: Lambda) => {
      self.change();
      for (let i = 0; i < self.size; i++) self.items[i] = of.call(self.items[i]!);
    },
    "def set(int,def)": (self: JavaList, index: number, value: Value) => self.set(index, value),
    "int getLength()": (self: JavaList) => self.size,
    "void sort(Comparator)": (self: JavaList, comparator: Lambda | null) => {
      self.change();
      sorted(self.items, comparator).forEach((value, i) => (self.items[i] = value));
    },
    "List subList(int,int)": (self: JavaList, from: number, to: number) => {
      if (from < 0) throw boundsError(`fromIndex = ${from}`);
      if (to > self.size) throw boundsError(`toIndex = ${to}`);
      if (from > to) throw illegalArgumentError(`fromIndex(${from}) > toIndex(${to})`);
      return new JavaList(self.items.slice(from, to));
    },
    "static List of()": () => new JavaList([], undefined, true),
    ...Object.fromEntries(
      Array.from({ length: 10 }, (_, n) => [
        `static List of(${Array.from({ length: n + 1 }, () => "def").join(",")})`,
        (...values: Value[]) => new JavaList(values, undefined, true),
      ]),
    ),
    "static List copyOf(Collection)": (values: JavaCollection) => new JavaList([...values.values()], undefined, true),
  },
};

const queue: Readonly<Record<string, Implementation>> = {
  "void addFirst(def)": (self: JavaList, value: Value) => self.insert(0, [value]),
  "void addLast(def)": (self: JavaList, value: Value) => self.add(value),
  "def getFirst()": (self: JavaList) => firstOf(self),
  "def getLast()": (self: JavaList) => (firstOf(self), self.get(self.size - 1)),
  "def removeFirst()": (self: JavaList) => (firstOf(self), self.removeAt(0)),
  "def removeLast()": (self: JavaList) => (firstOf(self), self.removeAt(self.size - 1)),
  "def peek()": (self: JavaList) => self.items[0] ?? null,
  "def peekFirst()": (self: JavaList) => self.items[0] ?? null,
  "def peekLast()": (self: JavaList) => self.items.at(-1) ?? null,
  "def poll()": (self: JavaList) => (self.size === 0 ? null : self.removeAt(0)),
  "def pollFirst()": (self: JavaList) => (self.size === 0 ? null : self.removeAt(0)),
  "def pollLast()": (self: JavaList) => (self.size === 0 ? null : self.removeAt(self.size - 1)),
  "def pop()": (self: JavaList) => (firstOf(self), self.removeAt(0)),
  "void push(def)": (self: JavaList, value: Value) => self.insert(0, [value]),
  "boolean offer(def)": (self: JavaList, value: Value) => self.add(value),
};

function firstOf(values: JavaList): Value {
  if (values.size === 0) throw noElementError(null);
  return values.items[0]!;
}

function listClass(name: string, more: Readonly<Record<string, Implementation>> = {}): ClassDefinition {
  return {
    name,
    supers: ["java.util.List"],
    members: {
      "new()": () => new JavaList([], name),
      ...(name === "java.util.ArrayList" ? { "new(def)": (from: Value) => listFrom(from) } : {}),
      ...(name === "java.util.ArrayList"
        ? {}
        : { "new(Collection)": (from: JavaCollection) => new JavaList([...from.values()], name) }),
      ...more,
    },
  };
}

/** Of a collection, or of a number: an empty one. */
function listFrom(from: Value): JavaList {
  if (from === null) throw nullError(null);
  if (typeof from === "object" && "values" in from) return listOf(iterated(from));
  castToNumber(from, "int", true);
  return new JavaList([]);
}

const set: ClassDefinition = {
  name: "java.util.Set",
  supers: [COLLECTION],
  members: {
    "static Set of()": () => new JavaSet().freeze(),
    ...Object.fromEntries(
      Array.from({ length: 10 }, (_, n) => [
        `static Set of(${Array.from({ length: n + 1 }, () => "def").join(",")})`,
        (...values: Value[]) => new JavaSet("hash", values).freeze(),
      ]),
    ),
  },
};

function setClass(name: string, order: MapOrder): ClassDefinition {
  const compare = order === "sorted" ? compareValues : undefined;
  return {
    name,
    supers: ["java.util.Set"],
    members: {
      "new()": () => new JavaSet(order, [], compare),
      "new(Collection)": (from: Value) =>
        new JavaSet(
          order,
          typeof from === "object" && from !== null && "values" in from ? iterated(from) : [],
          compare,
        ),
      ...(order === "sorted"
        ? {
            "def first()": (self: JavaSet) => firstOf(listOf(self.values())),
            "def last()": (self: JavaSet) => firstOf(listOf(self.values().reverse())),
          }
        : {}),
    },
  };
}

export const collectionClasses: readonly ClassDefinition[] = [
  iterable,
  iterator,
  { name: "java.util.ListIterator", supers: ["java.util.Iterator"], members: {} },
  collection,
  list,
  { name: "java.util.AbstractList", supers: ["java.util.List"], members: {} },
  listClass("java.util.ArrayList", { "Object clone()": (self: JavaList) => listOf(self.items) }),
  listClass("java.util.LinkedList", queue),
  listClass("java.util.ArrayDeque", queue),
  { name: "java.util.Deque", supers: [COLLECTION], members: queue },
  { name: "java.util.Queue", supers: [COLLECTION], members: queue },
  set,
  setClass("java.util.HashSet", "hash"),
  setClass("java.util.LinkedHashSet", "linked"),
  setClass("java.util.TreeSet", "sorted"),
];
